import { z } from "zod";
import { customerNoteMaxLength } from "../../limits/staff-limits.ts";
import { Id, Instant, page, paging } from "../../values.ts";
import { AuditReason } from "../staff.ts";
import { staffCall } from "../staff-call.ts";

/** A note of the staff about a customer. It is personal data: part of the customer's export, and erased with the account. */
export const CustomerNote = z.object({
  noteId: Id,
  text: z.string().describe("As it was last corrected"),
  by: z.string().nullable(),
  isOwn: z.boolean().describe("The caller wrote it, and may correct it"),
  at: Instant,
  correctedAt: Instant.nullable().describe("The last correction; null: never corrected"),
  version: z.int().describe("How often it was corrected"),
});
export type CustomerNote = z.infer<typeof CustomerNote>;

/** Why a note was not changed, in the refusal's details (`reason`). */
export const NoteRefusal = z.enum(["changed", "withdrawn", "of-another", "same"]);
export type NoteRefusal = z.infer<typeof NoteRefusal>;

const customerId = Id.describe("The customer's account");
const text = z.string().trim().min(1).max(customerNoteMaxLength).describe("The note");
const noteId = Id.describe("A note about this customer");
const version = z.int32().describe("The version that was shown: a change of any other one is refused");

export const listCustomerNotes = staffCall("customers", "GET", "listCustomerNotes", {
  summary:
    "Lists what the staff noted about a customer, as last corrected and without what was withdrawn, the newest first.",
  permission: "customers.support",
  request: { customerId, ...paging },
  answer: page(CustomerNote),
  refusals: ["CURSOR_INVALID"],
});

export const addCustomerNote = staffCall("customers", "POST", "addCustomerNote", {
  summary: "Adds a note about a customer. Customers do not see it in the shop, but it is in the export of their data.",
  permission: "customers.support",
  idempotent: true,
  multiline: ["text"],
  request: { customerId, text },
  answer: {},
  refusals: ["NOT_FOUND"],
});

export const correctCustomerNote = staffCall("customers", "POST", "correctCustomerNote", {
  summary:
    "Corrects the caller's own note. The audit log keeps the text before. A note of somebody else, a withdrawn one, or another version gets `TRANSITION_NOT_ALLOWED`.",
  permission: "customers.support",
  multiline: ["text"],
  request: { customerId, noteId, version, text },
  answer: {},
  refusals: ["NOT_FOUND", "TRANSITION_NOT_ALLOWED"],
});

export const withdrawCustomerNote = staffCall("customers", "POST", "withdrawCustomerNote", {
  summary:
    "Withdraws a note, also of somebody else: it is listed no more. The audit log keeps it with the reason until the customer is erased.",
  permission: "customers.support",
  request: { customerId, noteId, version, reason: AuditReason },
  answer: {},
  refusals: ["NOT_FOUND", "TRANSITION_NOT_ALLOWED"],
});
