import type { CustomerDetails } from "@guichet/contract/office/customer-service/corrections.ts";
import type { CustomerObstacle } from "@guichet/contract/office/customer-service/deletion.ts";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { officeAt, officeHost, startOfficePeer } from "./office-peer.ts";

const at = "2026-11-20T09:00:00.000Z";
const details: CustomerDetails = { contactEmail: null, phone: "+33612345678", language: "fr", address: null };
const customer = {
  ...{ customerId: "a1", customerNumber: "K7QM2RXY", name: "Amal Haddad", email: "amal@example.org", ...details },
  ...{ isGuest: false, createdAt: at, emailVerifiedAt: at, signInMethods: ["password"], erasesAt: null },
  travellers: [
    { travellerId: "t1", name: "Amal Haddad", birthDate: null, isHolder: true, isActive: true, hasOwnSignIn: false },
  ],
  ...{ cards: [], subscriptions: [], submissions: [], sessions: [], acts: [] },
};
const changed = { code: "TRANSITION_NOT_ALLOWED", message: "", details: { reason: "changed" } };

const preview = {
  remaining: {
    ...{ customerId: "a1", customerNumber: "FIRST", name: "Amal Haddad", email: "first@example.org", isGuest: false },
    ...{ birthDate: "1988-03-05", isConfirmed: true },
  },
  absorbed: {
    ...{ customerId: "a2", customerNumber: "KNOWN", name: "Amal H.", email: "second@example.org", isGuest: false },
    ...{ birthDate: null, isConfirmed: false },
  },
  moves: {
    ...{ travellers: 2, orders: 31, tickets: 47, subscriptions: 1, mandates: 1, paymentMethods: 1, cards: 1 },
    ...{ documents: 3, submissions: 2, emails: 60 },
  },
  ownSignIns: 1,
};
let obstaclesOfMerge: { kind: string; names: string[] }[] = [];
let phone = details.phone;
let isRefused = false;
let obstacles: CustomerObstacle[] = [];
let isRequested = false;
let peer: Awaited<ReturnType<typeof startOfficePeer>>;
let office: FastifyInstance;
beforeAll(async () => {
  peer = await startOfficePeer(
    { step: null },
    {
      "/Office/getCustomer": () => ({ status: "ok", customer: { ...customer, phone }, languages: ["fr", "en"] }),
      "/Office/checkCustomerDeletion": () => ({ status: "ok", obstacles, isRequested, erasesAt: at }),
      "/Office/startCustomerDeletion": () => ({ status: "ok", erasesAt: at }),
      "/Office/withdrawCustomerDeletion": () => ({ status: "ok" }),
      "/Office/listCustomerTickets": () => ({ status: "ok", items: [] }),
      "/Office/listCustomerEmails": () => ({ status: "ok", items: [] }),
      "/Office/listCustomerOrders": () => ({ status: "ok", items: [] }),
      "/Office/listCustomerPayments": () => ({ status: "ok", items: [] }),
      "/Office/listCustomerMandates": () => ({ status: "ok", items: [] }),
      "/Office/listCustomerNotes": () => ({ status: "ok", items: [] }),
      "/Office/previewCustomerMerge": (seen, reply) =>
        seen.values.number === "KNOWN"
          ? { status: "ok", ...preview, obstacles: obstaclesOfMerge }
          : reply.code(404).send({ status: "ko", error: { code: "NOT_FOUND", message: "" } }),
      "/Office/mergeCustomers": (_, reply) =>
        isRefused
          ? reply
              .code(409)
              .send({ status: "ko", error: { ...changed, details: { reason: "open-order", names: ["2026-000018"] } } })
          : { status: "ok", moved: preview.moves },
      "/Office/changeCustomerEmail": (_, reply) =>
        reply.code(409).send({ status: "ko", error: { code: "EMAIL_EXISTS", message: "" } }),
      "/Office/correctCustomer": (_, reply) =>
        isRefused ? reply.code(409).send({ status: "ko", error: changed }) : { status: "ok" },
    },
  );
  office = await officeAt(peer.baseUrl);
});
beforeEach(() => {
  [phone, isRefused, obstacles, isRequested, obstaclesOfMerge] = [details.phone, false, [], false, []];
  peer.seen.length = 0;
});
afterAll(async () => {
  await office?.close();
  await peer?.stop();
});

const headers = { host: officeHost, cookie: "__Host-officeToken=good", "accept-language": "fr" };
const get = async (page: string) => (await office.inject({ url: `/demo/customers/a1/${page}`, headers })).body;
const post = (page: string, values: Record<string, string>) =>
  office.inject({
    method: "POST",
    url: `/demo/customers/a1/${page}`,
    headers: {
      ...headers,
      origin: `http://${officeHost}`,
      "sec-fetch-site": "same-origin",
      "content-type": "application/x-www-form-urlencoded",
    },
    payload: new URLSearchParams(values).toString(),
  });
const sent = (path: string) => peer.seen.find((one) => one.path === path)?.values;

const correction = {
  ...{ what: "details", seen: JSON.stringify(details), reason: "Appel", identified: "yes", contactEmail: "" },
  ...{ phone: "06 98 76 54 32", language: "en", addressRoute: "", addressPostalCode: "", addressCity: "" },
};

// covers: staff correct contact data and the e-mail address of a customer, by the rules of the customer's own change
test("a correction is sent with what was seen; it needs a reason and that the customer was identified", async () => {
  const body = await get("correction");
  for (const text of ["+33612345678", "amal@example.org", 'href="/demo/travellers/t1"', ">anglais<"])
    expect(body).toContain(text);
  for (const missing of ["reason", "identified", "seen"]) await post("correction", { ...correction, [missing]: "" });
  expect(sent("/Office/correctCustomer")).toBeUndefined();
  expect((await post("correction", correction)).headers.location).toBe("/demo/customers/a1?done=corrected");
  expect(sent("/Office/correctCustomer")).toMatchObject({
    seen: details,
    details: { contactEmail: null, phone: "06 98 76 54 32", language: "en", address: null },
    reason: "Appel",
  });
});

// covers: staff correct contact data and the e-mail address of a customer, by the rules of the customer's own change
test("who corrected data that had changed sees them next to what they typed; another refusal keeps what they saw", async () => {
  [phone, isRefused] = ["+33600000000", true];
  const { body } = await post("correction", correction);
  for (const text of ["Les données ont changé entre-temps", "+33600000000", 'value="06 98 76 54 32"', 'value="Appel"'])
    expect(body).toContain(text);
  expect(body).toContain("&quot;phone&quot;:&quot;+33600000000&quot;");
  const email = { what: "email", seenEmail: "old@example.org", email: "new@example.org", reason: "Appel" };
  const refused = await post("correction", { ...email, identified: "yes" });
  for (const text of ["Un autre compte a cette adresse", 'name="seenEmail" value="old@example.org"', "new@example.org"])
    expect(refused.body).toContain(text);
  expect(sent("/Office/changeCustomerEmail")).toMatchObject({ seen: "old@example.org", email: "new@example.org" });
});

// covers: staff start and withdraw the deletion of an account, as its customer asked in writing
test("a deletion is started with a reason, not while something is open, which is named with its link", async () => {
  expect(await get("deletion")).toContain("Lancer la suppression");
  const start = { what: "start", reason: "Courrier du 3 mai", confirmed: "yes" };
  await post("deletion", { ...start, confirmed: "" });
  expect(sent("/Office/startCustomerDeletion")).toBeUndefined();
  expect((await post("deletion", start)).headers.location).toBe("/demo/customers/a1?done=deletion-started");
  expect(sent("/Office/startCustomerDeletion")).toMatchObject({ customerId: "a1", reason: "Courrier du 3 mai" });
  obstacles = [
    { kind: "order", id: "o1", name: "2026-000017" },
    { kind: "subscription", id: "s1", name: "Mensuel" },
  ];
  const body = await get("deletion");
  for (const text of ["Abonnement en cours", "Mensuel", 'href="/demo/orders/o1"']) expect(body).toContain(text);
  expect(body).not.toContain("Lancer la suppression");
  isRequested = true;
  expect(await get("deletion")).toContain("Annuler la suppression");
  const withdrawn = await post("deletion", { ...start, what: "withdraw" });
  expect(withdrawn.headers.location).toBe("/demo/customers/a1?done=deletion-withdrawn");
});

// covers: two accounts of one person are merged: everything moves, or nothing
test("a merge shows what moves and what prevents it, and is sent with a reason", async () => {
  expect(await get("merge?number=NOBODY")).toContain("Aucun client n’a ce numéro.");
  const body = await get("merge?number=KNOWN");
  for (const text of [
    "second@example.org",
    "first@example.org",
    "1988",
    ">31<",
    ">47<",
    "1 voyageur perd sa connexion",
    'value="a2"',
  ])
    expect(body).toContain(text);
  const merge = { absorbed: "a2", reason: "Même personne", confirmed: "yes" };
  await post("merge?number=KNOWN", { ...merge, confirmed: "" });
  expect(sent("/Office/mergeCustomers")).toBeUndefined();
  isRefused = true;
  const refused = await post("merge?number=KNOWN", merge);
  for (const text of ["Commandes encore ouvertes", "2026-000018", 'value="Même personne"'])
    expect(refused.body).toContain(text);
  isRefused = false;
  const merged = await post("merge?number=KNOWN", merge);
  expect(merged.headers.location).toBe("/demo/customers/a1?done=merged");
  expect(sent("/Office/mergeCustomers")).toMatchObject({ customerId: "a1", absorbedId: "a2", reason: "Même personne" });
  obstaclesOfMerge = [{ kind: "identity-provider", names: ["franceconnect"] }];
  const blocked = await get("merge?number=KNOWN");
  expect(blocked).toContain("Le compte absorbé se connecte chez franceconnect");
  expect(blocked).not.toContain("Réunir les comptes");
});

// covers: two accounts of one person are merged: everything moves, or nothing
test("the link of an account that was merged leads to the one that remains", async () => {
  const { headers: answered } = await office.inject({ url: "/demo/customers/gone", headers });
  expect(answered.location).toBe("/demo/customers/a1");
});
