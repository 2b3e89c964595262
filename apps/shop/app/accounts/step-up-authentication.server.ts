import type { Fault, Typed } from "../forms/form-values.ts";
import { formFaultField } from "../identity/forms/fault-fields.ts";
import type { FormCode } from "../identity/forms/form-codes.ts";
import { readReauthentication } from "../identity/forms/sign-in-forms.ts";
import { beginAtProvider } from "../identity/providers/provider-begin.server.ts";
import type { RequestContext } from "../request-context/request-context.ts";

/** Result of a reauthentication step; `to` is the next URL, at a provider or in the shop. */
export type Redirection = { ok: true; to: string } | { ok: false; faults: Fault<FormCode>[] };
export const refusedReauthentication = (code: FormCode): Redirection & { ok: false } => ({
  ok: false,
  faults: [{ code, field: formFaultField(code, "proof") }],
});

/** Reauthenticates with the submitted password (`reauthenticate`, valid for five minutes). `to` is "" on success. */
export async function reauthenticateByPassword(ctx: RequestContext, typed: Typed): Promise<Redirection> {
  const read = readReauthentication(typed);
  if (!read.ok) return read;
  const reauthenticated = await ctx.call("reauthenticate", { currentPassword: read.value.currentPassword });
  return reauthenticated.ok ? { ok: true, to: "" } : refusedReauthentication(reauthenticated.code);
}

/** Starts reauthentication at a provider of the account, which redirects back to `next` with `reauthenticated` in its query. */
export async function reauthenticateAtProvider(ctx: RequestContext, next: string): Promise<Redirection> {
  const held = await ctx.call("identities", {});
  if (!held.ok) return refusedReauthentication(held.code);
  const own = held.value.identities.find(({ driver }) => driver !== null);
  if (own === undefined) return refusedReauthentication("REAUTHENTICATION_REQUIRED");
  const begun = await beginAtProvider(ctx, { providerId: own.providerId, purpose: "reauthenticate", next });
  return begun.ok ? { ok: true, to: begun.value } : refusedReauthentication(begun.code);
}
