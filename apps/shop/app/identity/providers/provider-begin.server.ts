import { customProviderOf } from "@guichet/client/providers.ts";
import type { AuthProvider } from "@guichet/contract/networks.ts";
import { ok } from "@guichet/contract/result.ts";
import { href } from "../../paths.ts";
import type { RequestContext } from "../../request-context/request-context.ts";
import { type Acted, stopped } from "../forms/form-codes.ts";
import { reached } from "../sign-in.server.ts";
import { type Purpose, writeProviderSignIn } from "./provider-sign-in-state.ts";
import { providersOf } from "./providers.server.ts";

/** Routes to which a provider redirects the browser, always without a language prefix. */
type ReturnRoute = "fcFinalize" | "authCustom" | "fcDeleteIdentity" | "identityAdd" | "identityReplace";

export interface ProviderRedirect {
  providerId: string;
  purpose: Exclude<Purpose, "signout">;
  /** Path in this shop to continue to afterwards. */
  next?: string | undefined;
  /** Return route; defaults to the return route of the provider type. */
  place?: ReturnRoute;
}

const reauthenticates: ReadonlySet<Purpose> = new Set<Purpose>(["unlink", "replace", "reauthenticate"]);

/**
 * Starts a sign-in at a provider and binds it to this browser for ten minutes. Returns the address for a 303 redirect. For
 * reauthentication, the provider is asked to make the user sign in again.
 */
export async function beginAtProvider(ctx: RequestContext, target: ProviderRedirect): Promise<Acted<string>> {
  const { purpose, next } = target;
  const provider = (await providersOf(ctx)).find(({ id }) => id === target.providerId);
  if (provider === undefined) return stopped("PROVIDER_UNKNOWN");
  const redirectUri = new URL(href(target.place ?? returnRouteFor(provider)), ctx.url.origin).href;
  const begun = await reached(() =>
    ctx.call("authorizationState", {
      authProviderId: provider.id,
      redirectUri,
      ...(reauthenticates.has(purpose) ? { reauthenticate: true } : {}),
    }),
  );
  if (!begun.ok) return stopped(begun.code);
  const { state, authorizationUrl } = begun.value;
  const { language, prefix } = ctx;
  const isOwn = (await ownCustomProvider(ctx)) === provider.id;
  const pending = { state, purpose, providerId: provider.id, isOwn, next, language, prefix };
  ctx.cookies.set("authState", writeProviderSignIn(pending));
  return ok(authorizationUrl);
}

/** Returns the ID of the custom provider that issued the session's tokens. */
export async function ownCustomProvider(ctx: RequestContext): Promise<string | undefined> {
  const token = ctx.cookies.get("userCustomToken");
  return token === undefined ? undefined : customProviderOf(ctx.network, await providersOf(ctx), token)?.id;
}

const returnRouteFor = ({ driver }: AuthProvider): ReturnRoute =>
  driver === "FRANCECONNECT" ? "fcFinalize" : "authCustom";
