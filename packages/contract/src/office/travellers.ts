import { z } from "zod";
import { auditReasonMaxLength } from "../limits/staff-limits.ts";
import { Day, Id, Instant, RequestDay } from "../values.ts";
import { AuditEntry, AuditReason } from "./staff.ts";
import { staffCall } from "./staff-call.ts";
import { CardHolder, CardState } from "./transport-cards.ts";

const Person = z.object({ firstName: z.string(), lastName: z.string(), birthDate: Day.nullable() });

/** A traveller in a list for the staff. */
export const FoundTraveller = Person.extend({
  travellerId: Id,
  isHolder: z.boolean(),
  isGuest: z.boolean(),
  holder: CardHolder.describe("The account"),
});
export type FoundTraveller = z.infer<typeof FoundTraveller>;

/** A traveller with everything that depends on their identity (decision 097). */
export const StaffTraveller = FoundTraveller.extend({
  tariffStatus: Id.nullable(),
  hasPicture: z.boolean(),
  isSynchronised: z.boolean().describe("The national federation supplies the identity at each sign-in"),
  documents: z.array(
    z.object({
      documentId: Id,
      name: z.string(),
      state: z.enum(["PENDING", "VALIDATING", "VALID", "INVALID"]),
      provenPerson: Person.nullable().describe("The person for whom it was accepted"),
      expiresAt: Instant.nullable(),
    }),
  ),
  tickets: z
    .array(
      z.object({
        ticketId: Id,
        name: z.string(),
        serial: z.string(),
        printedName: z.string().describe("The name at the time of sale"),
        onCard: z.boolean(),
        validUntil: Instant.nullable(),
      }),
    )
    .describe("Tickets that can still be used or are blocked"),
  cards: z.array(
    Person.extend({ cardId: Id, number: z.string().describe("In groups of four"), state: CardState }).describe(
      "The person printed on the card",
    ),
  ),
  subscriptions: z.array(z.object({ subscriptionId: Id, name: z.string(), endsAt: Instant })),
  acts: z.array(AuditEntry),
});
export type StaffTraveller = z.infer<typeof StaffTraveller>;

/** Kind of a correction: the same person with a corrected name, or another person. */
export const CorrectionKind = z.enum(["same-person", "other-person"]);
export type CorrectionKind = z.infer<typeof CorrectionKind>;

/** Names as typed; validated by the same rules as the customers'. */
const TypedPerson = { firstName: z.string().max(200), lastName: z.string().max(200) };

export const findTravellers = staffCall("travellers", "GET", "findTravellers", {
  summary: "Finds travellers by name, by the account's e-mail address or customer number, or by card number.",
  permission: "travellers.read",
  request: { query: z.string().trim().min(2).max(100) },
  answer: { travellers: z.array(FoundTraveller), hasMore: z.boolean() },
  refusals: [],
});

export const getTraveller = staffCall("travellers", "GET", "getTraveller", {
  summary: "Returns a traveller: identity, what depends on it, and audit entries.",
  permission: "travellers.read",
  request: { travellerId: Id },
  answer: { traveller: StaffTraveller },
  refusals: ["NOT_FOUND"],
});

export const correctTraveller = staffCall("travellers", "POST", "correctTraveller", {
  summary:
    "Corrects names and birth date of a traveller after an examination of documents, and notifies the customer. The same person keeps rights, tickets and cards under the corrected name. Another person loses them, as after the customer's own change; this is refused while a card or subscription is bound.",
  permission: "travellers.correct",
  multiline: ["reason"],
  request: {
    travellerId: Id,
    seen: z
      .object({ ...TypedPerson, birthDate: RequestDay.nullable() })
      .describe("The identity displayed when the correction was entered"),
    ...TypedPerson,
    birthDate: z.string().max(40).nullable(),
    kind: CorrectionKind,
    reason: AuditReason.max(auditReasonMaxLength),
  },
  answer: {
    documents: z.int().describe("Number of accepted documents now bound to the corrected identity"),
    tickets: z.int().describe("Number of tickets with the corrected name"),
    cards: z.int().describe("Number of cards printed with the former name"),
  },
  refusals: [
    "NOT_FOUND",
    "PERSON_CHANGED",
    "PERSON_BOUND",
    "NAME_TOO_SHORT",
    "NAME_WITHOUT_VOWEL",
    "NAME_FORBIDDEN_CHARACTER",
    "NAMES_EQUAL",
    "BIRTH_DATE_INVALID",
    "FIELD_REQUIRED",
  ],
});
