import type { EvidenceRefusal, StaffDispute } from "@guichet/contract/office/disputes.ts";
import type { StaffPayment } from "@guichet/contract/office/order-money.ts";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { officeAt, officeHost, startOfficePeer } from "./office-peer.ts";
import { sampleOrder } from "./sample-order.ts";

const euros = (amount: number) => ({ amount, currency: "EUR" });
const disputeId = "0193a1f0-0000-7000-8000-000000000001";
const open: StaffDispute = {
  disputeId,
  orderId: sampleOrder.orderId,
  orderNumber: sampleOrder.number,
  providerReference: "du_123",
  state: "needs-response",
  reason: "not-received",
  amount: euros(1850),
  withdrawn: euros(1850),
  fees: euros(2000),
  openedAt: "2026-11-20T09:00:00.000Z",
  evidenceDueAt: "2026-12-01T22:59:00.000Z",
  decidedAt: null,
  tickets: "suspended",
  evidence: null,
};
const requestedAt = "2026-11-21T09:00:00.000Z";
let shown = { dispute: open, evidenceRefusal: null as EvidenceRefusal | null, isDecidedHere: false };
let answer: object = { status: "ok", evidence: { state: "sending", requestedAt, endedAt: null, refusal: null } };
let paidBy: StaffPayment[] = [];
let peer: Awaited<ReturnType<typeof startOfficePeer>>;
let office: FastifyInstance;
beforeAll(async () => {
  peer = await startOfficePeer(
    { step: null },
    {
      "/Office/listDisputes": () => ({ status: "ok", items: [shown.dispute], nextCursor: "next-1" }),
      "/Office/getDispute": () => ({
        status: "ok",
        ...shown,
        movements: [{ at: "2026-11-20T09:00:00.000Z", kind: "withdrawn", amount: euros(1850) }],
      }),
      "/Office/submitDisputeEvidence": (_seen, reply) =>
        "error" in answer
          ? reply.code("ROLE_NOT_ALLOWED" === (answer.error as { code: string }).code ? 403 : 409).send(answer)
          : answer,
      "/Office/getOrder": () => ({
        status: "ok",
        order: { ...sampleOrder, payments: paidBy, disputes: [shown.dispute] },
      }),
      "/Office/recordDispute": (_seen, reply) =>
        "error" in answer ? reply.code(409).send(answer) : { status: "ok", disputeId },
      "/Office/decideDispute": () => ({ status: "ok" }),
      "/Office/listRefunds": () => ({ status: "ok", items: [] }),
    },
  );
  office = await officeAt(peer.baseUrl);
});
beforeEach(() => {
  shown = { dispute: open, evidenceRefusal: null, isDecidedHere: false };
  peer.seen.length = 0;
});
afterAll(async () => {
  await office?.close();
  await peer?.stop();
});

const headers = { host: officeHost, cookie: "__Host-officeToken=good", "accept-language": "fr" };
const get = async (path: string) => {
  const { statusCode, body } = await office.inject({ url: `/demo/${path}`, headers });
  return { statusCode, body: body.replaceAll(/[\u00a0\u202f]/gu, " ") };
};
const post = (values: Record<string, string>, path = `disputes/${disputeId}`) =>
  office.inject({
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
const sent = (call: string) => peer.seen.filter(({ path }) => path === `/Office/${call}`).map(({ values }) => values);

// covers: disputes listed by the deadline for evidence, filtered by state and paged
test("the list shows order, deadline, amount, reason and state of open disputes, and passes filter and page on", async () => {
  const { statusCode, body } = await get("disputes");
  expect(statusCode).toBe(200);
  for (const text of ["2026-000017", "1er déc. 2026", "18,50 €", "Rien n’a été livré.", "Preuves attendues"])
    expect(body).toContain(text);
  expect(body).toContain('href="/demo/disputes?after=next-1"');
  await get("disputes?state=lost&after=abc");
  await get("disputes?state=all");
  const [first, second, third] = sent("listDisputes");
  expect(first).toMatchObject({ open: "true" });
  expect(second).toMatchObject({ state: "lost", cursor: "abc" });
  expect(third).not.toHaveProperty("open");
  expect(third).not.toHaveProperty("state");
});

// covers: evidence about a disputed payment submitted to the bank once, with its states, before the deadline
test("a dispute shows what the provider reports, the document to read and the form; it is submitted once confirmed", async () => {
  const { body } = await get(`disputes/${disputeId}`);
  for (const text of [
    "Litige sur la commande 2026-000017",
    "La banque attend des preuves",
    "18,50 € repris par la banque",
    "20,00 €",
    "du_123",
    `href="/demo/disputes/${disputeId}/evidence"`,
    "Envoyer les preuves",
  ])
    expect(body).toContain(text);
  expect((await post({})).body).toContain("Il y a un problème");
  expect(sent("submitDisputeEvidence")).toEqual([]);
  const submitted = await post({ sure: "on" });
  expect(submitted.headers.location).toBe(`/demo/disputes/${disputeId}?done=submitted`);
  expect(sent("submitDisputeEvidence")).toMatchObject([{ disputeId }]);
});

test("a refused submission states its reason, also to a person whose permission was revoked", async () => {
  const before = answer;
  answer = {
    status: "ko",
    error: { code: "TRANSITION_NOT_ALLOWED", message: "", details: { reason: "EVIDENCE_OVERDUE" } },
  };
  expect((await post({ sure: "on" })).body).toContain("la banque n’accepte plus de preuves");
  answer = { status: "ko", error: { code: "ROLE_NOT_ALLOWED", message: "" } };
  const revoked = await post({ sure: "on" });
  expect(revoked.statusCode).toBe(403);
  expect(revoked.body).toContain("Il y a un problème");
  answer = before;
});

test.each([
  ["sending", null, "Preuves en cours d’envoi"],
  ["submitted", null, "Preuves envoyées à la banque"],
  ["refused", "evidence_submitted", "depuis le tableau de bord du prestataire"],
  ["refused", "invalid_file", "Motif du prestataire : invalid_file"],
] as const)(
  "evidence that is %s (%s) reads so, and can be submitted again only if it was refused",
  async (state, refusal, text) => {
    const endedAt = state === "sending" ? null : "2026-11-21T09:01:00.000Z";
    shown = {
      dispute: { ...open, evidence: { state, requestedAt, endedAt, refusal } },
      evidenceRefusal: state === "refused" ? null : "EVIDENCE_SUBMITTED",
      isDecidedHere: false,
    };
    const { body } = await get(`disputes/${disputeId}`);
    expect(body).toContain(text);
    expect(body.includes("Envoyer les preuves")).toBe(state === "refused");
  },
);

// covers §6: an order's dispute and the last day of its tickets in the office
test("the page of an order leads to its dispute, and a validity that ends at midnight reads as its last day", async () => {
  const { body } = await get(`orders/${sampleOrder.orderId}`);
  expect(body).toContain("Un paiement de 18,50 € est contesté auprès de la banque");
  expect(body).toContain(`href="/demo/disputes/${disputeId}"`);
  expect(body).toContain("jusqu’au lundi 30 novembre 2026 inclus");
});

// covers: a chargeback that the staff record, and what the bank decided about it, where the payment provider reports none
test("a chargeback is recorded from the page of an order whose provider reports none, and its decision on its own page", async () => {
  const before = answer;
  const path = `orders/${sampleOrder.orderId}/dispute`;
  const paymentId = "0193a1f0-0000-7000-8000-0000000000aa";
  const settledAt = "2026-11-23T08:01:00.000Z";
  const payment: StaffPayment = {
    ...{ paymentId, installment: 1, kind: "page", method: "CARD", status: "captured", amount: euros(1850) },
    ...{ refunded: euros(0), account: "lyra/main", reference: "ref-1", mandate: null, disputesAreRecorded: true },
    ...{ paidWith: "0014", brand: "CB", createdAt: settledAt, settledAt },
  };
  paidBy = [{ ...payment, disputesAreRecorded: false }];
  expect((await get(`orders/${sampleOrder.orderId}`)).body).not.toContain(`/demo/${path}`);
  expect((await get(path)).body).toContain("signale lui-même les litiges");
  paidBy = [payment];
  expect((await get(`orders/${sampleOrder.orderId}`)).body).toContain(`href="/demo/${path}"`);
  expect((await get(path)).body).toContain("Référence de la banque");
  const typed = {
    ...{
      paymentId: `${paymentId} EUR`,
      amount: "18,50",
      withdrawnOn: "2026-11-25",
      reference: "IMP-7",
      reason: "fraudulent",
    },
  };
  expect((await post({ ...typed, reference: "" }, path)).body).toContain("Un champ est vide");
  expect((await post({ ...typed, amount: "0" }, path)).body).toContain("Saisissez au plus ce qui a été payé");
  expect(sent("recordDispute")).toEqual([]);
  answer = {
    status: "ko",
    error: { code: "TRANSITION_NOT_ALLOWED", message: "", details: { reason: "reference-known" } },
  };
  const refused = await post(typed, path);
  expect(refused.body).toContain("Un autre impayé porte cette référence");
  expect(refused.body).toContain('value="IMP-7"');
  answer = before;
  const recorded = await post(typed, path);
  expect(recorded.headers.location).toBe(`/demo/disputes/${disputeId}?done=recorded`);
  const asked = { paymentId, amount: euros(1850), withdrawnOn: "2026-11-25", reference: "IMP-7", reason: "fraudulent" };
  expect(sent("recordDispute").at(-1)).toMatchObject(asked);
  expect((await get(`disputes/${disputeId}`)).body).not.toContain("Décision de la banque");
  shown = { ...shown, isDecidedHere: true };
  expect((await get(`disputes/${disputeId}?done=recorded`)).body).toContain("Décision de la banque");
  expect((await post({ what: "decide", outcome: "lost", reason: "" })).body).toContain("Il y a un problème");
  const decided = await post({ what: "decide", outcome: "lost", reason: "Courrier du 25" });
  expect(decided.headers.location).toBe(`/demo/disputes/${disputeId}?done=decided`);
  expect(sent("decideDispute")).toMatchObject([{ disputeId, outcome: "lost", reason: "Courrier du 25" }]);
});
