import { z } from "zod";
import { call } from "./call.ts";
import { Ink, Support, Validity } from "./catalogue.ts";
import { PassWallet } from "./packs/pass-wallet.ts";
import { Journey } from "./travel.ts";
import { Duration, Id, Instant, ofTraveller, page, paging, WireBoolean } from "./values.ts";

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

/**
 * Reason for a blocked ticket: its card's incident, an unpaid debit or installment of its order, the staff, a dispute, or a first debit that
 * is not settled yet.
 */
export const TicketBlock = z.enum(["incident", "unpaid", "staff", "disputed", "unsettled"]);
export type TicketBlock = z.infer<typeof TicketBlock>;

/** Appearance and use of a product's tickets. */
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

/** One use of a ticket: its start, a trip, a change within a trip, or a validation while it is valid. */
export const TicketUse = z.object({
  useId: Id,
  kind: z.enum(["opened", "trip", "change", "checked"]),
  trips: z.int().describe("Number of trips taken"),
  usedAt: Instant,
  validUntil: Instant.nullable().describe("End of the right to travel"),
  place: z
    .object({ stickerId: Id, kind: z.enum(["vehicle", "stop"]), name: z.string(), line: z.string().nullable() })
    .nullable()
    .describe("The place, if a vignette recorded it"),
});
export type TicketUse = z.infer<typeof TicketUse>;

/** State of a ticket's transfer: PENDING and ERROR only concern cards, until the ticket is loaded. */
export const TransferStatus = z.enum(["PENDING", "DONE", "ERROR"]);
export type TransferStatus = z.infer<typeof TransferStatus>;

/** Loading state of a ticket on its card. */
export const CardLoading = z.enum(["next-validation", "loaded", "stopped"]);
export type CardLoading = z.infer<typeof CardLoading>;

export const Ticket = z.object({
  ticketId: Id,
  serial: z.string().describe("Number for use on the phone"),
  state: TicketState,
  blockedFor: z.array(TicketBlock).describe("All reasons why it is blocked; empty if it is not"),
  productId: Id,
  name: z.string(),
  summary: z.string(),
  ink: Ink,
  icon: z.string(),
  figure: z.object({ value: z.string(), unit: z.string() }).nullable(),
  journey: Journey.optional().describe("Origin and destination of a ticket between two stops"),
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
    .object({
      mediaId: Id,
      lastDigits: z.string(),
      loads: CardLoading.describe("stopped: the card was blocked or had expired before, or the ticket is"),
      loadedAt: Instant.nullable().describe("Time at which a validator wrote it on the card"),
    })
    .nullable()
    .describe("The transport card that holds it, and the state of the load"),
  transfer: TransferStatus.nullable().describe("State of its transfer; null: not transferred"),
  code: z.string().nullable().describe("Signed content of the barcode; null on supports without one"),
  firstUsedAt: Instant.nullable(),
  tripUntil: Instant.nullable().describe("End of the latest trip"),
  punch: z
    .object({ kind: z.enum(["opened", "trip", "checked"]), until: Instant.nullable() })
    .nullable()
    .describe("The effect of a punch now, and the end of the right to travel; null: it cannot be punched"),
  isTransferable: z.boolean().describe("It can still be transferred to another traveller or card, once"),
  wallets: z
    .array(PassWallet)
    .optional()
    .describe(
      "The wallet apps to which it can be added as a pass; absent: none, or not a response of `wallet/tickets`",
    ),
  uses: z.array(TicketUse).optional().describe("Its latest uses, newest first; only when a single ticket is requested"),
});
export type Ticket = z.infer<typeof Ticket>;

export const tickets = call("wallet", "GET", "/wallet/tickets", {
  summary: "Lists the tickets of the account or of the traveller `userId`, usable ones first.",
  section: "§7",
  session: "user",
  opensTo: ["deleting"],
  request: {
    ticketId: Id.optional(),
    orderId: Id.optional().describe("Only the tickets of this order; not found if it has none"),
    past: WireBoolean.optional(),
    ...ofTraveller("Only the tickets of this traveller"),
    ...paging,
  },
  answer: page(Ticket),
  refusals: ["NOT_FOUND", "CURSOR_INVALID"],
});

export const blueprints = call("wallet", "GET", "/wallet/blueprints", {
  summary: "Lists the ticket models of the network's products.",
  section: "§7",
  session: "none",
  request: {},
  answer: { items: z.array(Blueprint) },
  refusals: [],
  cacheable: true,
});

/** Tickets of one model, with their number. */
export const TicketStack = z.object({ blueprint: Blueprint, count: z.int(), tickets: z.array(Ticket) });
export type TicketStack = z.infer<typeof TicketStack>;
/** The tickets of a person or account, stacked by model. */
export const Wallet = z.object({ stacks: z.array(TicketStack) });
export type Wallet = z.infer<typeof Wallet>;

export const getWallet = call("wallet", "GET", "/Account/getWallet", {
  summary:
    "Returns the wallet of the account or of the traveller `userId`: tickets grouped by model and traveller, or one by one.",
  section: "§7",
  session: "user",
  opensTo: ["deleting"],
  request: {
    type: z.enum(["current", "past", "all"]).optional().describe("Current tickets, past ones or all; default: current"),
    unstack: WireBoolean.optional().describe("Do not group tickets"),
    display: z
      .enum(["full", "summary"])
      .optional()
      .describe("`summary`: number of tickets per model, without the tickets; default: full"),
    ...ofTraveller("Only the tickets of this traveller"),
  },
  answer: Wallet.shape,
  refusals: ["NOT_FOUND"],
});

export const contractAttestation = call("wallet", "GET", "/Wallet/contractAttestation", {
  summary: "Returns an attestation of a ticket and its price as PDF, for the employer of the person who paid.",
  section: "§7",
  session: "user",
  opensTo: ["deleting"],
  request: { ticketId: Id },
  answer: {},
  refusals: ["NOT_FOUND", "TICKET_UNUSABLE", "HOLDER_REQUIRED"],
  file: "application/pdf",
});

export const ticketPdf = call("wallet", "GET", "/Wallet/ticketPdf", {
  summary: "Returns a ticket as PDF, to print or to show.",
  session: "user",
  opensTo: ["deleting"],
  request: { ticketId: Id },
  answer: {},
  refusals: ["NOT_FOUND", "TICKET_UNUSABLE"],
  file: "application/pdf",
});

export const applePass = call("wallet", "GET", "/Wallet/applePass", {
  summary: "Returns a ticket as a signed pass for Apple Wallet, which then fetches its changes by itself.",
  session: "user",
  opensTo: ["deleting"],
  request: { ticketId: Id },
  answer: {},
  refusals: ["NOT_FOUND", "TICKET_UNUSABLE"],
  file: "application/vnd.apple.pkpass",
});

export const googlePass = call("wallet", "POST", "/Wallet/googlePass", {
  summary:
    "Creates the pass of a ticket at Google Wallet, or brings it up to date, and returns the link that saves it.",
  session: "user",
  opensTo: ["deleting"],
  request: { ticketId: Id },
  answer: {
    url: z.string().describe("Signed address at Google that adds the pass to the wallet of the person who opens it"),
  },
  refusals: ["NOT_FOUND", "TICKET_UNUSABLE"],
});

export const ticketHotlist = call("wallet", "GET", "/Networks/ticketHotlist", {
  summary:
    "Lists the tickets that validators must refuse whatever their code states: blocked, cancelled or transferred, and not yet expired; or expired early, until the end in the code signed before.",
  session: "none",
  right: "validator",
  request: paging,
  answer: {
    ...page(
      z.object({
        ticketId: Id.describe("Id in the code and in the load of a card"),
        state: TicketState,
        blockedFor: z.array(TicketBlock),
        since: Instant,
        until: Instant.nullable().describe(
          "Expiry of its longest code, after which it need not be listed; null: none yet",
        ),
        mediaNumber: z.string().nullable().describe("The transport card that holds it; null: it is on a phone"),
      }),
    ),
    asOf: Instant.describe("Instant of this page; a list of several pages is as of its first"),
  },
  refusals: ["CURSOR_INVALID"],
});

export const punchTicket = call("wallet", "POST", "/Ticket/punchTicket.json", {
  summary: "Punches a ticket: takes a trip or starts its period of validity; a vignette records the place.",
  section: "§7",
  session: "user",
  opensTo: ["deleting"],
  idempotent: true,
  request: {
    ticketId: Id,
    vignette: z.string().max(500).optional().describe("The payload of a vignette, or the URL that contains it"),
    stickerId: Id.optional().describe("The typed number of a vignette"),
    change: z.boolean().optional().describe("Transfer to another vehicle during a trip: takes no trip"),
  },
  answer: { ticket: Ticket, use: TicketUse },
  refusals: ["NOT_FOUND", "TICKET_UNUSABLE", "TICKET_USED_UP", "VIGNETTE_INVALID", "VIGNETTE_UNKNOWN"],
});

export const transferContract = call("wallet", "POST", "/wallet/transferContract", {
  summary:
    "Transfers a ticket to another traveller of the account or to a card, once and before its first use. Repeated for the same card, returns the state of the transfer.",
  section: "§7",
  session: "holder",
  idempotent: true,
  request: {
    ticketId: Id,
    customerId: Id.optional().describe("The traveller who receives it"),
    mediaId: Id.optional().describe("The transport card that receives it"),
  },
  answer: {
    transfer: TransferStatus.describe(
      "PENDING: the card is loaded at its next validation; DONE: it is loaded; ERROR: nothing changed (no ticket), or the card was blocked or expired before the load",
    ),
    ticketId: Id.nullable().describe("The ticket that replaces it"),
  },
  refusals: [
    "NOT_FOUND",
    "TICKET_UNUSABLE",
    "TRAVELLER_UNKNOWN",
    "TRAVELLER_NOT_ELIGIBLE",
    "DOCUMENT_REQUIRED",
    "PICTURE_REQUIRED",
    "CARD_REQUIRED",
    "SUPPORT_NOT_OFFERED",
  ],
});

/** A sticker on a vehicle or at a stop that identifies the place of a punch. */
export const Vignette = z.object({
  stickerId: Id,
  kind: z.enum(["vehicle", "stop"]),
  name: z.string(),
  stopId: z.string().nullable(),
  line: z.string().nullable(),
});
export type Vignette = z.infer<typeof Vignette>;

export const decodeVignette = call("wallet", "POST", "/Vignette/decode", {
  summary: "Checks and decodes the code of a vignette.",
  section: "§7",
  session: "none",
  request: { encodedPayload: z.string().min(1).max(500) },
  answer: { vignette: Vignette },
  refusals: ["VIGNETTE_INVALID", "VIGNETTE_UNKNOWN"],
});

export const sticker = call("wallet", "GET", "/Vignette/sticker", {
  summary: "Returns the vignette with this number.",
  section: "§7",
  session: "none",
  request: { stickerId: Id },
  answer: { vignette: Vignette },
  refusals: ["VIGNETTE_UNKNOWN"],
});
