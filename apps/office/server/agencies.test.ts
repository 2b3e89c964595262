import type { OfficeAgency } from "@guichet/contract/office/agencies.ts";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { officeAt, officeHost, startOfficePeer } from "./office-peer.ts";

const agency: OfficeAgency = {
  agencyId: "gare",
  version: 3,
  details: {
    ...{ index: 1, label: "Agence Gare", addressRoute: "2 place de la Gare", addressPostalCode: "76990" },
    ...{ addressCity: "Rivage", slotMinutes: 60, slotCapacity: 10, services: ["COLLECTION", "COUNTER"] },
    openingHours: [
      { weekday: 1, opens: "09:00", closes: "12:00" },
      { weekday: 1, opens: "14:00", closes: "18:00" },
    ],
    closedOn: ["05-01", "2026-12-26"],
    specialHours: [{ day: "2026-12-24", opens: "09:00", closes: "11:00" }],
  },
  ...{ closedAt: null, isOpenNow: true, changedAt: "2026-11-20T09:00:00.000Z", changedBy: "Mia Manager" },
  work: { toPrepare: 4, ready: 2, openDrawers: 1 },
};
const orderId = "0193a1f0-0000-7000-8000-000000000001";
const collect = {
  ...{ siteId: "gare", slotId: "20261130T080000Z", label: "Agence Gare", addressRoute: "2 place de la Gare" },
  ...{ addressPostalCode: "76990", addressCity: "Rivage" },
  ...{ startsAt: "2026-11-30T08:00:00.000Z", endsAt: "2026-11-30T09:00:00.000Z" },
};
const slotOf = (siteId: string, label: string, day: string) => ({
  ...{ siteId, label, slotId: `202612${day}T080000Z`, placesLeft: 3 },
  ...{ startsAt: `2026-12-${day}T08:00:00.000Z`, endsAt: `2026-12-${day}T09:00:00.000Z` },
});
const preview = {
  targetId: "gare",
  promises: [
    {
      ...{ orderId, number: "2026-000012", customer: "Ana Silva", collect, state: "ready" as const },
      proposal: { siteId: "gare", slotId: "20261201T080000Z" },
    },
  ],
  slots: [
    slotOf("gare", "Agence Gare", "01"),
    slotOf("gare", "Agence Gare", "02"),
    slotOf("port", "Agence Port", "03"),
  ],
  agencies: [
    { agencyId: "gare", label: "Agence Gare" },
    { agencyId: "port", label: "Agence Port" },
  ],
};
const history = [
  {
    ...{ act: "agency.change", by: "Mia Manager", at: "2026-11-20T09:00:00.000Z", reason: "Fêtes" },
    changes: [
      { field: "opening-hours", before: null, after: "1 09:00-12:00, 1 14:00-18:00" },
      { field: "closed-days", before: null, after: "05-01, 2026-12-26" },
    ],
  },
];

let shown = agency;
let toMove = 0;
let refusal: { code: string; details?: object; status: number } | undefined;
let peer: Awaited<ReturnType<typeof startOfficePeer>>;
let office: FastifyInstance;
beforeAll(async () => {
  const changed =
    (values: object) => (_seen: unknown, reply: { code(status: number): { send(body: unknown): unknown } }) =>
      refusal === undefined
        ? { status: "ok", ...values }
        : reply.code(refusal.status).send({ status: "ko", error: { ...refusal, message: "" } });
  peer = await startOfficePeer(
    { step: null },
    {
      "/Office/listAgencies": () => ({ status: "ok", agencies: [shown] }),
      "/Office/getAgency": () => ({ status: "ok", agency: shown, history, toMove }),
      "/Office/previewAgencyChange": () => ({ status: "ok", ...preview }),
      "/Office/changeAgency": changed({ agency, moved: 1 }),
      "/Office/listCollectionSlots": () => ({
        ...{ status: "ok", number: "2026-000012", collect, agencyId: "gare" },
        ...{ slots: preview.slots.slice(0, 2), agencies: preview.agencies },
      }),
      "/Office/moveCollection": changed({ collect }),
      "/Office/addAgency": changed({ agencyId: "port" }),
    },
  );
  office = await officeAt(peer.baseUrl);
});
beforeEach(() => {
  shown = agency;
  toMove = 0;
  refusal = undefined;
  peer.seen.length = 0;
});
afterAll(async () => {
  await office?.close();
  await peer?.stop();
});

const headers = { host: officeHost, cookie: "__Host-officeToken=good", "accept-language": "fr" };
const plain = (body: string) => body.replaceAll(/[\u00a0\u202f]/gu, " ").replaceAll("\u2060", "");
const get = async (path: string) => {
  const found = await office.inject({ url: `/demo/${path}`, headers });
  return { statusCode: found.statusCode, body: plain(found.body) };
};
const post = async (path: string, values: Record<string, string> | [string, string][]) => {
  const found = await office.inject({
    method: "POST",
    url: `/demo/${path}`,
    headers: {
      ...headers,
      origin: `http://${officeHost}`,
      "sec-fetch-site": "same-origin",
      "content-type": "application/x-www-form-urlencoded",
    },
    payload: new URLSearchParams(values).toString(),
  });
  return { statusCode: found.statusCode, headers: found.headers, body: plain(found.body) };
};
const sent = (call: string) => peer.seen.filter(({ path }) => path === `/Office/${call}`).map(({ values }) => values);
const seen = JSON.stringify({ version: 3, details: agency.details, isClosed: false });
/** The draft in a page that shows the promises. */
const draftIn = (body: string) =>
  (/name="draft" value="([^"]*)"/u.exec(body)?.[1] ?? "").replaceAll("&quot;", '"').replaceAll("&#x27;", "'");

// covers: the staff see every agency with what waits there
test("the list and the page of an agency show hours, days, what waits, and the history", async () => {
  const list = (await get("agencies")).body;
  for (const text of ["Agence Gare", "lun. 09:00–12:00 / 14:00–18:00", 'href="/demo/agencies/gare"'])
    expect(list).toContain(text);
  const { body } = await get("agencies/gare");
  const texts = [
    "09:00–12:00 / 14:00–18:00",
    "1er mai (chaque année)",
    "26 déc. 2026",
    "24 déc. 2026",
    "Retrait des commandes",
  ];
  for (const text of [...texts, "Modifiée ici par Mia Manager", "Fêtes"]) expect(body).toContain(text);
  expect(body).toContain('href="/demo/orders?kind=COLLECT&amp;agency=gare&amp;state=PROCESSING"');
  expect(body).not.toContain("Commandes à déplacer");
  toMove = 2;
  expect((await get("agencies/gare")).body).toContain("2 commandes sont promises à une heure de fermeture.");
});

// covers: closing an agency moves what was promised there, with an e-mail to each customer
test("days are closed once each promise has a slot, which is proposed and can be chosen", async () => {
  refusal = { status: 409, code: "TRANSITION_NOT_ALLOWED", details: { reason: "promises" } };
  const form = { what: "close-days", seen, from: "2026-11-30", until: "2026-12-01", reason: "Travaux" };
  const { body } = await post("agencies/gare", form);
  expect(sent("changeAgency")).toMatchObject([{ agencyId: "gare", version: 3, reason: "Travaux", isClosed: false }]);
  expect(sent("changeAgency")[0]).toMatchObject({
    details: { closedOn: ["05-01", "2026-11-30", "2026-12-01", "2026-12-26"] },
  });
  for (const text of ["1 commande est promise à ce moment", "2026-000012", "Ana Silva", "prête à l’agence"])
    expect(body).toContain(text);
  expect(body).not.toContain("Les commandes promises ont changé entre-temps");
  expect(body).toContain(`value="${orderId}|gare|20261201T080000Z" selected=""`);
  expect(body).toContain(`value="${orderId}|port|20261203T080000Z"`);
  const draft = draftIn(body);
  await post("agencies/gare", { what: "preview", draft, to: "port" });
  expect(sent("previewAgencyChange").at(-1)).toMatchObject({ targetId: "port", details: { label: "Agence Gare" } });
  const move = `${orderId}|port|20261203T080000Z`;
  refusal = { status: 409, code: "TRANSITION_NOT_ALLOWED", details: { reason: "full", orderId } };
  const full = (await post("agencies/gare", { what: "confirm", draft, to: "gare", move })).body;
  expect(full).toContain("Un créneau choisi n’est plus libre.");
  expect(full).toContain(`value="${move}" selected=""`);
  refusal = undefined;
  const done = await post("agencies/gare", { what: "confirm", draft, to: "gare", move });
  expect(done.headers.location).toBe("/demo/agencies/gare?done=changed&moved=1");
  expect(sent("changeAgency").at(-1)).toMatchObject({
    ...{ version: 3, reason: "Travaux", moves: [{ orderId, siteId: "port", slotId: "20261203T080000Z" }] },
  });
  expect((await get("agencies/gare?done=closed&moved=1")).body).toContain("1 commande est déplacée");
});

test.each([
  [{ from: "", until: "" }, "Premier jour : à remplir."],
  [{ from: "2026-11-30", until: "2026-11-29" }, "Le dernier jour suit le premier"],
  [{ from: "2026-11-30", until: "", reason: "" }, "Motif : à remplir."],
])("a closing with %j is refused in words, and what was typed stays", async (more, text) => {
  const { body } = await post("agencies/gare", { what: "close-days", seen, reason: "Travaux", ...more });
  expect(body).toContain(text);
  expect(body).toContain(`value="${more.from}"`);
  expect(sent("changeAgency")).toEqual([]);
});

/** The fields of the form, as the page has them. */
const formOf = (label: string): [string, string][] => [
  ...Object.entries({ what: "change", seen, label, addressRoute: "2 place de la Gare", addressPostalCode: "76990" }),
  ...Object.entries({ addressCity: "Rivage", latitude: "", longitude: "", index: "1", slotMinutes: "60" }),
  ...Object.entries({ slotCapacity: "10", reason: "Nouveau nom", services: "COLLECTION", closedOn: "05-01" }),
  ...(["opens-1", "closes-1"] as const).map((name, at): [string, string] => [name, at === 0 ? "09:00" : "12:00"]),
];

// covers: of two managers who change one agency, the second is refused and sees what changed
test("an agency that a colleague changed meanwhile is not changed: the page shows what differs, and keeps what was typed", async () => {
  expect((await get("agencies/gare/change")).body).toContain('name="opens-1"');
  refusal = { status: 409, code: "TRANSITION_NOT_ALLOWED", details: { reason: "changed" } };
  shown = { ...agency, version: 4, details: { ...agency.details, slotCapacity: 25 } };
  const { body } = await post("agencies/gare/change", formOf("Gare centrale"));
  for (const text of ["modifiée entre-temps", "Commandes par créneau", 'value="Gare centrale"', "Nouveau nom"])
    expect(body).toContain(text);
  expect(body).toContain("&quot;version&quot;:4");
  refusal = undefined;
  expect((await post("agencies/gare/change", formOf("Gare centrale"))).headers.location).toContain("done=changed");
  expect(sent("changeAgency").at(-1)).toMatchObject({
    details: { label: "Gare centrale", closedOn: ["05-01"], services: ["COLLECTION"], specialHours: [] },
  });
});

test("an agency is added by its form; a wrong field is named", async () => {
  const form = formOf("Agence Port").filter(([name]) => name !== "seen" && name !== "what");
  const wrong = await post("new-agency", [...form.filter(([name]) => name !== "closes-1"), ["key", "key-of-the-form"]]);
  expect(wrong.body).toContain("Chaque ouverture a un début");
  const added = await post("new-agency", [...form, ["key", "key-of-the-form"]]);
  expect(added.headers.location).toBe("/demo/agencies/port?done=added");
});

// covers: the staff move the collection of one order as its customer asked
test("the collection of one order is moved from its page, to another agency, too", async () => {
  const path = `orders/${orderId}/collection`;
  const { body } = await get(`${path}?agency=port`);
  expect(sent("listCollectionSlots")).toMatchObject([{ orderId, agencyId: "port" }]);
  for (const text of ["2026-000012", 'value="gare|20261130T080000Z"', 'value="gare|20261201T080000Z"'])
    expect(body).toContain(text);
  const form = { seen: "gare|20261130T080000Z", slot: "gare|20261202T080000Z", reason: "Demandé par téléphone" };
  refusal = { status: 409, code: "TRANSITION_NOT_ALLOWED", details: { reason: "full" } };
  const full = (await post(path, form)).body;
  for (const text of ["n’est plus libre", "Demandé par téléphone"]) expect(full).toContain(text);
  refusal = undefined;
  expect((await post(path, form)).headers.location).toBe(`/demo/orders/${orderId}?done=collection`);
  expect(sent("moveCollection").at(-1)).toMatchObject({
    seen: { siteId: "gare", slotId: "20261130T080000Z" },
    collect: { siteId: "gare", slotId: "20261202T080000Z" },
  });
});
