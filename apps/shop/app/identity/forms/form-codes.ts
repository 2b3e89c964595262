import type { ErrorCode } from "@guichet/contract/error-codes.ts";

/** Error codes of the identity forms that are not part of the Ticket API. */
export const formCodes = [
  "FIRST_NAME_REQUIRED",
  "LAST_NAME_REQUIRED",
  "NAME_TOO_LONG",
  "EMAIL_REQUIRED",
  "EMAIL_AGAIN_DIFFERS",
  "TYPED_CODE_REQUIRED",
  "TYPED_CODE_WRONG",
  "PASSWORD_REQUIRED",
  "CURRENT_PASSWORD_REQUIRED",
  "NEW_PASSWORD_REQUIRED",
  "PASSWORD_AGAIN_DIFFERS",
  "PASSWORD_COMMON",
  "BIRTH_DATE_REQUIRED",
  "STREET_REQUIRED",
  "POSTAL_CODE_REQUIRED",
  "CITY_REQUIRED",
  "INVALID_LOGIN_CREDENTIALS",
  "EMAIL_NOT_FOUND",
  "INVALID_PASSWORD",
  "TOO_MANY_ATTEMPTS_TRY_LATER",
  "USER_DISABLED",
  "PROVIDER_CANCELLED",
] as const;
export type OwnCode = (typeof formCodes)[number];
export type FormCode = OwnCode | ErrorCode;

/** Result of an action of the identity modules. */
export type Acted<T> = { ok: true; value: T } | { ok: false; code: FormCode };
export const stopped = (code: FormCode): { ok: false; code: FormCode } => ({ ok: false, code });
