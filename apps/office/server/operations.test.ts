import type { FailedJob } from "@guichet/contract/office/operations.ts";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { officeAt, officeHost, startOfficePeer } from "./office-peer.ts";

const email: FailedJob = {
  jobId: "0193a1f0-0000-7000-8000-000000000001",
  kind: "mail",
  isInstallationWide: false,
  orderId: "0193a1f0-0000-7000-8000-000000000002",
  orderNumber: "2026-000017",
  template: "order-shipped",
  recipient: "nobody@example.org",
  lastError: "550 no such mailbox",
  attempts: 20,
  plannedAt: "2026-11-20T09:00:00.000Z",
  givenUpAt: "2026-11-20T14:00:00.000Z",
  nextTryAt: null,
  dropRefusal: null,
};
const refund: FailedJob = {
  ...email,
  jobId: "0193a1f0-0000-7000-8000-000000000003",
  kind: "rest-refund",
  template: null,
  recipient: null,
  lastError: "card closed",
  dropRefusal: "MONEY",
};
const state = {
  givenUp: [
    { kind: "mail", count: 3, since: "2026-11-20T14:00:00.000Z" },
    { kind: "rest-refund", count: 1, since: "2026-11-20T14:00:00.000Z" },
  ],
  failing: 2,
  unreachable: [{ party: "mail-server", since: "2026-11-20T08:00:00.000Z", retryAt: "2026-11-20T15:00:00.000Z" }],
  seesInstallation: false,
  version: "0.1.0",
  database: { version: "17.2", migration: "0075-x.sql", migratedAt: "2026-11-01T08:00:00.000Z", pending: [] },
};
let items: FailedJob[] = [email, refund];
let refusal: { status: number; code: string; details?: object } | undefined;
let peer: Awaited<ReturnType<typeof startOfficePeer>>;
let office: FastifyInstance;
beforeAll(async () => {
  const changed = (_seen: unknown, reply: { code(status: number): { send(body: unknown): unknown } }) => {
    if (refusal === undefined) return { status: "ok", retried: 3 };
    const error = { code: refusal.code, message: "", details: refusal.details };
    return reply.code(refusal.status).send({ status: "ko", error });
  };
  peer = await startOfficePeer(
    { step: null },
    {
      "/Office/getOperations": () => ({ status: "ok", ...state }),
      "/Office/listFailedJobs": () => ({ status: "ok", items, nextCursor: "next-1" }),
      "/Office/retryFailedJobs": changed,
      "/Office/dropFailedJob": changed,
    },
  );
  office = await officeAt(peer.baseUrl);
});
beforeEach(() => {
  items = [email, refund];
  refusal = undefined;
  peer.seen.length = 0;
});
afterAll(async () => {
  await office?.close();
  await peer?.stop();
});

const headers = { host: officeHost, cookie: "__Host-officeToken=good", "accept-language": "fr" };
const plain = (body: string) => body.replaceAll(/[\u00a0\u202f]/gu, " ");
const get = async (query = "") => plain((await office.inject({ url: `/demo/operations${query}`, headers })).body);
const post = async (values: Record<string, string>) => {
  const reply = await office.inject({
    method: "POST",
    url: "/demo/operations",
    headers: {
      ...headers,
      origin: `http://${officeHost}`,
      "sec-fetch-site": "same-origin",
      "content-type": "application/x-www-form-urlencoded",
    },
    payload: new URLSearchParams(values).toString(),
  });
  return { statusCode: reply.statusCode, location: reply.headers.location, body: plain(reply.body) };
};
const sent = (call: string) => peer.seen.filter(({ path }) => path === `/Office/${call}`).map(({ values }) => values);

// covers: failed e-mails and given-up jobs in the office, each with what it concerns and its reason
test("the page lists failed e-mails and jobs in words, unreachable services, version and database", async () => {
  const body = await get();
  for (const text of [
    "Serveur d’e-mails",
    "order-shipped",
    "nobody@example.org",
    "550 no such mailbox",
    "20 essais",
    "2026-000017",
    "Remboursement",
    "de l’argent ne serait pas encaissé",
    "0075-x.sql",
    "17.2",
    'href="/demo/operations?after=next-1"',
  ])
    expect(body).toContain(text);
  expect(body.split("Abandonner définitivement")).toHaveLength(2);
  const filtered = await get("?kind=mail&show=given-up&after=abc");
  expect(filtered).toContain("Relancer tout : E-mail (3)");
  await get("?show=failing");
  expect(sent("listFailedJobs").slice(1)).toMatchObject([{ kind: "mail", cursor: "abc" }, { failing: "true" }]);
  items = [];
  expect(await get()).toContain("Aucun e-mail ni tâche en échec.");
});

// covers: failed e-mails and jobs are retried in the office, one or all of a kind
test("one job is retried, or all of a kind, and the page confirms how many", async () => {
  const { location } = await post({ what: "retry", jobId: email.jobId });
  expect(location).toBe("/demo/operations?done=retried&count=3");
  await post({ what: "retry-kind", kind: "mail" });
  expect(sent("retryFailedJobs")).toMatchObject([{ jobId: email.jobId }, { kind: "mail" }]);
  expect(await get("?done=retried&count=3")).toContain("3 tâches relancées.");
  refusal = { status: 404, code: "NOT_FOUND" };
  expect((await post({ what: "retry", jobId: email.jobId })).body).toContain("Il y a un problème");
});

// covers: a failed job is dropped in the office with a reason, unless money or tickets would be lost
test("a drop needs a reason; refused, it says why, and the reason that was typed stays", async () => {
  expect((await post({ what: "drop", jobId: email.jobId, reason: " " })).body).toContain("Il y a un problème");
  expect(sent("dropFailedJob")).toEqual([]);
  const drop = { what: "drop", jobId: email.jobId, reason: "Client informé par courrier" };
  expect((await post(drop)).location).toBe("/demo/operations?done=dropped");
  expect(sent("dropFailedJob")).toMatchObject([{ jobId: email.jobId, reason: "Client informé par courrier" }]);
  refusal = { status: 409, code: "TRANSITION_NOT_ALLOWED", details: { reason: "TICKETS" } };
  const refused = await post(drop);
  expect(refused.body).toContain("un client n’aurait pas ses billets");
  expect(refused.body).toContain("Client informé par courrier");
  refusal = { status: 403, code: "ROLE_NOT_ALLOWED" };
  const revoked = await post(drop);
  expect(revoked.statusCode).toBe(403);
  expect(revoked.body).toContain("Client informé par courrier");
});
