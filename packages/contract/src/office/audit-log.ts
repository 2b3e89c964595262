import { z } from "zod";
import { auditSubjectMaxLength } from "../limits/staff-limits.ts";
import { Id, Instant, page, paging, RequestDay } from "../values.ts";
import { staffCall } from "./staff-call.ts";

/** What an action of the staff is about: the first part of its name, as `card` in `card.block`. */
export const AuditKind = z.enum([
  "order",
  "refund-request",
  "payment",
  "discrepancy",
  "dispute",
  "compensation",
  "voucher",
  "agency",
  "alert",
  "catalogue",
  "payment-account",
  "customer",
  "traveller",
  "card",
  "card-stock",
  "ticket",
  "submission",
  "termination",
  "drawer",
  "month",
  "job",
  "staff",
  "audit",
]);
export type AuditKind = z.infer<typeof AuditKind>;

/** What can change of an agency. */
export const agencyFields = [
  "agency-label",
  "agency-address",
  "agency-position",
  "agency-index",
  "opening-hours",
  "special-hours",
  "closed-days",
  "slot-minutes",
  "slot-capacity",
  "agency-services",
  "agency-closed",
] as const;
/** What can change of an alert. */
export const alertFields = [
  "alert-level",
  "alert-place",
  "alert-message",
  "alert-from",
  "alert-until",
  "alert-end",
] as const;
/** What a file of card numbers changed: how many cards, and the digest of the file. */
export const cardFileFields = ["cards-added", "cards-blocked", "cards-unchanged", "file-digest"] as const;
/** What can change of a campaign's draft. */
export const campaignFields = [
  "campaign-name",
  "campaign-reasons",
  "campaign-days",
  "campaign-articles",
  "campaign-categories",
  "campaign-lines",
  "campaign-zones",
  "campaign-amount",
  "campaign-vouchers",
] as const;
export type AgencyField = (typeof agencyFields)[number];

/** What the staff can change of a customer; `note` is a note about them. */
export const customerFields = [
  "note",
  "email",
  "contact-email",
  "phone",
  "language",
  "postal-address",
  "customer-number",
] as const;

/** A field that an action changed; null: it was, or is, empty. */
export const AuditChange = z.object({
  field: z.enum([
    "first-name",
    "last-name",
    "birth-date",
    "roles",
    "delivery",
    "collection",
    ...customerFields,
    ...agencyFields,
    ...alertFields,
    ...cardFileFields,
    ...campaignFields,
  ]),
  before: z.string().nullable(),
  after: z.string().nullable(),
});
export type AuditChange = z.infer<typeof AuditChange>;

/** An action of the staff. Entries are added, and never changed; an erasure empties what they say about the person. */
export const LoggedAct = z.object({
  entryId: Id,
  act: z.string().describe("The action, as `<thing>.<verb>`"),
  by: z.string().nullable().describe("Name of the author; null: a command on the server"),
  at: Instant,
  subjectId: z.string().describe("The id of what it is about: an order, a card, a member of the staff"),
  subject: z.string().nullable().describe("Its number or name; null: it has none, or is gone"),
  customerId: Id.nullable().describe("The account of the customer concerned; null: none, or erased"),
  reason: z.string().nullable(),
  changes: z.array(AuditChange).describe("What it changed, where that is recorded"),
});
export type LoggedAct = z.infer<typeof LoggedAct>;

const logFilter = {
  staffId: Id.optional().describe("Only actions of this member of the staff"),
  kind: AuditKind.optional().describe("Only actions on things of this kind"),
  from: RequestDay.optional().describe("The first day, in the network's time zone"),
  until: RequestDay.optional().describe("The last day"),
  subject: z
    .string()
    .trim()
    .min(1)
    .max(auditSubjectMaxLength)
    .optional()
    .describe("Only about this: the number of an order or a transport card, a customer's e-mail address, or an id"),
};

export const listAuditLog = staffCall("staff", "GET", "listAuditLog", {
  summary:
    "Lists what the staff did in a network, the newest first: by person, kind, days, or what it is about. Actions of no network, such as a changed password, are listed if they concern its staff.",
  permission: "audit.read",
  request: { ...logFilter, ...paging },
  answer: {
    ...page(LoggedAct),
    staff: z.array(z.object({ staffId: Id, name: z.string() })).describe("Values of the filter, by name"),
  },
  refusals: ["CURSOR_INVALID"],
});

export const downloadAuditLog = staffCall("staff", "GET", "downloadAuditLog", {
  summary: "Answers the same list as CSV, at most 100,000 rows; the download is in the log itself.",
  permission: "audit.read",
  request: logFilter,
  answer: {},
  refusals: [],
  file: "text/csv",
});
