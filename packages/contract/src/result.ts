import type { ErrorCode } from "./error-codes.ts";

/** Result of a decision: a value, or an error that the customer can act on. Never an exception. */
export type Result<T, C extends ErrorCode = ErrorCode> = Ok<T> | Err<C>;

export interface Ok<T> {
  ok: true;
  value: T;
}

export interface Err<C extends ErrorCode = ErrorCode> {
  ok: false;
  code: C;
  /** Details for the shop's message: a field's name, a limit, a line. Never free text for people. */
  details?: ErrorDetails;
}

export type ErrorDetails = Record<string, string | number | boolean | null | readonly string[]>;

export const ok = <T>(value: T): Ok<T> => ({ ok: true, value });

export function err<C extends ErrorCode>(code: C, details?: ErrorDetails): Err<C> {
  return details === undefined ? { ok: false, code } : { ok: false, code, details };
}
