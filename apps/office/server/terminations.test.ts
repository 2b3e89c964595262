import type { StaffTermination } from "@guichet/contract/office/terminations.ts";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { officeAt, officeHost, startOfficePeer } from "./office-peer.ts";

const requestId = "0193a1f0-0000-7000-8000-000000000001";
const open: StaffTermination = {
  requestId,
  reference: "R-K7QM2RXY",
  state: "OPEN",
  sender: "Amal Haddad",
  contract: "Mon abonnement",
  requestedAt: "2026-11-20T09:00:00.000Z",
  number: "2026-000017",
  email: "amal@example.org",
  endOn: "2026-12-10",
  reason: "Je déménage",
  language: "fr",
  refusal: null,
  remark: null,
  confirmed: null,
  found: [
    {
      subscriptionId: "s1",
      name: "Abonnement mensuel",
      traveller: "Amal Haddad",
      orderNumber: "2026-000017",
      holder: { name: "Amal Haddad", email: "amal.haddad@example.org", customerNumber: "A1B2C3" },
      ending: { effect: "AT_DATE", lastDay: "2026-12-31", refund: null },
    },
  ],
  acts: [],
};
let shown = open;
let peer: Awaited<ReturnType<typeof startOfficePeer>>;
let office: FastifyInstance;
beforeAll(async () => {
  peer = await startOfficePeer(
    { step: null },
    {
      "/Office/listTerminations": () => ({ status: "ok", items: [shown] }),
      "/Office/getTermination": () => ({ status: "ok", termination: shown }),
      "/Office/matchTermination": () => ({ status: "ok" }),
      "/Office/refuseTermination": () => ({ status: "ok" }),
    },
  );
  office = await officeAt(peer.baseUrl);
});
beforeEach(() => {
  shown = open;
  peer.seen.length = 0;
});
afterAll(async () => {
  await office?.close();
  await peer?.stop();
});

const headers = { host: officeHost, cookie: "__Host-officeToken=good", "accept-language": "fr" };
const get = async (path: string) => {
  const { statusCode, body } = await office.inject({ url: `/demo/terminations${path}`, headers });
  return { statusCode, body: body.replaceAll("\u00a0", " ") };
};
const post = (values: Record<string, string>) =>
  office.inject({
    method: "POST",
    url: `/demo/terminations/${requestId}`,
    headers: {
      ...headers,
      origin: `http://${officeHost}`,
      "sec-fetch-site": "same-origin",
      "content-type": "application/x-www-form-urlencoded",
    },
    payload: new URLSearchParams(values).toString(),
  });
const sent = (path: string) => peer.seen.find((one) => one.path === path)?.values;

// covers: terminations that match no contract are decided by staff
test("the queue lists what waits for a decision, and the navigation leads to it", async () => {
  const { statusCode, body } = await get("");
  expect(statusCode).toBe(200);
  for (const text of ["Résiliations", "R-K7QM2RXY", "Amal Haddad", "Mon abonnement", "À traiter"])
    expect(body).toContain(text);
  expect(body).toContain('href="/demo/terminations"');
  await get("?state=REFUSED&after=abc");
  expect(peer.seen.filter(({ path }) => path.endsWith("listTerminations")).at(-1)?.values).toMatchObject({
    state: "REFUSED",
    cursor: "abc",
  });
});

// covers: terminations that match no contract are decided by staff
test("a request shows what was typed and the contracts found by a search, with the effect of terminating each", async () => {
  const { body } = await get(`/${requestId}?q=A1B2C3`);
  expect(sent("/Office/getTermination")).toMatchObject({ requestId, query: "A1B2C3" });
  for (const text of [
    "amal@example.org",
    "Je déménage",
    "1 contrat trouvé",
    "amal.haddad@example.org",
    "Renouvelé jusqu’à la date demandée",
    "Résilier ce contrat",
    "Refuser et informer le client",
  ])
    expect(body).toContain(text);
});

// covers: terminations that match no contract are decided by staff
test("a match sends the displayed effect with a note, a refusal its reason; both need their text", async () => {
  const match = { what: "match", subscription: "s1", effect: "AT_DATE", lastDay: "2026-12-31" };
  expect((await post(match)).body).toContain("Il y a un problème");
  expect(sent("/Office/matchTermination")).toBeUndefined();
  const matched = await post({ ...match, reason: "Rappelé" });
  expect(matched.headers.location).toBe("/demo/terminations?done=matched");
  expect(sent("/Office/matchTermination")).toMatchObject({
    requestId,
    subscriptionId: "s1",
    effect: "AT_DATE",
    lastDay: "2026-12-31",
    reason: "Rappelé",
  });
  await post({ what: "refuse", refusal: "other", remark: "" });
  await post({ what: "refuse", refusal: "" });
  expect(sent("/Office/refuseTermination")).toBeUndefined();
  const refused = await post({ what: "refuse", refusal: "other", remark: "Autre réseau" });
  expect(refused.headers.location).toBe("/demo/terminations?done=refused");
  expect(sent("/Office/refuseTermination")).toMatchObject({ requestId, refusal: "other", remark: "Autre réseau" });
  expect((await get("?done=refused")).body).toContain("Le motif est envoyé au demandeur par e-mail.");
});

// covers: terminations that match no contract are decided by staff
test("a decided request shows the outcome and who decided, and no form", async () => {
  const acts = [{ act: "termination.match", by: "Ana Silva", at: "2026-11-21T09:00:00.000Z", reason: "Rappelé" }];
  const confirmed = { at: "2026-11-21T09:00:00.000Z", name: "Abonnement mensuel", lastDay: "2026-12-31" };
  shown = { ...open, state: "CONFIRMED", confirmed, found: [], acts };
  const done = (await get(`/${requestId}`)).body;
  for (const text of ["Contrat résilié : Abonnement mensuel", "Rattachée et confirmée par Ana Silva", "Rappelé"])
    expect(done).toContain(text);
  expect(done).not.toContain("Refuser et informer le client");
  shown = { ...open, state: "REFUSED", refusal: "other", remark: "Autre réseau", found: [] };
  expect((await get(`/${requestId}`)).body).toContain("Autre réseau");
  shown = { ...open, found: open.found.map((one) => ({ ...one, ending: null })) };
  expect((await get(`/${requestId}`)).body).toContain("Ce contrat ne peut pas être résilié pour le moment");
});
