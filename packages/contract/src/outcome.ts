import type { RefusalCode } from "./refusals.ts";

/** What a decision yields: a value, or a refusal that the customer can act on. Never an exception (decisions of style). */
export type Outcome<T, C extends RefusalCode = RefusalCode> = Done<T> | Refusal<C>;

export interface Done<T> {
  ok: true;
  value: T;
}

export interface Refusal<C extends RefusalCode = RefusalCode> {
  ok: false;
  code: C;
  /** What the shop needs to word it: a field's name, a limit, a line. Never free text for people. */
  details?: RefusalDetails;
}

export type RefusalDetails = Record<string, string | number | boolean | null | readonly string[]>;

export const done = <T>(value: T): Done<T> => ({ ok: true, value });

export function refuse<C extends RefusalCode>(code: C, details?: RefusalDetails): Refusal<C> {
  return details === undefined ? { ok: false, code } : { ok: false, code, details };
}
