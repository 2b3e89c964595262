import { cardSignInMinutes } from "@guichet/contract/limits/transport-card-limits.ts";
import type { Fault } from "../forms/form-values.ts";
import type { FormCode } from "../identity/forms/form-codes.ts";
import { formText } from "../identity/forms/form-texts.ts";
import type { MessageId, Messages } from "../locales/messages.gen.ts";
import type { Translate } from "../texts/texts.tsx";

/** The limits stated in these texts. */
const limits = { minutes: cardSignInMinutes } as const;

type PlainId = {
  [Id in MessageId]: Messages[Id] extends Record<string, never> ? Id : typeof limits extends Messages[Id] ? Id : never;
}[MessageId];

/** Texts of card forms that the Ticket API's error codes do not cover. */
const texts = {
  CARD_NUMBER_REQUIRED: "transport-cards.error.number",
  CARD_BIRTH_DATE_REQUIRED: "transport-cards.error.birth-date",
  /** The card is already linked to this account. */
  CARD_LINKED_HERE: "transport-cards.error.linked-here",
  /** The selected traveller has a different birth date. */
  CARD_TRAVELLER_DIFFERS: "transport-cards.error.traveller",
  /** The search result is expired or used. */
  CARD_FOUND_OVER: "transport-cards.error.over",
  CARD_TRIES: "transport-cards.error.tries",
  CARD_STAYS: "transport-cards.error.stays",
  CARD_EMAIL_TAKEN: "transport-cards.error.email-taken",
  CARD_INCIDENT_REQUIRED: "transport-cards.error.incident",
  CARD_SURE_REQUIRED: "transport-cards.error.sure",
} as const satisfies Record<string, PlainId>;
export type CardCode = keyof typeof texts | FormCode;

/** Returns the text for an error in a card form (§8). */
export function cardText(t: Translate, fault: Fault): string {
  const plain = t as (id: PlainId, values: typeof limits) => string;
  return isOwn(fault.code) ? plain(texts[fault.code], limits) : formText(t, fault);
}

const isOwn = (code: string): code is keyof typeof texts => Object.hasOwn(texts, code);

/** Maps an error code of the Ticket API to a card form: the field and its text. */
export function cardFault(code: FormCode, details: Readonly<Record<string, unknown>> = {}): Fault<CardCode> {
  switch (code) {
    case "TOKEN_INVALID":
      return { code: "CARD_FOUND_OVER" };
    case "TOO_MANY_REQUESTS":
      return { code: "CARD_TRIES" };
    case "TRANSITION_NOT_ALLOWED":
      return { code: "CARD_STAYS" };
    case "CARD_LINKED":
      return { field: "mediaNumber", code: details.own === true ? "CARD_LINKED_HERE" : code };
    case "CARD_BIRTH_DATE_MISMATCH":
      return details.field === "userId"
        ? { field: "traveller", code: "CARD_TRAVELLER_DIFFERS" }
        : { field: "birthDate", code };
    case "CARD_DATA_NOT_RECOGNISED":
    case "CARD_NOT_RECOGNISED":
    case "CARD_EXPIRED":
    case "CARD_INCIDENT":
    case "CARD_STATUS_EMPTY":
      return { field: "mediaNumber", code };
    default:
      return { code };
  }
}
