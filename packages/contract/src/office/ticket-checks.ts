import { z } from "zod";
import { searchQueryMaxLength } from "../limits/staff-limits.ts";
import { reportedChecksMax, stoppedTicketsPage } from "../limits/ticket-check-limits.ts";
import { Day, Id, Instant, page, paging, RequestInstant, WireInt } from "../values.ts";
import { TicketBlock, TicketState } from "../wallet.ts";
import { AuditReason } from "./staff.ts";
import { staffCall } from "./staff-call.ts";

/** Result of a check of a ticket, as an inspector needs it. */
export const CheckOutcome = z.enum([
  "valid",
  "not-yet-valid",
  "expired",
  "used",
  "blocked",
  "forged",
  "other-network",
  "unknown",
]);
export type CheckOutcome = z.infer<typeof CheckOutcome>;

/**
 * Why a check has its result. `not-punched`: it must be validated before travel; `punch-unseen`: the same by its code, which on paper
 * never shows a use; `not-loaded`: the card does not have it yet; `unused`: it was not used in time; `listed`: it is on the list of
 * stopped tickets, which states no more; `needs-connection`: a number is known only to the server.
 */
export const CheckReason = z.enum([
  "not-begun",
  "not-punched",
  "punch-unseen",
  "not-loaded",
  "ended",
  "unused",
  "used-up",
  ...TicketBlock.options,
  "cancelled",
  "transferred",
  "moved",
  "listed",
  "signature",
  "network",
  "unreadable",
  "unknown-key",
  "not-found",
  "needs-connection",
]);
export type CheckReason = z.infer<typeof CheckReason>;

/** The ticket of a check. */
export const CheckedTicket = z.object({
  ticketId: Id,
  serial: z.string(),
  name: z.string().describe("Name of the article"),
  traveller: z.string().nullable().describe("The traveller's name; null: the ticket is for anybody"),
  birthDate: Day.nullable(),
  validFrom: Instant.nullable().describe("null: from the first use"),
  validUntil: Instant.nullable(),
  useBefore: Instant.nullable(),
  tripUntil: Instant.nullable().describe("End of the latest trip"),
  tripsLeft: z.int().nullable(),
  blockedFor: z.array(TicketBlock).describe("All reasons why it is blocked now; empty if it is not"),
  isBlockable: z.boolean().describe("The staff can block it: it is usable, or blocked for other reasons only"),
  orderId: Id,
  orderNumber: z.string(),
});
export type CheckedTicket = z.infer<typeof CheckedTicket>;

export const TicketCheckResult = z.object({
  checkId: Id,
  checkedAt: Instant,
  outcome: CheckOutcome,
  reasons: z.array(CheckReason),
  ticket: CheckedTicket.nullable().describe("null: there is none with this code or number"),
  otherChecks: z
    .array(z.object({ checkedAt: Instant, by: z.string() }))
    .describe("Other checks of the ticket within an hour, the latest first: it may be on two phones"),
});
export type TicketCheckResult = z.infer<typeof TicketCheckResult>;

const checkId = z.uuid().describe("Chosen by the caller: the same check reported again is stored once");
const text = z
  .string()
  .trim()
  .min(1)
  .max(searchQueryMaxLength)
  .describe("The content of the barcode, or the number of the ticket");

export const checkTicket = staffCall("wallet", "POST", "checkTicket", {
  summary: "Checks a ticket by its barcode or number against what the operator knows, and records the check.",
  permission: "tickets.check",
  request: { checkId, text },
  answer: { check: TicketCheckResult },
  refusals: [],
});

export const reportTicketChecks = staffCall("wallet", "POST", "reportTicketChecks", {
  summary:
    "Records checks that were made without a connection, and returns what the operator knew about each ticket at that time.",
  permission: "tickets.check",
  request: {
    checks: z
      .array(z.strictObject({ checkId, text, checkedAt: RequestInstant }))
      .min(1)
      .max(reportedChecksMax)
      .describe("The checks in the order in which they were made; an instant in the future counts as now"),
  },
  answer: { checks: z.array(TicketCheckResult) },
  refusals: [],
});

export const ticketCheckList = staffCall("wallet", "GET", "ticketCheckList", {
  summary:
    "Returns what a check without a connection needs: public keys, names of products, and a page of the tickets that are refused whatever their code states.",
  permission: "tickets.check",
  request: {
    cursor: paging.cursor,
    limit: WireInt.pipe(z.int().min(1).max(stoppedTicketsPage)).optional(),
  },
  answer: {
    keys: z.array(z.object({ kty: z.literal("OKP"), crv: z.literal("Ed25519"), x: z.string(), kid: z.string() })),
    products: z.array(z.object({ productId: Id, name: z.string() })),
    ...page(z.object({ ticketId: Id, state: TicketState })),
    asOf: Instant.describe("Instant of this page; a list of several pages is as of its first"),
  },
  refusals: ["CURSOR_INVALID"],
});

export const staffBlockTicket = staffCall("wallet", "POST", "blockTicket", {
  summary: "Blocks a ticket for a reason of the staff; validators refuse it from then on.",
  permission: "tickets.block",
  multiline: ["reason"],
  request: { ticketId: Id, reason: AuditReason },
  answer: {},
  refusals: ["NOT_FOUND", "TICKET_UNUSABLE"],
});

export const staffUnblockTicket = staffCall("wallet", "POST", "unblockTicket", {
  summary: "Lifts the block by the staff; other reasons for which the ticket is blocked stay.",
  permission: "tickets.block",
  multiline: ["reason"],
  request: { ticketId: Id, reason: AuditReason },
  answer: {
    blockedFor: z.array(TicketBlock).describe("The reasons that stay; empty: it is usable again"),
  },
  refusals: ["NOT_FOUND", "TRANSITION_NOT_ALLOWED"],
});
