import type { Collection, ListedDiscrepancy, UnresolvedPayment } from "@guichet/contract/office/payment-lists.ts";
import type { RefundByTransfer } from "@guichet/contract/office/refund-transfers.ts";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { officeAt, officeHost, startOfficePeer } from "./office-peer.ts";

const euros = (amount: number) => ({ amount, currency: "EUR" });
const id = (last: number) => `0193a1f0-0000-7000-8000-00000000000${last}`;
const order = { orderId: id(1), orderNumber: "2026-000017" };
const at = "2026-11-20T09:00:00.000Z";
const debit: Collection = {
  ...order,
  customer: "Ana Silva",
  isSubscription: true,
  position: 2,
  count: 3,
  method: "TRANSFER",
  state: "unpaid",
  amount: euros(1850),
  collectedOn: "2026-11-18",
  attempts: 2,
  failedAt: at,
  problem: "account",
  reasonCode: "AC04",
  suspendsOn: "2026-12-04",
  suspendedAt: null,
};
const unresolved: UnresolvedPayment = {
  ...order,
  paymentId: id(2),
  kind: "page",
  status: "open",
  amount: euros(1850),
  account: "stripe/main",
  providerReference: "cs_123",
  createdAt: at,
  nextCheckAt: null,
};
const discrepancy: ListedDiscrepancy = {
  ...order,
  discrepancyId: id(3),
  kind: "answer",
  foundAt: at,
  mismatches: [{ field: "amount", expected: "1850 EUR", answered: "1800 EUR" }],
  refund: null,
  refundedAt: null,
  settledAt: null,
  settlement: null,
  settledBy: null,
  account: "stripe/main",
  providerReference: "cs_456",
};
const transfer: RefundByTransfer = {
  ...order,
  transferId: id(4),
  state: "to-approve",
  amount: euros(1850),
  cause: "card",
  problem: "expired_or_canceled_card",
  holder: "Ana Silva",
  account: "FR76 … 928",
  requestedAt: at,
  enteredAt: at,
  approvedBy: null,
  confirmedBy: null,
  transferredAt: null,
};

let items: object[] = [];
let answer: { code: string; status: number; details?: object } | undefined;
let peer: Awaited<ReturnType<typeof startOfficePeer>>;
let office: FastifyInstance;
beforeAll(async () => {
  const listed = () => ({ status: "ok", items, nextCursor: "next-1" });
  const changed =
    (values: object) => (_seen: unknown, reply: { code(status: number): { send(body: unknown): unknown } }) =>
      answer === undefined
        ? { status: "ok", ...values }
        : reply.code(answer.status).send({ status: "ko", error: { ...answer, message: "" } });
  peer = await startOfficePeer(
    { step: null },
    {
      "/Office/listCollections": listed,
      "/Office/listUnresolvedPayments": listed,
      "/Office/listDiscrepancies": listed,
      "/Office/listRefundsByTransfer": listed,
      "/Office/downloadCollections": (_seen, reply) => reply.type("text/csv").send("order\r\n2026-000017\r\n"),
      "/Office/checkPayment": changed({ paymentStatus: "captured" }),
      "/Office/settleDiscrepancy": changed({}),
      "/Office/decideRefundByTransfer": changed({ transfer: { ...transfer, state: "to-confirm" } }),
    },
  );
  office = await officeAt(peer.baseUrl);
});
beforeEach(() => {
  answer = undefined;
  peer.seen.length = 0;
});
afterAll(async () => {
  await office?.close();
  await peer?.stop();
});

const headers = { host: officeHost, cookie: "__Host-officeToken=good", "accept-language": "fr" };
const get = async (path: string) => {
  const found = await office.inject({ url: `/demo/payments${path}`, headers });
  return { ...found, body: found.body.replaceAll(/[\u00a0\u202f]/gu, " "), headers: found.headers };
};
const post = (path: string, values: Record<string, string>) =>
  office.inject({
    method: "POST",
    url: `/demo/payments${path}`,
    headers: {
      ...headers,
      origin: `http://${officeHost}`,
      "sec-fetch-site": "same-origin",
      "content-type": "application/x-www-form-urlencoded",
    },
    payload: new URLSearchParams(values).toString(),
  });
const sent = (call: string) => peer.seen.filter(({ path }) => path === `/Office/${call}`).map(({ values }) => values);

// covers: the office lists unpaid and upcoming installments and debits with the reason of their failure, page by page and as CSV
test("unpaid collections show amount, day, reason in words and what happens next; filter, page and CSV are passed on", async () => {
  items = [debit];
  const { statusCode, body } = await get("");
  expect(statusCode).toBe(200);
  for (const text of [
    'href="/demo/orders/',
    "2026-000017",
    "Ana Silva",
    "18,50 €",
    "Prélèvement · 2 sur 3",
    "Abonnement",
    "18 nov. 2026",
    "2 tentatives",
    "Le compte ne peut pas être prélevé",
    "AC04",
    "Billets suspendus le 4 déc. 2026 sans règlement.",
    'href="/demo/payments?after=next-1"',
  ])
    expect(body).toContain(text);
  const filtered = await get("?state=planned&method=CARD&subscription=no&after=abc");
  expect(filtered.body).toContain('href="/demo/payments/list.csv?state=planned&amp;method=CARD&amp;subscription=no"');
  expect(sent("listCollections")).toMatchObject([
    { state: "unpaid" },
    { state: "planned", method: "CARD", subscription: "false", cursor: "abc" },
  ]);
  const file = await get("/list.csv?state=planned&method=CARD");
  expect(file.headers).toMatchObject({
    "content-type": expect.stringContaining("text/csv"),
    "content-disposition": 'attachment; filename="collections-planned.csv"',
  });
  expect(file.body).toContain("2026-000017");
  expect(sent("downloadCollections")).toMatchObject([{ state: "planned", method: "CARD" }]);
});

test.each([
  [{ state: "planned", suspendsOn: null }, "Le compte est prélevé le 18 nov. 2026."],
  [{ state: "begun", method: "CARD" }, "Le prestataire n’a pas encore répondu."],
  [{ suspendedAt: at }, "Billets suspendus depuis le"],
  [{ suspendsOn: null }, "En attente du règlement par le client."],
  [{ customer: null }, "Client effacé"],
] as const)("a collection with %j reads: %s", async (more, text) => {
  items = [{ ...debit, ...more }];
  expect((await get("")).body).toContain(text);
});

test.each([
  ["", "Rien n’est impayé."],
  ["?state=planned", "Aucun encaissement à venir."],
  ["/unresolved", "Le résultat de tous les paiements est connu."],
  ["/discrepancies", "Aucun écart à régler."],
  ["/discrepancies?list=closed", "Aucun écart réglé."],
  ["/accounts", "Aucun compte à vérifier."],
  ["/accounts?list=approved", "Aucun compte dans cet état."],
])("the empty list %s says so", async (path, text) => {
  items = [];
  expect((await get(path)).body).toContain(text);
});

// covers: card payments without a known result are listed in the office, and their result is asked for at once
test("a payment without a result shows its reference, and the provider is asked at once", async () => {
  items = [unresolved];
  const { body } = await get("/unresolved");
  for (const text of ["cs_123", "stripe/main", "Plus vérifié automatiquement", "Interroger le prestataire"])
    expect(body).toContain(text);
  const asked = await post("/unresolved", { paymentId: id(2) });
  expect(asked.headers.location).toBe("/demo/payments/unresolved?done=captured");
  expect((await get("/unresolved?done=captured")).body).toContain("Le paiement est encaissé.");
  expect(sent("checkPayment")).toMatchObject([{ paymentId: id(2) }]);
  for (const [details, text] of [
    [{ reason: "unreachable" }, "Le prestataire de paiement ne répond pas."],
    [{ reason: "unknown" }, "Le prestataire de paiement ne connaît pas ce paiement"],
    [{ reason: "refused", providerCode: "api_key_expired" }, "(code api_key_expired)"],
  ] as const) {
    answer = { code: "PAYMENT_UNAVAILABLE", status: 503, details };
    expect((await post("/unresolved", { paymentId: id(2) })).body).toContain(text);
  }
});

test.each([
  ["captured", "ok"],
  ["cancelled", "ok"],
  ["open", "wait"],
  ["refused", "bad"],
  ["mismatched", "bad"],
])("what the provider answered, %s, is a notice in the colour of %s", async (done, tone) => {
  items = [];
  const { body } = await get(`/unresolved?done=${done}`);
  expect(body).toMatch(new RegExp(`data-tone="${tone}" role="status"`));
});

// covers: payment discrepancies are listed in the office, open ones by age, and closed there with a reason
test("a discrepancy shows what was requested and received, and is closed with a reason", async () => {
  items = [discrepancy, { ...discrepancy, discrepancyId: id(5), orderId: null, orderNumber: null }];
  const { body } = await get("/discrepancies");
  for (const text of ["2026-000017", "cs_456", "18,50 € demandé", "18,00 €", "Carte enregistrée sans commande"])
    expect(body).toContain(text);
  expect((await post("/discrepancies", { discrepancyId: id(3), reason: " " })).body).toContain("Il y a un problème");
  expect(sent("settleDiscrepancy")).toEqual([]);
  const closed = await post("/discrepancies", { what: "settle", discrepancyId: id(3), reason: "Remboursé" });
  expect(closed.headers.location).toBe("/demo/payments/discrepancies?done=settled");
  expect(sent("settleDiscrepancy")).toMatchObject([{ discrepancyId: id(3), reason: "Remboursé" }]);
  expect(sent("listDiscrepancies")).toMatchObject([{ open: "true" }, { open: "true" }]);
});

// covers: the account of a refund that a card refused is approved or refused in the office
test("an account for a refund is approved as it was seen, or refused with a reason that is kept after an error", async () => {
  items = [transfer];
  const { body } = await get("/accounts");
  for (const text of ["Remboursement de 18,50 €", "FR76 … 928", "La carte a refusé le remboursement", "À approuver"])
    expect(body).toContain(text);
  const approved = await post("/accounts", { what: "approve", transferId: id(4), enteredAt: at });
  expect(approved.headers.location).toBe("/demo/payments/accounts?done=to-confirm");
  expect((await post("/accounts", { what: "refuse", transferId: id(4), reason: "" })).body).toContain(
    "Il y a un problème",
  );
  answer = { code: "TRANSITION_NOT_ALLOWED", status: 409, details: { reason: "ACCOUNT_CHANGED" } };
  expect((await post("/accounts", { what: "approve", transferId: id(4), enteredAt: at })).body).toContain(
    "Le client a saisi un autre compte entre-temps.",
  );
  answer = { code: "ROLE_NOT_ALLOWED", status: 403 };
  const revoked = await post("/accounts", { what: "refuse", transferId: id(4), reason: "Autre titulaire" });
  expect([revoked.statusCode, revoked.body.includes("Autre titulaire")]).toEqual([403, true]);
  expect(sent("decideRefundByTransfer")).toMatchObject([
    { transferId: id(4), decision: "approve", enteredAt: at },
    { decision: "approve" },
    { decision: "refuse", reason: "Autre titulaire" },
  ]);
  expect(sent("listRefundsByTransfer")[0]).toMatchObject({ toDecide: "true" });
});
