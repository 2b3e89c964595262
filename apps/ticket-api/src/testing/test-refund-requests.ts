import { addDays, dayIn } from "@guichet/rules/dates/days.ts";
import { dayBegins } from "@guichet/rules/dates/instants.ts";
import { sql } from "kysely";
import { daysMs } from "../clock.ts";
import { scan } from "./test-documents.ts";
import { testArticle, testPack } from "./test-pack.ts";
import type { TestPerson } from "./test-people.ts";
import { openTestShop, type Shop } from "./test-purchase.ts";
import { bought } from "./test-refunds.ts";
import { type TestStaff, testStaff } from "./test-staff.ts";

const named = (name: string) => ({ fr: name, en: name, ar: name, it: name, es: name });
const dated = {
  validity: { from: "start", duration: "P30D" },
  pivot: { type: "DAY_PIVOT", value: 23, proposals: 30 },
} as const;
const moving = {
  reason: "moving",
  name: named("Moving"),
  evidence: named("Proof of the new address"),
  terms: { basis: "remaining-days" as const },
};
const articles = [
  testArticle({ id: "month", price: 3000, ...dated, refund: { basis: "none", withEvidence: [moving] } }),
  testArticle({
    ...{ id: "choice", price: 3000, ...dated },
    refund: { basis: "unused", fee: 1000, withEvidence: [{ ...moving, decisionDays: 5 }] },
  }),
];

/** The shop of the test file that imports this, and its staff, who sign in again whenever days pass. */
export let shop: Shop;
export let examiner: TestStaff;
export let manager: TestStaff;

/** Opens the shop, with a threshold of 25 euros for a second person. */
export async function openRequestShop(): Promise<Shop> {
  const network = { refundApprovalAbove: 2500 };
  shop = await openTestShop({ packs: [testPack({ articles, network }), testPack({ id: "south" })] });
  await later(0);
  return shop;
}

/** Days pass, after which the staff sign in again. */
export async function later(days: number) {
  await shop.pass(daysMs(days));
  examiner = await testStaff(shop.api, { north: ["examiner"] });
  manager = await testStaff(shop.api, { north: ["manager"] });
}
export const euros = (amount: number) => ({ amount, currency: "EUR" });
export const today = () => dayIn(shop.api.deps.clock.iso(), "Europe/Paris");
export const startingIn = (days: number) => ({
  startingAt: dayBegins(addDays(today(), days), "Europe/Paris").toISOString(),
});
export const quoted = async (orderId: string, { token }: TestPerson) =>
  (await shop.api.call("quoteRefund", { orderId }, { token })).body.tickets[0];
/** A pass of 30 days whose first day is today; 29 days remain, which are worth 2,900. */
export async function pass(person: TestPerson, more: Record<string, unknown> = {}) {
  const { orderId } = await bought(shop, person, 3000, ["month", 1, startingIn(1)], more);
  await later(1);
  const ticketId = (await quoted(orderId, person))?.ticketId ?? "";
  return { orderId, ticketId };
}
export type Link = { until: string; linkSignature: string };
export const file = async (name = "lease.jpg") => ({ bytes: await scan(), name, type: "image/jpeg" });
export const ask = async (
  { orderId, ticketId }: { orderId: string; ticketId: string },
  by: { token?: string; link?: Link; reason?: string },
) =>
  shop.api.call(
    "requestRefundWithEvidence",
    { orderId, ticketId, reason: by.reason ?? "moving", ...by.link },
    { ...(by.token === undefined ? {} : { token: by.token }), file: await file() },
  );
export const requested = async (ticket: { orderId: string; ticketId: string }, { token }: TestPerson) =>
  (await ask(ticket, { token })).body.request;
export const requestsOf = async (orderId: string, { token }: TestPerson) =>
  (await shop.api.call("readRefundRequests", { orderId }, { token })).body.requests;
export const shownTo = async ({ token }: TestStaff, requestId: string) =>
  (await shop.api.call("getRefundRequest", { requestId }, { token })).body.request;
export const decide = async ({ token }: TestStaff, requestId: string, more: Record<string, unknown>) =>
  shop.api.call("decideRefundRequest", { requestId, verdict: "accept", ...more }, { token });
export const storedFiles = async (requestId: string) =>
  (
    await sql<{
      count: number;
    }>`select count(*)::integer as count from refund_request_file f join stored_file s on s.id = f.file_id
    where f.request_id = ${requestId}`.execute(shop.api.deps.db)
  ).rows[0]?.count;
export const emailsOf = async (orderId: string) =>
  (
    await sql<{ template: string; contents: Record<string, unknown> }>`select template, contents from mail
    where contents ->> 'orderId' = ${orderId} and template like 'refund-%' order by created_at`.execute(
      shop.api.deps.db,
    )
  ).rows;
