import { z } from "zod";
import { Id, Instant, page, paging, WireBoolean } from "../values.ts";
import { AuditReason } from "./staff.ts";
import { staffCall } from "./staff-call.ts";

/**
 * Why a job cannot be dropped (decision 163). `MONEY`, `TICKETS`: somebody would not be paid, charged or refunded, or would not
 * get a ticket; `CUSTOMER_REQUEST`: a request of a customer would stay unanswered; `SECURITY_LOG`: an event would be missing there;
 * `RECURRING`: it is planned again and again; `UNKNOWN`: this version does not know the kind.
 */
export const DropRefusal = z.enum(["MONEY", "TICKETS", "CUSTOMER_REQUEST", "SECURITY_LOG", "RECURRING", "UNKNOWN"]);
export type DropRefusal = z.infer<typeof DropRefusal>;

/** A job that failed: an e-mail that was not sent, or other work. */
export const FailedJob = z.object({
  jobId: Id,
  kind: z.string().describe("`mail` and `urgent-mail` are e-mails"),
  isInstallationWide: z.boolean().describe("It belongs to no network"),
  orderId: Id.nullable().describe("The order that it concerns; null: none, or unknown"),
  orderNumber: z.string().nullable(),
  template: z.string().nullable().describe("Which e-mail; null: none"),
  recipient: z.string().nullable().describe("The address of an e-mail; null: none"),
  lastError: z.string().nullable(),
  attempts: z.int().describe("Failures in a row"),
  plannedAt: Instant.describe("When it was planned"),
  givenUpAt: Instant.nullable().describe("null: it is tried again by itself"),
  nextTryAt: Instant.nullable().describe("null: it was given up"),
  dropRefusal: DropRefusal.nullable().describe("Why it cannot be dropped; null: it can, once it is given up"),
});
export type FailedJob = z.infer<typeof FailedJob>;

export const getOperations = staffCall("operations", "GET", "getOperations", {
  summary: "Answers the state of the installation: given-up jobs by kind, unreachable parties, version and database.",
  permission: "operations.manage",
  request: {},
  answer: {
    givenUp: z
      .array(z.object({ kind: z.string(), count: z.int(), since: Instant.describe("When the first was given up") }))
      .describe("Of the network; for an admin of every network also those that belong to none"),
    failing: z.int().describe("Jobs that failed and are tried again by themselves"),
    unreachable: z
      .array(
        z.object({
          party: z.enum([
            "payment-provider",
            "bank",
            "mail-server",
            "identity-provider",
            "apple-push",
            "google-wallet",
            "database",
          ]),
          since: Instant,
          retryAt: Instant,
        }),
      )
      .describe("Outside parties that cannot be reached; jobs wait for them"),
    seesInstallation: z.boolean().describe("Whether the caller is an admin of every network"),
    version: z.string().describe("The version of Guichet"),
    database: z.object({
      version: z.string().describe("The version of PostgreSQL"),
      migration: z.string().nullable().describe("The newest migration that ran; null: none"),
      migratedAt: Instant.nullable(),
      pending: z.array(z.string()).describe("Migrations of this version that have not run"),
    }),
  },
  refusals: [],
});

const kind = z.string().max(40);

export const listFailedJobs = staffCall("operations", "GET", "listFailedJobs", {
  summary: "Lists given-up jobs and e-mails of the network, the oldest first, or those that fail and are tried again.",
  permission: "operations.manage",
  request: {
    kind: kind.optional().describe("Only those of this kind"),
    failing: WireBoolean.optional().describe("Those that are tried again by themselves instead of given-up ones"),
    ...paging,
  },
  answer: page(FailedJob),
  refusals: ["CURSOR_INVALID"],
});

export const retryFailedJobs = staffCall("operations", "POST", "retryFailedJobs", {
  summary: "Tries given-up jobs of the network again at once: one, or all of a kind.",
  permission: "operations.manage",
  request: {
    jobId: Id.optional().describe("A given-up job; either this or `kind`"),
    kind: kind.optional().describe("All given-up jobs of this kind"),
  },
  answer: { retried: z.int() },
  refusals: ["NOT_FOUND"],
});

export const dropFailedJob = staffCall("operations", "POST", "dropFailedJob", {
  summary:
    "Drops a given-up job of the network for good, with a reason; an e-mail is then never sent. Refused with a `reason`, a `DropRefusal`, where something would be lost.",
  permission: "operations.manage",
  multiline: ["reason"],
  request: { jobId: Id.describe("A given-up job"), reason: AuditReason },
  answer: {},
  refusals: ["NOT_FOUND", "TRANSITION_NOT_ALLOWED"],
});
