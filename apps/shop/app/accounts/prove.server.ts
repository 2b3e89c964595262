import type { Fault, Typed } from "../forms/form-values.ts";
import { formFaultField } from "../identity/forms/fault-fields.ts";
import type { FormCode } from "../identity/forms/form-codes.ts";
import { readProof } from "../identity/forms/sign-in-forms.ts";
import { beginAtProvider } from "../identity/providers/provider-begin.server.ts";
import type { Visit } from "../request-context/request-context.ts";

/** What a step of a proof ends with: `to` is where it goes on, at a provider or in the shop. */
export type Led = { ok: true; to: string } | { ok: false; faults: Fault<FormCode>[] };
export const refusedProof = (code: FormCode): Led & { ok: false } => ({
  ok: false,
  faults: [{ code, field: formFaultField(code, "proof") }],
});

/** Proves who is signed in by the password that was typed (`reauthenticate`, good for five minutes). `to` "": proved. */
export async function proveByPassword(visit: Visit, typed: Typed): Promise<Led> {
  const read = readProof(typed);
  if (!read.ok) return read;
  const proved = await visit.call("reauthenticate", { currentPassword: read.value.currentPassword });
  return proved.ok ? { ok: true, to: "" } : refusedProof(proved.code);
}

/** Leads to a provider of the account for a proof, and back to `next`, which then has `proved` in its query. */
export async function proveAtProvider(visit: Visit, next: string): Promise<Led> {
  const held = await visit.call("identities", {});
  if (!held.ok) return refusedProof(held.code);
  const own = held.value.identities.find(({ driver }) => driver !== null);
  if (own === undefined) return refusedProof("REAUTHENTICATION_REQUIRED");
  const begun = await beginAtProvider(visit, { providerId: own.providerId, purpose: "reauthenticate", next });
  return begun.ok ? { ok: true, to: begun.value } : refusedProof(begun.code);
}
