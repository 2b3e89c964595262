import type { Typed } from "../forms/form-values.ts";
import { beginAtProvider, ownCustomProvider } from "../identity/providers/provider-begin.server.ts";
import { providersOf, shownProvider } from "../identity/providers/providers.server.ts";
import { href } from "../paths.ts";
import type { RequestContext } from "../request-context/request-context.ts";
import {
  type Redirection,
  reauthenticateAtProvider,
  reauthenticateByPassword,
  refusedReauthentication,
} from "./step-up-authentication.server.ts";

/** The sign-in methods of the account, and those of the network that it lacks; undefined: not theirs to see (§6). */
export async function signInMethodsOf(ctx: RequestContext) {
  const held = await ctx.call("identities", {});
  if (!held.ok) return undefined;
  const { identities } = held.value;
  const has = (id: string) => identities.some(({ providerId }) => providerId === id);
  return {
    methods: identities,
    offers: (await providersOf(ctx)).filter(({ id }) => !has(id)).map(shownProvider),
    /** E-mail and password can prove who asks; without them a provider does. */
    hasPassword: has("password"),
    /** The national federation alone: e-mail and password can be added. */
    isNationalOnly: identities.length > 0 && identities.every(({ driver }) => driver === "FRANCECONNECT"),
  };
}
export type SignInMethods = NonNullable<Awaited<ReturnType<typeof signInMethodsOf>>>;

/** Links a provider: first the proof of who asks, then to the provider, whose answer does it. */
export async function link(ctx: RequestContext, typed: Typed, isReauthenticated: boolean): Promise<Redirection> {
  const providerId = typed.provider ?? "";
  const here = href("account", undefined, { edit: "link", provider: providerId });
  const reauthentication = await reauthenticate(ctx, typed, here, isReauthenticated);
  if (!reauthentication.ok || reauthentication.to !== "") return reauthentication;
  return redirectionOf(await beginAtProvider(ctx, { providerId, purpose: "link" }));
}

/** Unlinks a provider, after a proof by the password, or by that provider itself. */
export async function unlink(ctx: RequestContext, typed: Typed): Promise<Redirection> {
  const providerId = typed.provider ?? "";
  const methods = await signInMethodsOf(ctx);
  if (!methods?.hasPassword) return redirectionOf(await beginAtProvider(ctx, { providerId, purpose: "unlink" }));
  const reauthentication = await reauthenticate(ctx, typed, "", false);
  if (!reauthentication.ok) return reauthentication;
  const isOwn = (await ownCustomProvider(ctx)) === providerId;
  const unlinked = await ctx.call("deleteIdentity", { authProviderId: providerId });
  if (!unlinked.ok) return refusedReauthentication(unlinked.code);
  if (isOwn) ctx.session.keepCustom(undefined);
  return { ok: true, to: href("account", undefined, { edit: "sign-in-methods", flash: "unlinked" }) };
}

/** By the password where there is one; else at a provider that the account has, and back `here`. `to` "": proved. */
async function reauthenticate(
  ctx: RequestContext,
  typed: Typed,
  here: string,
  isReauthenticated: boolean,
): Promise<Redirection> {
  const methods = await signInMethodsOf(ctx);
  if (methods?.hasPassword) return reauthenticateByPassword(ctx, typed);
  const hasProvider = methods?.methods.some(({ driver }) => driver !== null) ?? false;
  return isReauthenticated || !hasProvider ? { ok: true, to: "" } : reauthenticateAtProvider(ctx, here);
}

const redirectionOf = (begun: Awaited<ReturnType<typeof beginAtProvider>>): Redirection =>
  begun.ok ? { ok: true, to: begun.value } : refusedReauthentication(begun.code);
