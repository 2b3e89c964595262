import type { StaffCustomer } from "@guichet/contract/office/customer-service/customers.ts";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { officeAt, officeHost, startOfficePeer } from "./office-peer.ts";

const at = "2026-11-20T09:00:00.000Z";
const amount = { amount: 1250, currency: "EUR" };
const customer: StaffCustomer = {
  ...{
    customerId: "a1",
    customerNumber: "K7QM2RXY",
    name: "Amal Haddad",
    email: "amal@example.org",
    contactEmail: null,
  },
  ...{ phone: "+33612345678", language: "fr", address: null, isGuest: false, createdAt: at, emailVerifiedAt: at },
  ...{ signInMethods: ["password"], erasesAt: null },
  travellers: [
    {
      travellerId: "t1",
      name: "Amal Haddad",
      birthDate: "1990-05-04",
      isHolder: true,
      isActive: true,
      hasOwnSignIn: false,
    },
  ],
  cards: [{ cardId: "c1", number: "9250 0012 3456 7890", name: "Amal Haddad", state: "active" }],
  subscriptions: [{ subscriptionId: "s1", name: "Mensuel", traveller: "Amal Haddad", state: "suspended", endsAt: at }],
  submissions: [{ submissionId: "d1", number: "D-K7QM2RXY", state: "accepted", createdAt: at }],
  sessions: [{ device: "Firefox", method: "password", traveller: null, createdAt: at, seenAt: at }],
  acts: [{ act: "traveller.correct", by: "Ana Silva", at, reason: "Faute de frappe" }],
};
const order = {
  orderId: "o1",
  number: "2026-000017",
  state: "COMPLETED",
  createdAt: at,
  total: amount,
  lines: "Carnet de 10",
};
const payment = {
  paymentId: "p1",
  orderId: "o1",
  orderNumber: "2026-000017",
  method: "CARD",
  status: "captured",
  amount,
  createdAt: at,
  mandate: null,
};
const mandate = {
  mandateId: "m1",
  reference: "GU-23456789ABCDEFGH",
  account: "FR•• •••• 0189",
  signedAt: at,
  endedAt: null,
  lastDebitOn: null,
};
const ticket = {
  ticketId: "k1",
  orderId: "o1",
  name: "Carnet de 10",
  serial: "K7Q M2R XY2",
  traveller: null,
  state: "active",
  validUntil: null,
  issuedAt: at,
};
const email = {
  emailId: "e1",
  template: "order-confirmation",
  subject: "Votre commande 2026-000017",
  to: "amal@example.org",
  state: "sent",
  canBeResent: true,
  createdAt: at,
  sentAt: at,
};
const secret = { ...email, emailId: "e2", template: "reset-password", subject: null, canBeResent: false };

let shown: StaffCustomer | null;
let mayNote = true;
let peer: Awaited<ReturnType<typeof startOfficePeer>>;
let office: FastifyInstance;
beforeAll(async () => {
  const list = (...items: object[]) => ({ status: "ok", items });
  peer = await startOfficePeer(
    { step: null },
    {
      "/Office/getCustomer": (_, reply) =>
        shown === null
          ? reply.code(404).send({ status: "ko", error: { code: "NOT_FOUND", message: "" } })
          : { status: "ok", customer: shown, languages: ["fr", "en"] },
      "/Office/listCustomerOrders": () => ({ ...list(order), nextCursor: "next-page" }),
      "/Office/listCustomerPayments": () => list(payment),
      "/Office/listCustomerMandates": () => list(mandate),
      "/Office/endCustomerSessions": () => ({ status: "ok" }),
      "/Office/getCustomerEmail": ({ values: { emailId } }, reply) =>
        emailId === "e1"
          ? { status: "ok", email: { ...email, text: "Merci pour votre commande" } }
          : reply.code(409).send({ status: "ko", error: { code: "TRANSITION_NOT_ALLOWED", message: "" } }),
      "/Office/resendCustomerEmail": () => ({ status: "ok", to: "amal@example.org" }),
      "/Office/sendCustomerPasswordReset": (_, reply) =>
        reply.code(429).send({ status: "ko", error: { code: "TOO_MANY_REQUESTS", message: "" } }),
      "/Office/listCustomerTickets": () => list(ticket),
      "/Office/listCustomerEmails": () => list(email, secret),
      "/Office/listCustomerNotes": () => ({
        ...list({
          noteId: "n1",
          text: "Rappelle\nlundi",
          by: "Ana Silva",
          isOwn: true,
          at,
          correctedAt: null,
          version: 2,
        }),
        nextCursor: "more-notes",
      }),
      "/Office/withdrawCustomerNote": () => ({ status: "ok" }),
      "/Office/correctCustomerNote": (_, reply) =>
        reply.code(409).send({
          status: "ko",
          error: { code: "TRANSITION_NOT_ALLOWED", message: "", details: { reason: "changed" } },
        }),
      "/Office/addCustomerNote": (_, reply) =>
        mayNote
          ? { status: "ok" }
          : reply.code(403).send({ status: "ko", error: { code: "ROLE_NOT_ALLOWED", message: "" } }),
    },
  );
  office = await officeAt(peer.baseUrl);
});
beforeEach(() => {
  shown = customer;
  peer.seen.length = 0;
});
afterAll(async () => {
  await office?.close();
  await peer?.stop();
});

const headers = { host: officeHost, cookie: "__Host-officeToken=good", "accept-language": "fr" };
const get = async (path = "") => {
  const { statusCode, body } = await office.inject({ url: `/demo/customers/a1${path}`, headers });
  return { statusCode, body: body.replaceAll(/[\u00a0\u202f]/g, " ") };
};

// covers: the customer page of the office shows the account and everything that belongs to it
test("the page shows the account and its lists, each row with its link", async () => {
  const { statusCode, body } = await get();
  expect(statusCode).toBe(200);
  for (const text of [
    ...["Amal Haddad", "K7QM2RXY", "+33612345678", "2026-000017", "12,50 €", "GU-23456789ABCDEFGH", "K7Q M2R XY2"],
    ...["Votre commande 2026-000017", "E-mail avec un code", "Firefox", "suspendu", "Faute de frappe"],
    ...['href="/demo/orders/o1"', 'href="/demo/travellers/t1"', 'href="/demo/cards/c1"', 'href="/demo/documents/d1"'],
    'href="?orders=next-page#orders"',
  ])
    expect(body).toContain(text);
  await get("?orders=next-page");
  expect(peer.seen.filter(({ path }) => path === "/Office/listCustomerOrders").at(-1)?.values).toMatchObject({
    ...{ customerId: "a1", cursor: "next-page" },
  });
});

test("a requested deletion is stated, and an erased customer is explained", async () => {
  shown = { ...customer, erasesAt: "2026-12-20T09:00:00.000Z" };
  expect((await get()).body).toContain("Le client a demandé la suppression de ce compte");
  shown = null;
  expect((await get()).body).toContain("Ce compte a été effacé, ou n’a jamais existé");
});

const post = (values: Record<string, string>) =>
  office.inject({
    method: "POST",
    url: "/demo/customers/a1",
    headers: {
      ...headers,
      origin: `http://${officeHost}`,
      "sec-fetch-site": "same-origin",
      "content-type": "application/x-www-form-urlencoded",
    },
    payload: new URLSearchParams(values).toString(),
  });
const sent = (path: string) => peer.seen.find((one) => one.path === path)?.values;

// covers: staff end the sessions of a customer, send a password reset and send an e-mail again, each with a reason
test("an action needs a reason and the confirmation, and states what happened; a refusal keeps the reason", async () => {
  const end = { action: "end-sessions", reason: "Téléphone perdu", identified: "yes" };
  for (const missing of ["action", "reason", "identified"]) await post({ ...end, [missing]: "" });
  expect(sent("/Office/endCustomerSessions")).toBeUndefined();
  expect((await post(end)).headers.location).toBe("/demo/customers/a1?done=end-sessions");
  expect(sent("/Office/endCustomerSessions")).toMatchObject({ customerId: "a1", reason: "Téléphone perdu" });
  expect((await get("?done=end-sessions")).body).toContain("Toutes les sessions de ce client sont fermées");
  const { body } = await post({ ...end, action: "password-reset" });
  for (const text of ["Trop de tentatives", "Téléphone perdu"]) expect(body).toContain(text);
});

// covers: staff end the sessions of a customer, send a password reset and send an e-mail again, each with a reason
test("an e-mail without a code is chosen to be sent again", async () => {
  const { body } = await get();
  expect(body).toContain('href="?resend=e1#support"');
  expect(body).not.toContain('href="?resend=e2#support"');
  expect((await get("?resend=e1")).body).toContain("Envoyer à nouveau : Votre commande 2026-000017");
  const resend = { action: "resend", reason: "Non reçu", identified: "yes", emailId: "e1" };
  expect((await post(resend)).headers.location).toBe("/demo/customers/a1?done=resend");
  expect(sent("/Office/resendCustomerEmail")).toMatchObject({ customerId: "a1", emailId: "e1", reason: "Non reçu" });
});

// covers: notes of the staff about a customer: added, corrected by their author, withdrawn, exported with the customer's data and erased with the account
test("notes are shown with author and time, and another is added once; one that is refused stays in the form", async () => {
  const { body } = await get();
  for (const text of [
    "Rappelle\nlundi",
    "Ana Silva",
    'href="?notes=more-notes#notes"',
    "le client peut demander à lire",
  ])
    expect(body).toContain(text);
  const added = await post({ action: "note", note: " Rappelé ", key: "0193a1f0-0000-7000-8000-0000000000f1" });
  expect(added.headers.location).toBe("/demo/customers/a1?done=note#notes");
  const seen = peer.seen.find((one) => one.path === "/Office/addCustomerNote");
  expect([seen?.values.text, seen?.headers["idempotency-key"]]).toEqual([
    "Rappelé",
    "0193a1f0-0000-7000-8000-0000000000f1",
  ]);
  expect((await get("?done=note")).body).toContain("La note est ajoutée.");
  peer.seen.length = 0;
  await post({ action: "note", note: " ", key: "0193a1f0-0000-7000-8000-0000000000f2" });
  expect(sent("/Office/addCustomerNote")).toBeUndefined();
  mayNote = false;
  const refused = await post({ action: "note", note: "Rappelé encore", key: "0193a1f0-0000-7000-8000-0000000000f3" });
  expect([refused.statusCode, refused.body.includes("Rappelé encore</textarea>")]).toEqual([403, true]);
  mayNote = true;
});

// covers: notes of the staff about a customer: added, corrected by their author, withdrawn, exported with the customer's data and erased with the account
test("a note is chosen to be corrected or withdrawn, in the version that was shown; a refusal keeps what was typed", async () => {
  expect((await get()).body).toContain('href="?note=n1#notes"');
  expect((await get("?note=n1")).body).toContain("Corriger la note");
  const correct = { action: "note-correct", noteId: "n1", version: "1", note: "Rappelle mardi" };
  const { body } = await post(correct);
  for (const text of ["La note a été corrigée entre-temps", "Rappelle mardi</textarea>", 'name="version" value="2"'])
    expect(body).toContain(text);
  expect(sent("/Office/correctCustomerNote")).toMatchObject({ noteId: "n1", version: 1, text: "Rappelle mardi" });
  const withdraw = { action: "note-withdraw", noteId: "n1", version: "2", reason: "Erreur" };
  expect((await post(withdraw)).headers.location).toBe("/demo/customers/a1?done=note-withdraw#notes");
  expect(sent("/Office/withdrawCustomerNote")).toMatchObject({ customerId: "a1", noteId: "n1", reason: "Erreur" });
});

// covers: the staff read an e-mail to a customer as text, without codes and without what signs its links
test("an e-mail is read as text; one with a code has no link, and says that its contents are gone", async () => {
  const { body } = await get();
  expect(body).toContain('href="/demo/customers/a1/emails/e1"');
  expect(body).not.toContain('href="/demo/customers/a1/emails/e2"');
  const read = await get("/emails/e1");
  for (const text of ["Votre commande 2026-000017", "Merci pour votre commande", "amal@example.org"])
    expect(read.body).toContain(text);
  expect((await get("/emails/e2")).body).toContain("n’est pas enregistré");
});
