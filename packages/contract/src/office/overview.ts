import { z } from "zod";
import type { StaffPermission } from "../staff-roles.ts";
import { Instant } from "../values.ts";
import { staffCall } from "./staff-call.ts";

/** Work that waits for the staff, in the order in which the office lists it. */
export const QueueName = z.enum([
  "documents",
  "refund-requests",
  "cards",
  "parcels",
  "collections",
  "hand-overs",
  "terminations",
  "refunds",
  "transfers",
  "refund-accounts",
  "unpaid",
  "disputes",
  "discrepancies",
  "payments",
  "catalogue-drafts",
  "emails",
  "jobs",
]);
export type QueueName = z.infer<typeof QueueName>;

/** The permission of the call that lists the items of each queue: who lacks it does not see that the queue exists. */
export const permissionOfQueue = {
  documents: "documents.examine",
  "refund-requests": "documents.examine",
  cards: "orders.read",
  parcels: "orders.read",
  collections: "orders.read",
  "hand-overs": "orders.read",
  terminations: "terminations.read",
  refunds: "orders.read",
  transfers: "orders.read",
  "refund-accounts": "orders.read",
  unpaid: "orders.read",
  disputes: "orders.read",
  discrepancies: "orders.read",
  payments: "orders.read",
  // Who decides about them, or can mend them.
  "catalogue-drafts": "catalogue.publish",
  emails: "operations.manage",
  jobs: "operations.manage",
} as const satisfies Record<QueueName, StaffPermission>;

/** Work of one kind that waits for the staff. */
export const Queue = z.object({
  name: QueueName,
  count: z.int().describe("How many wait, at most 1,000"),
  hasMore: z.boolean().describe("Whether more than `count` wait"),
  oldestAt: Instant.nullable().describe("Since when the oldest waits; null: none waits"),
  missedCount: z
    .int()
    .nullable()
    .describe("How many of those counted have missed their target; null: this queue has no target"),
});
export type Queue = z.infer<typeof Queue>;

export const getQueues = staffCall("overview", "GET", "getQueues", {
  summary:
    "Counts the work that waits for the staff, as of now: documents, fulfilments, refunds, payments, disputes, cancellation requests, failed e-mails and jobs; only the queues whose items the caller may list.",
  permission: "office.open",
  request: {},
  answer: { queues: z.array(Queue) },
  refusals: [],
});
