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

/** Sign-in methods of the account, and the network's methods that it lacks; undefined: the user may not see them (§6). */
export async function signInMethodsOf(ctx: RequestContext) {
  const held = await ctx.call("identities", {});
  if (!held.ok) return undefined;
  const { identities } = held.value;
  const has = (id: string) => identities.some(({ providerId }) => providerId === id);
  return {
    methods: identities,
    offers: (await providersOf(ctx)).filter(({ id }) => !has(id)).map(shownProvider),
    /** Whether the user can reauthenticate with a password; otherwise a provider is used. */
    hasPassword: has("password"),
    /** Whether the national federation is the only sign-in method; e-mail and password can then be added. */
    isNationalOnly: identities.length > 0 && identities.every(({ driver }) => driver === "FRANCECONNECT"),
  };
}
export type SignInMethods = NonNullable<Awaited<ReturnType<typeof signInMethodsOf>>>;

/** Links a provider: reauthenticates the user, then redirects to the provider, whose response completes the link. */
export async function link(ctx: RequestContext, typed: Typed, isReauthenticated: boolean): Promise<Redirection> {
  const providerId = typed.provider ?? "";
  const here = href("account", undefined, { edit: "link", provider: providerId });
  const reauthentication = await reauthenticate(ctx, typed, here, isReauthenticated);
  if (!reauthentication.ok || reauthentication.to !== "") return reauthentication;
  return redirectionOf(await beginAtProvider(ctx, { providerId, purpose: "link" }));
}

/** Unlinks a provider after reauthentication with the password or at that provider. */
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

/** Reauthenticates with the password if there is one, else at a linked provider that redirects back to `here`. `to` is "" on success. */
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
