import { customProviderOf } from "@guichet/client/providers.ts";
import type { AuthProvider } from "@guichet/contract/networks.ts";
import { ok } from "@guichet/contract/result.ts";
import { href } from "../../paths.ts";
import type { RequestContext } from "../../request-context/request-context.ts";
import { type Acted, stopped } from "../forms/form-codes.ts";
import { reached } from "../sign-in.server.ts";
import { type Purpose, writeProviderSignIn } from "./provider-sign-in-state.ts";
import { providersOf } from "./providers.server.ts";

/** Places to which a provider sends the browser back, always without a language prefix. */
type ReturnRoute = "fcFinalize" | "authCustom" | "fcDeleteIdentity" | "identityAdd" | "identityReplace";

export interface ProviderRedirect {
  providerId: string;
  purpose: Exclude<Purpose, "signout">;
  /** Where to go on afterwards: a path of this shop. */
  next?: string | undefined;
  /** Where to come back to; absent: where its kind of provider comes back to. */
  place?: ReturnRoute;
}

const reauthenticates: ReadonlySet<Purpose> = new Set<Purpose>(["unlink", "replace", "reauthenticate"]);

/**
 * Begins a sign-in at a provider and binds it to this browser for ten minutes. Answers where to send the browser, to be
 * redirected to with 303. Where it proves again who somebody is, the provider is asked to have them sign in anew.
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

/** The custom provider whose tokens this session has. */
export async function ownCustomProvider(ctx: RequestContext): Promise<string | undefined> {
  const token = ctx.cookies.get("userCustomToken");
  return token === undefined ? undefined : customProviderOf(ctx.network, await providersOf(ctx), token)?.id;
}

const returnRouteFor = ({ driver }: AuthProvider): ReturnRoute =>
  driver === "FRANCECONNECT" ? "fcFinalize" : "authCustom";
