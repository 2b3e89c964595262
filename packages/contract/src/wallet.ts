import { z } from "zod";
import { call } from "./call.ts";
import { Ink, Support, Validity } from "./catalogue.ts";
import { Journey } from "./travel.ts";
import { Duration, Id, Instant, page, paging, WireBoolean } from "./values.ts";

export const TicketState = z.enum([
  "pending",
  "active",
  "expired",
  "used-up",
  "transferred",
  "cancelled",
  "blocked",
  "moved",
]);
export type TicketState = z.infer<typeof TicketState>;

/** What a ticket of a product looks like and how it is used. */
export const Blueprint = z.object({
  productId: Id,
  name: z.string(),
  summary: z.string(),
  ink: Ink,
  icon: z.string(),
  figure: z.object({ value: z.string(), unit: z.string() }).nullable(),
  validity: Validity,
  useWithin: Duration.nullable(),
  trips: z.int().nullable(),
  transferMinutes: z.int().nullable(),
});
export type Blueprint = z.infer<typeof Blueprint>;

export const Ticket = z.object({
  ticketId: Id,
  serial: z.string().describe("The number to read aloud"),
  state: TicketState,
  productId: Id,
  name: z.string(),
  summary: z.string(),
  ink: Ink,
  icon: z.string(),
  figure: z.object({ value: z.string(), unit: z.string() }).nullable(),
  journey: Journey.optional().describe("From where to where, for a ticket that is good between two stops"),
  traveller: z.object({ userId: Id, firstName: z.string(), lastName: z.string() }).nullable(),
  support: Support,
  orderId: Id,
  orderNumber: z.string(),
  issuedAt: Instant,
  validFrom: Instant.nullable().describe("null: from the first use"),
  validUntil: Instant.nullable(),
  useBefore: Instant.nullable(),
  tripsLeft: z.int().nullable(),
  trips: z.int().nullable(),
  media: z
    .object({ mediaId: Id, lastDigits: z.string(), loads: z.enum(["next-validation"]) })
    .nullable()
    .describe("The transport card that it stands on, and when that is loaded"),
  code: z.string().nullable().describe("The signed text of the barcode; null on supports that have none"),
});
export type Ticket = z.infer<typeof Ticket>;

export const tickets = call("wallet", "GET", "/wallet/tickets", {
  summary: "The tickets of the account, usable ones first.",
  section: "§7",
  session: "user",
  opensTo: ["deleting"],
  request: { ticketId: Id.optional(), past: WireBoolean.optional(), ...paging },
  answer: page(Ticket),
  refusals: ["NOT_FOUND", "CURSOR_INVALID"],
});

export const blueprints = call("wallet", "GET", "/wallet/blueprints", {
  summary: "The ticket models of the network's products.",
  section: "§7",
  session: "none",
  request: {},
  answer: { items: z.array(Blueprint) },
  refusals: [],
  cacheable: true,
});

export const getWallet = call("wallet", "GET", "/Account/getWallet", {
  summary: "The wallet: tickets of the same model and traveller stacked, or each alone.",
  section: "§7",
  session: "user",
  opensTo: ["deleting"],
  request: { type: z.enum(["current", "past", "all"]).optional(), unstack: WireBoolean.optional() },
  answer: { stacks: z.array(z.object({ blueprint: Blueprint, count: z.int(), tickets: z.array(Ticket) })) },
  refusals: [],
});

export const contractAttestation = call("wallet", "GET", "/Wallet/contractAttestation", {
  summary: "A PDF that states a contract and what was paid, for an employer's refund, to whoever paid.",
  section: "§7",
  session: "user",
  opensTo: ["deleting"],
  request: { ticketId: Id },
  answer: {},
  refusals: ["NOT_FOUND", "TICKET_UNUSABLE", "HOLDER_REQUIRED"],
  file: "application/pdf",
});

export const ticketPdf = call("wallet", "GET", "/Wallet/ticketPdf", {
  summary: "A ticket as PDF, to print or to show.",
  session: "user",
  opensTo: ["deleting"],
  request: { ticketId: Id },
  answer: {},
  refusals: ["NOT_FOUND", "TICKET_UNUSABLE"],
  file: "application/pdf",
});
