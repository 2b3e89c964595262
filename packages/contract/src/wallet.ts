import { z } from "zod";
import { call } from "./call.ts";
import { Ink, Support, Validity } from "./catalogue.ts";
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

/** Why a ticket is blocked: its card's incident, an unpaid debit or installment of its order, the staff. */
export const TicketBlock = z.enum(["incident", "unpaid", "staff"]);
export type TicketBlock = z.infer<typeof TicketBlock>;

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

/** One use of a ticket: its window opened, a trip taken, a change within a trip, or shown to a validator while valid. */
export const TicketUse = z.object({
  useId: Id,
  kind: z.enum(["opened", "trip", "change", "checked"]),
  trips: z.int().describe("How many trips it took"),
  usedAt: Instant,
  validUntil: Instant.nullable().describe("Until when one may travel with it"),
  place: z
    .object({ stickerId: Id, kind: z.enum(["vehicle", "stop"]), name: z.string(), line: z.string().nullable() })
    .nullable()
    .describe("Where, when a vignette told it"),
});
export type TicketUse = z.infer<typeof TicketUse>;

/** How a gift of a ticket stands: PENDING and ERROR are of cards alone, until they are loaded with it. */
export const TransferStatus = z.enum(["PENDING", "DONE", "ERROR"]);
export type TransferStatus = z.infer<typeof TransferStatus>;

/** How far a card is loaded with a ticket that stands on it. */
export const CardLoading = z.enum(["next-validation", "loaded", "stopped"]);
export type CardLoading = z.infer<typeof CardLoading>;

export const Ticket = z.object({
  ticketId: Id,
  serial: z.string().describe("The number to read aloud"),
  state: TicketState,
  blockedFor: z.array(TicketBlock).describe("Why it is blocked: every reason that stands; empty when it is not"),
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
    .object({
      mediaId: Id,
      lastDigits: z.string(),
      loads: CardLoading.describe("stopped: the card was blocked or over before, or the ticket is"),
      loadedAt: Instant.nullable().describe("When a validator wrote it on the card"),
    })
    .nullable()
    .describe("The transport card that it stands on, and how far that is loaded"),
  transfer: TransferStatus.nullable().describe("How its transfer stands; null: it was not given away"),
  code: z.string().nullable().describe("The signed text of the barcode; null on supports that have none"),
  firstUsedAt: Instant.nullable(),
  tripUntil: Instant.nullable().describe("The end of the trip that was begun last"),
  punch: z
    .object({ kind: z.enum(["opened", "trip", "checked"]), until: Instant.nullable() })
    .nullable()
    .describe("What a punch would do now, and until when one could travel; null: it cannot be punched"),
  isTransferable: z.boolean().describe("It may still go to another traveller or card, once"),
  uses: z.array(TicketUse).optional().describe("Its latest uses, newest first; told when one ticket is asked for"),
});
export type Ticket = z.infer<typeof Ticket>;

export const tickets = call("wallet", "GET", "/wallet/tickets", {
  summary: "The tickets of the account, or of the traveller named by `userId`, usable ones first.",
  section: "§7",
  session: "user",
  opensTo: ["deleting"],
  request: {
    ticketId: Id.optional(),
    past: WireBoolean.optional(),
    ...ofTraveller("Only the tickets of this traveller"),
    ...paging,
  },
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

/** Tickets of one model, and how many. */
export const TicketStack = z.object({ blueprint: Blueprint, count: z.int(), tickets: z.array(Ticket) });
export type TicketStack = z.infer<typeof TicketStack>;
/** What somebody holds. */
export const Wallet = z.object({ stacks: z.array(TicketStack) });
export type Wallet = z.infer<typeof Wallet>;

export const getWallet = call("wallet", "GET", "/Account/getWallet", {
  summary:
    "The wallet of the account, or of the traveller named by `userId`: tickets of the same model and traveller stacked, or each alone.",
  section: "§7",
  session: "user",
  opensTo: ["deleting"],
  request: {
    type: z.enum(["current", "past", "all"]).optional().describe("default: current"),
    unstack: WireBoolean.optional().describe("Each ticket alone"),
    display: z
      .enum(["full", "summary"])
      .optional()
      .describe("`summary`: how many tickets of which model, without the tickets themselves; default: full"),
    ...ofTraveller("Only the tickets of this traveller"),
  },
  answer: Wallet.shape,
  refusals: ["NOT_FOUND"],
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

export const ticketHotlist = call("wallet", "GET", "/Networks/ticketHotlist", {
  summary:
    "Tickets that validators refuse whatever their code says: blocked, cancelled or given away, and not over by their own date.",
  session: "none",
  right: "validator",
  request: paging,
  answer: {
    ...page(
      z.object({
        ticketId: Id.describe("As the code and the load of a card name it"),
        state: TicketState,
        blockedFor: z.array(TicketBlock),
        since: Instant,
        until: Instant.nullable().describe("From then on its own date refuses it; null: none yet"),
        mediaNumber: z
          .string()
          .nullable()
          .describe("The transport card that it was written on; null: it is on a phone"),
      }),
    ),
    asOf: Instant,
  },
  refusals: ["CURSOR_INVALID"],
});

export const punchTicket = call("wallet", "POST", "/Ticket/punchTicket.json", {
  summary: "Uses a ticket: takes a trip, or opens its time window; with a vignette it is known where.",
  section: "§7",
  session: "user",
  opensTo: ["deleting"],
  idempotent: true,
  request: {
    ticketId: Id,
    vignette: z.string().max(500).optional().describe("The payload of a vignette, or the address that it holds"),
    stickerId: Id.optional().describe("The number of a vignette, typed"),
    change: z.boolean().optional().describe("Another vehicle within a trip that runs: takes no trip"),
  },
  answer: { ticket: Ticket, use: TicketUse },
  refusals: ["NOT_FOUND", "TICKET_UNUSABLE", "TICKET_USED_UP", "VIGNETTE_INVALID", "VIGNETTE_UNKNOWN"],
});

export const transferContract = call("wallet", "POST", "/wallet/transferContract", {
  summary:
    "Gives a ticket to another traveller of the account, or puts it on a card: once, before its first use. Asked again for the same card it tells how that stands.",
  section: "§7",
  session: "holder",
  idempotent: true,
  request: {
    ticketId: Id,
    customerId: Id.optional().describe("The traveller who gets it"),
    mediaId: Id.optional().describe("The transport card that gets it"),
  },
  answer: {
    transfer: TransferStatus.describe(
      "PENDING: the card is loaded at its next validation; DONE: it is; ERROR: nothing has changed (no ticket), or the card was blocked or over before it was loaded",
    ),
    ticketId: Id.nullable().describe("The ticket that stands in its place"),
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

/** A sticker on a vehicle or at a stop, which says where a ticket is punched. */
export const Vignette = z.object({
  stickerId: Id,
  kind: z.enum(["vehicle", "stop"]),
  name: z.string(),
  stopId: z.string().nullable(),
  line: z.string().nullable(),
});
export type Vignette = z.infer<typeof Vignette>;

export const decodeVignette = call("wallet", "POST", "/Vignette/decode", {
  summary: "Checks what a vignette's code says, and reads it.",
  section: "§7",
  session: "none",
  request: { encodedPayload: z.string().min(1).max(500) },
  answer: { vignette: Vignette },
  refusals: ["VIGNETTE_INVALID", "VIGNETTE_UNKNOWN"],
});

export const sticker = call("wallet", "GET", "/Vignette/sticker", {
  summary: "The vignette that has this number.",
  section: "§7",
  session: "none",
  request: { stickerId: Id },
  answer: { vignette: Vignette },
  refusals: ["VIGNETTE_UNKNOWN"],
});
