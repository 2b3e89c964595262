import { z } from "zod";
import { auditReasonMaxLength } from "../limits/staff-limits.ts";
import { CardIncident } from "../transport-cards.ts";
import { Day, Id, Instant } from "../values.ts";
import { BlankCardNumber } from "./cards/card-stock.ts";
import { AuditEntry } from "./staff.ts";
import { staffCall } from "./staff-call.ts";

/** State of a card (§4); customers' calls only know active and expired. */
export const CardState = z.enum(["active", "blocked", "replaced", "expired"]);

/** The account that a card is linked to. */
export const CardHolder = z.object({ name: z.string(), email: z.string(), customerNumber: z.string() });

/** A card in a list. */
export const FoundCard = z.object({
  cardId: Id,
  number: z.string().describe("In groups of four"),
  firstName: z.string(),
  lastName: z.string(),
  state: CardState,
  incident: CardIncident.nullable(),
  expiresAt: Instant.nullable(),
  holder: CardHolder.nullable().describe("null: not linked to an account"),
});
export type FoundCard = z.infer<typeof FoundCard>;

/** A declared incident of a card, and how it ended. */
export const CardIncidentRecord = z.object({
  kind: CardIncident,
  note: z.string(),
  declaredBy: z.enum(["customer", "staff", "register"]),
  staffName: z.string().nullable(),
  declaredAt: Instant,
  liftedAt: Instant.nullable(),
  liftNote: z.string().nullable(),
  replacedAt: Instant.nullable(),
  replacedByOrder: z.boolean().describe("A paid order replaces or replaced it"),
});

/** A ticket on a card. */
export const CardTicket = z.object({
  ticketId: Id,
  name: z.string(),
  status: z.string(),
  validFrom: Instant.nullable(),
  validUntil: Instant.nullable(),
  tripsLeft: z.int().nullable(),
  loadedAt: Instant.nullable().describe("Time at which a validator wrote it on the card"),
});

/** A card with everything needed to serve its bearer. */
export const StaffCard = FoundCard.extend({
  birthDate: Day,
  traveller: z.string().nullable().describe("The traveller of the account"),
  createdAt: Instant,
  linkedAt: Instant.nullable(),
  replacedBy: z.object({ cardId: Id, number: z.string() }).nullable(),
  incidents: z.array(CardIncidentRecord),
  tickets: z.array(CardTicket),
  acts: z.array(AuditEntry),
  takesBlankCards: z.boolean().describe("The network has a stock: a replacement needs the number of a blank card"),
});
export type StaffCard = z.infer<typeof StaffCard>;

const Note = z.string().trim().max(auditReasonMaxLength);

export const findCards = staffCall("cards", "GET", "findCards", {
  summary:
    "Finds cards by number (at least its last four digits), name of the bearer or holder, customer number or e-mail address.",
  permission: "cards.read",
  request: { query: z.string().trim().min(2).max(100) },
  answer: { cards: z.array(FoundCard), hasMore: z.boolean().describe("There are more results: narrow the query") },
  refusals: [],
});

export const getCard = staffCall("cards", "GET", "getCard", {
  summary: "Returns a card: bearer, account, incidents, tickets and audit entries.",
  permission: "cards.read",
  request: { cardId: Id },
  answer: { card: StaffCard },
  refusals: ["NOT_FOUND"],
});

export const staffBlockCard = staffCall("cards", "POST", "blockCard", {
  summary: "Blocks a lost, stolen or defective card and every ticket on it immediately.",
  permission: "cards.manage",
  multiline: ["note"],
  request: { cardId: Id, incident: CardIncident, note: Note.optional() },
  answer: { blockedTickets: z.int() },
  refusals: ["NOT_FOUND", "CARD_INCIDENT", "CARD_EXPIRED", "CARD_STATUS_EMPTY"],
});

export const staffUnblockCard = staffCall("cards", "POST", "unblockCard", {
  summary: "Lifts an incident that was declared by mistake; card and tickets become usable again.",
  permission: "cards.manage",
  multiline: ["note"],
  request: { cardId: Id, note: Note.min(1) },
  answer: { liftedTickets: z.int() },
  refusals: ["NOT_FOUND", "TRANSITION_NOT_ALLOWED"],
});

export const staffReplaceCard = staffCall("cards", "POST", "replaceCard", {
  summary: "Replaces a blocked card with a new one, with the tickets that can still be used.",
  permission: "cards.manage",
  multiline: ["note"],
  request: {
    cardId: Id,
    note: Note.optional(),
    cardNumber: BlankCardNumber.optional().describe(
      "The blank card that replaces it; needed if the network has a stock",
    ),
  },
  answer: { newCard: z.object({ cardId: Id, number: z.string() }), movedTickets: z.int() },
  refusals: ["NOT_FOUND", "TRANSITION_NOT_ALLOWED"],
});
