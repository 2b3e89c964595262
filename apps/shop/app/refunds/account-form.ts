import type { Fault, Read, Typed } from "../forms/form-values.ts";

/** The codes of a form for the account of a refund; the server checks the IBAN. */
export type RefundAccountCode = "HOLDER_NAME_REQUIRED" | "IBAN_REQUIRED";

/** Parses the account of a refund, in the browser and on the server. */
export function readRefundAccount(typed: Typed): Read<{ holder: string; iban: string }, RefundAccountCode> {
  const holder = (typed.holder ?? "").trim();
  const iban = (typed.iban ?? "").trim();
  const faults: Fault<RefundAccountCode>[] = [];
  if (holder.length < 2) faults.push({ field: "holder", code: "HOLDER_NAME_REQUIRED" });
  if (iban === "") faults.push({ field: "iban", code: "IBAN_REQUIRED" });
  return faults.length > 0 ? { ok: false, faults } : { ok: true, value: { holder, iban } };
}
