import { z } from "zod";
import { User } from "./accounts.ts";
import { call } from "./call.ts";
import { Support, Validity } from "./catalogue.ts";
import { OrderProcessStatus, OrderStatus } from "./orders.ts";
import { Journey } from "./travel.ts";
import {
  deviceName,
  Id,
  Instant,
  ofTraveller,
  page,
  paging,
  RequestDay,
  RequestInstant,
  WireBoolean,
} from "./values.ts";

export const CardIncident = z.enum(["lost", "stolen", "defective"]);
export type CardIncident = z.infer<typeof CardIncident>;

/** An order that makes a card: the traveller's first card, or a replacement. */
export const CardOrder = z.object({
  orderId: Id,
  orderNumber: z.string(),
  status: OrderStatus,
  support: Support.nullable(),
  processStatus: OrderProcessStatus.describe("TO_PROCESS: not made yet; PROCESSED: shipped or handed over"),
});
export type CardOrder = z.infer<typeof CardOrder>;

/** A transport card ("media" on the wire, §3), as shown to its account. */
export const TransportCard = z.object({
  id: Id,
  network_id: Id,
  provider_id: z.string(),
  number: z.string().describe("The number; in a card's session its last four digits"),
  expires_at: Instant.nullable(),
  created_at: Instant,
  state: z.enum(["active", "expired"]),
  incident: CardIncident.nullable(),
  incident_at: Instant.nullable().describe("Time of the declaration"),
  replacement: CardOrder.nullable().describe("The order that replaces or replaced it"),
  replaced_by: Id.nullable().describe("The card that replaced it"),
  made_by: CardOrder.nullable().describe("The order for which it was made"),
  traveller: z.object({ userId: Id, firstName: z.string(), lastName: z.string() }).nullable(),
});
export type TransportCard = z.infer<typeof TransportCard>;

/** A typed card number: spaces and hyphens are ignored. */
const CardNumber = z.string().min(1).max(40);

export const searchLocalMediaForSignin = call("cards", "GET", "/Account/searchLocalMediaForSignin", {
  summary: "Finds a card by its number and its bearer's birth date; every mismatch gets the same answer.",
  section: "§7",
  session: "none",
  request: { mediaNumber: CardNumber, mediaCustomerBirthDate: RequestDay },
  answer: {
    token: z.string().describe("For `signinWithToken` or `registerMedia`, valid once within 10 minutes"),
    media: z.object({ lastDigits: z.string(), firstName: z.string(), isLinked: z.boolean() }),
  },
  refusals: ["CARD_DATA_NOT_RECOGNISED", "TOO_MANY_REQUESTS"],
});

export const signinWithToken = call("cards", "POST", "/Account/signinWithToken", {
  summary: "Opens a session that can only reload the card found by a search.",
  section: "§7",
  session: "none",
  request: {
    token: z.string().min(1).max(200).describe("The token of a search, valid once within 10 minutes"),
    device: deviceName,
  },
  answer: {
    user: User.describe("A guest with only a first name"),
    media: z.object({ lastDigits: z.string(), firstName: z.string() }),
  },
  refusals: ["TOKEN_INVALID"],
});

export const getMedias = call("cards", "GET", "/Account/getMedias.json", {
  summary:
    "Lists the transport cards of the account; in a card's session, that card with the last digits of its number.",
  section: "§7",
  session: "user",
  opensTo: ["card"],
  request: ofTraveller("Only the cards of this traveller"),
  answer: {
    medias: z.array(TransportCard),
    ordered: z
      .array(CardOrder.extend({ traveller: z.object({ userId: Id, firstName: z.string(), lastName: z.string() }) }))
      .describe("First cards that are paid but not made yet"),
  },
  refusals: [],
});

export const registerMedia = call("cards", "POST", "/Account/registerMedia.json", {
  summary: "Links a card to the account, by number and birth date or with the token of a search.",
  section: "§7",
  session: "account",
  request: {
    ...ofTraveller(
      "The person who gets the card; default: the card's bearer among the travellers, else the signed-in person",
    ),
    mediaNumber: CardNumber.optional(),
    mediaCustomerBirthDate: RequestDay.optional(),
    token: z.string().min(1).max(200).optional(),
  },
  answer: { media: TransportCard },
  refusals: [
    "TOKEN_INVALID",
    "CARD_NOT_RECOGNISED",
    "CARD_BIRTH_DATE_MISMATCH",
    "CARD_EXPIRED",
    "CARD_INCIDENT",
    "CARD_LINKED",
    "CARD_STATUS_EMPTY",
    "CARD_ERROR",
    "TOO_MANY_REQUESTS",
    "NOT_FOUND",
  ],
});

export const unregisterMedia = call("cards", "DELETE", "/Account/unregisterMedia", {
  summary: "Unlinks a card from the account.",
  section: "§7",
  session: "account",
  request: { mediaId: Id, ...ofTraveller("The person who must have the card") },
  answer: {},
  refusals: ["NOT_FOUND", "TRANSITION_NOT_ALLOWED"],
});

export const declareMediaIncident = call("cards", "POST", "/Account/declareMediaIncident", {
  summary: "Blocks a lost, stolen or defective card and every ticket on it immediately.",
  session: "account",
  multiline: ["note"],
  request: {
    mediaId: Id,
    incident: CardIncident,
    note: z.string().trim().max(500).optional(),
    confirmed: WireBoolean.optional().describe("The customer's confirmation; needed"),
  },
  answer: { media: TransportCard, blockedTickets: z.int() },
  refusals: ["CONFIRMATION_REQUIRED", "NOT_FOUND", "CARD_INCIDENT", "CARD_EXPIRED", "CARD_STATUS_EMPTY"],
});

export const cardHotlist = call("cards", "GET", "/Networks/cardHotlist", {
  summary: "Lists the cards that validators must refuse: blocked or replaced, and not yet expired.",
  session: "none",
  right: "validator",
  request: paging,
  answer: {
    ...page(z.object({ number: z.string(), incident: CardIncident, since: Instant })),
    asOf: Instant,
  },
  refusals: ["CURSOR_INVALID"],
});

/** A ticket to be loaded on a transport card, without personal data. */
export const CardLoad = z.object({
  ticketId: Id.describe("Also identifies the load: a ticket that moves to another card becomes a new ticket"),
  mediaNumber: z.string(),
  productId: Id,
  name: z.string(),
  journey: Journey.nullable(),
  validity: Validity,
  validFrom: Instant.nullable().describe("null: from the first use"),
  validUntil: Instant.nullable(),
  useBefore: Instant.nullable(),
  tripsLeft: z.int().nullable(),
  transferMinutes: z.int().nullable(),
  since: Instant.describe("Time since which the load is waiting"),
});
export type CardLoad = z.infer<typeof CardLoad>;

export const cardLoads = call("cards", "GET", "/Networks/cardLoads", {
  summary: "Lists the tickets that wait to be loaded on a card, or on any card of the network, latest purchase first.",
  session: "none",
  right: "validator",
  request: { mediaNumber: CardNumber.optional(), ...paging },
  answer: { ...page(CardLoad), asOf: Instant },
  refusals: ["CURSOR_INVALID", "CARD_NOT_RECOGNISED", "CARD_EXPIRED", "CARD_INCIDENT", "CARD_STATUS_EMPTY"],
});

export const reportCardLoad = call("cards", "POST", "/Networks/reportCardLoad", {
  summary: "Records that a validator wrote a ticket on a card; may be repeated, and reported late.",
  session: "none",
  right: "validator",
  request: {
    mediaNumber: CardNumber,
    ticketId: Id,
    loadedAt: RequestInstant.describe("Time of the load by the validator's clock"),
  },
  answer: {
    ticketId: Id,
    loadedAt: Instant.describe("The time of the first report"),
    recorded: z.boolean().describe("false: it was reported before, and nothing changed"),
  },
  refusals: [
    "CARD_NOT_RECOGNISED",
    "CARD_EXPIRED",
    "CARD_INCIDENT",
    "CARD_STATUS_EMPTY",
    "LOAD_UNKNOWN",
    "LOAD_WITHDRAWN",
  ],
});
