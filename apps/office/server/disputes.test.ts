import type { EvidenceRefusal, StaffDispute } from "@guichet/contract/office/disputes.ts";
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
let shown = { dispute: open, evidenceRefusal: null as EvidenceRefusal | null };
let answer: object = { status: "ok", evidence: { state: "sending", requestedAt, endedAt: null, refusal: null } };
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
      "/Office/getOrder": () => ({ status: "ok", order: { ...sampleOrder, disputes: [shown.dispute] } }),
      "/Office/listRefunds": () => ({ status: "ok", items: [] }),
    },
  );
  office = await officeAt(peer.baseUrl);
});
beforeEach(() => {
  shown = { dispute: open, evidenceRefusal: null };
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
const post = (values: Record<string, string>) =>
  office.inject({
    method: "POST",
    url: `/demo/disputes/${disputeId}`,
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
