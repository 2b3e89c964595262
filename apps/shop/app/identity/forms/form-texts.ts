import { nameMaxLength } from "@guichet/contract/limits/account-limits.ts";
import { failedSignInWindowMinutes } from "@guichet/contract/limits/sign-in-limits.ts";
import type { Fault } from "../../forms/form-values.ts";
import type { MessageId, Messages } from "../../locales/messages.gen.ts";
import { refusalText } from "../../texts/refusal-texts.ts";
import type { Translate } from "../../texts/texts.tsx";
import type { OwnCode } from "./form-codes.ts";
import { signInWaitText, waitText } from "./wait-text.ts";

/** Limits quoted in the error texts. */
const limits = { nameLength: nameMaxLength, blockedMinutes: failedSignInWindowMinutes } as const;

type PlainId = {
  [Id in MessageId]: Messages[Id] extends Record<string, never> ? Id : typeof limits extends Messages[Id] ? Id : never;
}[MessageId];

/** Text of each form error: what happened and what to do. A missing code is a compile error. */
const texts: Record<OwnCode, PlainId> = {
  FIRST_NAME_REQUIRED: "identity.error.first-name",
  LAST_NAME_REQUIRED: "identity.error.last-name",
  NAME_TOO_LONG: "identity.error.name-long",
  EMAIL_REQUIRED: "identity.error.email",
  EMAIL_AGAIN_DIFFERS: "identity.error.email-again",
  TYPED_CODE_REQUIRED: "identity.error.typed-code",
  TYPED_CODE_WRONG: "identity.error.typed-code-wrong",
  PASSWORD_REQUIRED: "identity.error.password",
  CURRENT_PASSWORD_REQUIRED: "identity.error.current-password",
  NEW_PASSWORD_REQUIRED: "identity.error.new-password",
  PASSWORD_AGAIN_DIFFERS: "identity.error.password-again",
  PASSWORD_COMMON: "identity.error.password-common",
  BIRTH_DATE_REQUIRED: "identity.error.birth-date",
  STREET_REQUIRED: "identity.error.street",
  POSTAL_CODE_REQUIRED: "identity.error.postal-code",
  CITY_REQUIRED: "identity.error.city",
  INVALID_LOGIN_CREDENTIALS: "identity.error.credentials",
  EMAIL_NOT_FOUND: "identity.error.email-unknown",
  INVALID_PASSWORD: "identity.error.password-wrong",
  TOO_MANY_ATTEMPTS_TRY_LATER: "identity.error.too-many",
  USER_DISABLED: "identity.error.disabled",
  PROVIDER_CANCELLED: "identity.error.provider-cancelled",
};

/** Returns the text of a form error in sign-in or account (§8). */
export function formText(t: Translate, { code, seconds }: Fault): string {
  if (seconds !== undefined)
    return code === "TOO_MANY_ATTEMPTS_TRY_LATER" ? signInWaitText(t, seconds) : waitText(t, seconds);
  const plain = t as (id: PlainId, values: typeof limits) => string;
  return isOwn(code) ? plain(texts[code], limits) : refusalText(t, code);
}

const isOwn = (code: string): code is OwnCode => Object.hasOwn(texts, code);
