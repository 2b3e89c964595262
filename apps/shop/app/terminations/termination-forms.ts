import { nameMaxLength } from "@guichet/contract/limits/account-limits.ts";
import { requestYearMax } from "@guichet/contract/limits/request-limits.ts";
import {
  contractNameMaxLength,
  contractNumberMaxLength,
  terminationReasonMaxLength,
} from "@guichet/contract/limits/termination-limits.ts";
import { addMonths } from "@guichet/rules/dates/days.ts";
import { chosenEndMonthsMax } from "@guichet/rules/renewals.ts";
import type { Fault, Read, Typed } from "../forms/form-values.ts";
import type { FormCode } from "../identity/forms/form-codes.ts";
import { emailIn, textIn } from "../identity/forms/person-fields.ts";

/** Error codes of the forms that terminate a contract. */
export type TerminationCode =
  | FormCode
  | "NUMBER_REQUIRED"
  | "CONTRACT_REQUIRED"
  | "END_ON_PAST"
  | "END_ON_FAR"
  | "NUMBER_TOO_LONG"
  | "CONTRACT_TOO_LONG"
  | "REASON_TOO_LONG"
  | "CHOICE_REQUIRED";

export interface TypedTermination {
  number: string;
  firstName: string;
  lastName: string;
  email: string;
  contract: string;
  endOn?: string;
  reason?: string;
}

/** Fields of the form, in its order; the summary sends them again. */
export const terminationFields = ["number", "firstName", "lastName", "email", "contract", "endOn", "reason"] as const;

/** Reads the form of somebody who is not signed in. `today` is in the network's zone. */
export function readTermination(typed: Typed, today: string): Read<TypedTermination, TerminationCode> {
  const faults: Fault<TerminationCode>[] = [];
  const required = (field: string, missing: TerminationCode, max: number, tooLong: TerminationCode): string => {
    const text = textIn(typed, field);
    if (text === "") faults.push({ field, code: missing });
    else if (text.length > max) faults.push({ field, code: tooLong });
    return text;
  };
  const number = required("number", "NUMBER_REQUIRED", contractNumberMaxLength, "NUMBER_TOO_LONG");
  const firstName = required("firstName", "FIRST_NAME_REQUIRED", nameMaxLength, "NAME_TOO_LONG");
  const lastName = required("lastName", "LAST_NAME_REQUIRED", nameMaxLength, "NAME_TOO_LONG");
  const found: Fault<FormCode>[] = [];
  const email = emailIn(typed, "email", found);
  faults.push(...found);
  const contract = required("contract", "CONTRACT_REQUIRED", contractNameMaxLength, "CONTRACT_TOO_LONG");
  const endOn = textIn(typed, "endOn");
  if (endOn !== "" && !isDayFrom(endOn, today)) faults.push({ field: "endOn", code: "END_ON_PAST" });
  else if (endOn > addMonths(today, chosenEndMonthsMax)) faults.push({ field: "endOn", code: "END_ON_FAR" });
  const reason = textIn(typed, "reason");
  if (reason.length > terminationReasonMaxLength) faults.push({ field: "reason", code: "REASON_TOO_LONG" });
  if (faults.length > 0) return { ok: false, faults };
  const optional = { ...(endOn === "" ? {} : { endOn }), ...(reason === "" ? {} : { reason }) };
  return { ok: true, value: { number, firstName, lastName, email, contract, ...optional } };
}

/** Whether the text is a calendar day, not before `today`. */
function isDayFrom(text: string, today: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < today || text > `${requestYearMax}-12-31`) return false;
  const instant = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text);
}

/** Reads which contract a form names, with the effect that its page showed. */
export function readChoice(typed: Typed): Read<{ subscriptionId: string }, TerminationCode> {
  const { subscription: subscriptionId = "" } = typed;
  if (!/^[\w-]{1,64}$/.test(subscriptionId))
    return { ok: false, faults: [{ field: "subscription", code: "CHOICE_REQUIRED" }] };
  return { ok: true, value: { subscriptionId } };
}
