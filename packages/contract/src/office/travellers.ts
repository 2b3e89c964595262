import { z } from "zod";
import { auditReasonMaxLength } from "../limits/staff-limits.ts";
import { servesCustomers } from "../staff-roles.ts";
import { Day, Id, Instant, RequestDay } from "../values.ts";
import { AuditEntry, AuditReason } from "./staff.ts";
import { staffCall } from "./staff-call.ts";
import { CardHolder, CardState } from "./transport-cards.ts";

const Person = z.object({ firstName: z.string(), lastName: z.string(), birthDate: Day.nullable() });

/** A traveller as a list of the staff shows them. */
export const FoundTraveller = Person.extend({
  travellerId: Id,
  isHolder: z.boolean(),
  isGuest: z.boolean(),
  holder: CardHolder.describe("The account"),
});
export type FoundTraveller = z.infer<typeof FoundTraveller>;

/** A traveller with everything that hangs on who it is (decision 097). */
export const StaffTraveller = FoundTraveller.extend({
  tariffStatus: Id.nullable(),
  hasPicture: z.boolean(),
  isSynchronised: z.boolean().describe("The national federation says who it is, at each sign-in anew"),
  documents: z.array(
    z.object({
      documentId: Id,
      name: z.string(),
      state: z.enum(["PENDING", "VALIDATING", "VALID", "INVALID"]),
      provenPerson: Person.nullable().describe("Whom it was accepted for"),
      expiresAt: Instant.nullable(),
    }),
  ),
  tickets: z
    .array(
      z.object({
        ticketId: Id,
        name: z.string(),
        serial: z.string(),
        printedName: z.string().describe("The name that it was sold with"),
        onCard: z.boolean(),
        validUntil: Instant.nullable(),
      }),
    )
    .describe("What can still be used, or is blocked"),
  cards: z.array(
    Person.extend({ cardId: Id, number: z.string().describe("In groups of four"), state: CardState }).describe(
      "As it was made for",
    ),
  ),
  subscriptions: z.array(z.object({ subscriptionId: Id, name: z.string(), endsAt: Instant })),
  acts: z.array(AuditEntry),
});
export type StaffTraveller = z.infer<typeof StaffTraveller>;

/** What a correction is: the same person, written rightly, or somebody else. */
export const CorrectionKind = z.enum(["same-person", "other-person"]);
export type CorrectionKind = z.infer<typeof CorrectionKind>;

/** As it is typed: the customers' own rules read it. */
const TypedPerson = { firstName: z.string().max(200), lastName: z.string().max(200) };

export const findTravellers = staffCall("travellers", "GET", "findTravellers", {
  summary: "Finds travellers by name, by the account's e-mail or customer number, or by a card's number.",
  roles: servesCustomers,
  request: { query: z.string().trim().min(2).max(100) },
  answer: { travellers: z.array(FoundTraveller), hasMore: z.boolean() },
  refusals: [],
});

export const getTraveller = staffCall("travellers", "GET", "getTraveller", {
  summary: "One traveller: who it is, what is bound to that, and what the staff did.",
  roles: servesCustomers,
  request: { travellerId: Id },
  answer: { traveller: StaffTraveller },
  refusals: ["NOT_FOUND"],
});

export const correctTraveller = staffCall("travellers", "POST", "correctTraveller", {
  summary:
    "Corrects names and birth date of a traveller after looking at papers, and tells the customer. The same person keeps rights, tickets and cards, under the right name; another person loses them as by the customer's own change, and is refused while a card or subscription is bound.",
  roles: servesCustomers,
  multiline: ["reason"],
  request: {
    travellerId: Id,
    seen: z
      .object({ ...TypedPerson, birthDate: RequestDay.nullable() })
      .describe("Who it was on the page that is answered"),
    ...TypedPerson,
    birthDate: z.string().max(40).nullable(),
    kind: CorrectionKind,
    reason: AuditReason.max(auditReasonMaxLength),
  },
  answer: {
    documents: z.int().describe("Accepted documents that are bound to the corrected person"),
    tickets: z.int().describe("Tickets that bear the corrected name"),
    cards: z.int().describe("Cards whose print bears the former name"),
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
