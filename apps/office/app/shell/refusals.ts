import type { ErrorCode } from "@guichet/contract/error-codes.ts";
import { failedSignInWindowMinutes, passwordMinLength } from "@guichet/contract/limits/sign-in-limits.ts";
import { data } from "react-router";
import type { Translate } from "./texts.tsx";

/** Error codes with a text for staff; any other code gets the general text, with the code to quote. */
const worded = [
  "CREDENTIALS_INVALID",
  "TOO_MANY_REQUESTS",
  "ROLE_NOT_ALLOWED",
  "NOT_FOUND",
  "TRANSITION_NOT_ALLOWED",
  "PASSWORD_WRONG",
  "SECOND_FACTOR_WRONG",
  "PASSWORD_UNCHANGED",
  "PASSWORD_DOES_NOT_MEET_REQUIREMENTS",
  "SUBMISSION_TAKEN",
  "PERSON_CHANGED",
  "FIELD_REQUIRED",
  "PERSON_BOUND",
  "NAME_TOO_SHORT",
  "NAME_WITHOUT_VOWEL",
  "NAME_FORBIDDEN_CHARACTER",
  "NAMES_EQUAL",
  "BIRTH_DATE_INVALID",
  "CARD_INCIDENT",
  "CARD_EXPIRED",
  "CARD_STATUS_EMPTY",
  "FIELD_INVALID",
  "EMAIL_INVALID",
  "EMAIL_EXISTS",
  "EMAIL_UNCHANGED",
  "PHONE_INVALID",
  "ACCOUNT_DELETION_PENDING",
  "DELETION_BLOCKED",
  "DELETION_NOT_REQUESTED",
  "STAFF_KNOWN",
  "STAFF_OWN_ACCOUNT",
  "STAFF_OF_ANOTHER_NETWORK",
  "CODE_INVALID",
  "CODE_EXPIRED",
  "PAYMENT_UNAVAILABLE",
  "REFUND_REFUSED",
  "REFUND_EXCEEDS_PAID",
  "REFUND_AMOUNT_CHANGED",
  "SECOND_PERSON_REQUIRED",
  "COMPENSATION_TOTAL_CHANGED",
  "COMPENSATIONS_TOO_MANY",
  "TICKET_UNUSABLE",
  "UNAVAILABLE",
] as const satisfies readonly ErrorCode[];

/**
 * The result of an action that the Ticket API refused. A revoked permission is a 403, after which React Router loads the
 * page's data no more: the form stays with what was typed, instead of an error page.
 */
export function refused<More extends object = object>(code: ErrorCode, more?: More) {
  return data({ code, ...more } as { code: ErrorCode } & More, { status: code === "ROLE_NOT_ALLOWED" ? 403 : 200 });
}

/** The limits stated in these texts. */
const limits = { length: passwordMinLength, minutes: failedSignInWindowMinutes };

/** Returns the text of an error code: the problem and its remedy. */
export function refusalText(t: Translate, code: ErrorCode): string {
  const known = worded.find((each) => each === code);
  return known === undefined ? t("shell.refused.other", { code }) : t(`shell.refused.${known}`, limits);
}
