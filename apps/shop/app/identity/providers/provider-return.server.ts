import { UserMissing } from "@guichet/client/failures.ts";
import { customProviderOf } from "@guichet/client/providers.ts";
import type { CustomTokens } from "@guichet/client/session.ts";
import { ok } from "@guichet/contract/result.ts";
import { href, type RouteName } from "../../paths.ts";
import type { RequestContext } from "../../request-context/request-context.ts";
import { type Acted, type FormCode, stopped } from "../forms/form-codes.ts";
import { placeIn } from "../return-path.ts";
import { reached } from "../sign-in.server.ts";
import { type ProviderSignIn, readProviderSignIn } from "./provider-sign-in-state.ts";
import { providersOf } from "./providers.server.ts";

const queryMax = { code: 4096, state: 200, iss: 500, error: 100 };

/**
 * Completes a sign-in at a provider (decisions on cookies): checks that it started in this browser, exchanges the code and runs
 * the purpose's action. It needs only Lax cookies. Returns the path to redirect to, which shows the error if there is one.
 */
export async function finishAtProvider(ctx: RequestContext): Promise<string> {
  const pending = readProviderSignIn(ctx.cookies.get("authState"));
  const query = (name: keyof typeof queryMax) => ctx.url.searchParams.get(name)?.slice(0, queryMax[name]);
  if (pending?.purpose === "signout") {
    ctx.cookies.clear("authState");
    return href("logout", undefined, { done: "1" });
  }
  if (pending === undefined || query("state") !== pending.state) return ignoreUnexpectedAnswer(ctx, pending);
  ctx.cookies.clear("authState");
  const error = query("error");
  if (error !== undefined) return refused(ctx, pending, codeOfError(error));
  const exchanged = await reached(() => exchange(ctx, pending, query("code") ?? "", query("iss")));
  if (!exchanged.ok) {
    // A duplicate of this response arrived at the same time and was processed first.
    const isReplay = exchanged.code === "AUTHORIZATION_STATE_INVALID" && ctx.session.open;
    return isReplay && pending.purpose === "signin" ? continuePath(pending) : refused(ctx, pending, exchanged.code);
  }
  const acted = await reached(() => actions[pending.purpose](ctx, pending, exchanged.value));
  return acted.ok ? acted.value : refused(ctx, pending, acted.code);
}

/** Handles a response without a pending sign-in: reloaded after use, or started elsewhere. No code is exchanged. */
function ignoreUnexpectedAnswer(ctx: RequestContext, pending: ProviderSignIn | undefined): string {
  const isPage = !signInRoutes.some((place) => ctx.path === href(place));
  if (pending === undefined && ctx.session.open) return isPage ? ctx.path : href("account");
  return `${ctx.path}?${new URLSearchParams({ refused: "AUTHORIZATION_STATE_INVALID" })}`;
}

const signInRoutes = ["fcFinalize", "authCustom"] as const satisfies readonly RouteName[];

/** Maps the provider's error response to a form code (OpenID Connect 1.0, 3.1.2.6). */
function codeOfError(error: string): FormCode {
  if (error === "access_denied") return "PROVIDER_CANCELLED";
  return error === "server_error" || error === "temporarily_unavailable"
    ? "PROVIDER_UNAVAILABLE"
    : "PROVIDER_ANSWER_INVALID";
}

interface Exchanged {
  token: string;
  custom: CustomTokens | undefined;
}

async function exchange(
  ctx: RequestContext,
  { state, providerId }: ProviderSignIn,
  code: string,
  iss: string | undefined,
): Promise<Acted<Exchanged>> {
  if (code === "") return stopped("PROVIDER_ANSWER_INVALID");
  const answer = await ctx.call("exchangeAuthorizationCode", { code, state, ...(iss === undefined ? {} : { iss }) });
  if (!answer.ok) return answer;
  const { authProviderToken, authProviderId, customToken, refreshToken } = answer.value;
  if (authProviderId !== providerId) return stopped("PROVIDER_ANSWER_INVALID");
  const { customTokenExpiresAt, refreshTokenExpiresAt } = answer.value;
  // A token that cannot be renewed would end the session when it expires (§4), so only the Ticket API's own token is used. The same
  // applies to an opaque token that is not from the default provider: its provider could not be identified later.
  const isKnownProvider =
    customToken !== undefined && customProviderOf(ctx.network, await providersOf(ctx), customToken)?.id === providerId;
  const renewable = isKnownProvider && refreshToken !== undefined && refreshTokenExpiresAt !== undefined;
  const custom = renewable
    ? { token: customToken, refreshToken, expiresAt: customTokenExpiresAt, refreshExpiresAt: refreshTokenExpiresAt }
    : undefined;
  return ok({ token: authProviderToken, custom });
}

type ProviderAction = (ctx: RequestContext, pending: ProviderSignIn, exchanged: Exchanged) => Promise<Acted<string>>;

const actions: Record<ProviderSignIn["purpose"], ProviderAction> = {
  async signin(ctx, pending, { token, custom }) {
    const provider = (await providersOf(ctx)).find(({ id }) => id === pending.providerId);
    const entered = await ctx.call("authenticate", {
      authProviderToken: token,
      authProviderId: pending.providerId,
      ...(provider === undefined ? {} : { clientSlug: provider.slug }),
    });
    if (!entered.ok) return entered;
    const { user, userToken } = entered.value;
    if (user === undefined) throw new UserMissing();
    ctx.session.enter({ userToken, custom }, "unseen");
    if (ctx.cookies.get("theme") === undefined && user.theme !== "system") ctx.cookies.set("theme", user.theme);
    if (user.isComplete) return ok(continuePath(pending));
    return ok(href("finalize", undefined, pending.next === undefined ? undefined : { next: pending.next }));
  },

  async link(ctx, { providerId }, { token }) {
    const linked = await ctx.call("createIdentity", { authProviderId: providerId, authProviderToken: token });
    return linked.ok ? ok(signInMethodsHref({ flash: "linked" })) : linked;
  },

  async unlink(ctx, pending, exchanged) {
    const reauthenticated = await prove(ctx, pending, exchanged);
    if (!reauthenticated.ok) return reauthenticated;
    const unlinked = await ctx.call("deleteIdentity", { authProviderId: pending.providerId });
    if (!unlinked.ok) return unlinked;
    if (pending.isOwn) ctx.session.keepCustom(undefined);
    return ok(signInMethodsHref({ flash: "unlinked" }));
  },

  replace: reauthenticateAndContinue,
  reauthenticate: reauthenticateAndContinue,
  signout: async () => stopped("AUTHORIZATION_STATE_INVALID"),
};

/** Reauthenticates the user; a session of the same provider switches to the tokens of the new sign-in. */
async function prove(ctx: RequestContext, { providerId, isOwn }: ProviderSignIn, { token, custom }: Exchanged) {
  const reauthenticated = await ctx.call("reauthenticate", { authProviderId: providerId, authProviderToken: token });
  if (reauthenticated.ok && isOwn && custom !== undefined) ctx.session.keepCustom(custom);
  return reauthenticated;
}

async function reauthenticateAndContinue(
  ctx: RequestContext,
  pending: ProviderSignIn,
  exchanged: Exchanged,
): Promise<Acted<string>> {
  const reauthenticated = await prove(ctx, pending, exchanged);
  return reauthenticated.ok ? ok(withQuery(continuePath(pending), { reauthenticated: "1" })) : reauthenticated;
}

const signInMethodsHref = (query: Record<string, string>): string =>
  href("account", undefined, { edit: "sign-in-methods", ...query });
const continuePath = ({ next }: ProviderSignIn): string => placeIn(next) ?? href("account");

/** Returns the page that shows the error: the one where the customer started and can retry. */
function refused(ctx: RequestContext, { purpose, next }: ProviderSignIn, code: FormCode): string {
  const query: Record<string, string> = { refused: code };
  if (purpose === "signin") {
    const { path } = ctx;
    return `${path}?${new URLSearchParams(next === undefined ? query : { ...query, next })}`;
  }
  if (purpose === "link") return signInMethodsHref(query);
  if (purpose === "unlink")
    return ctx.path === href("fcDeleteIdentity") ? withQuery(ctx.path, query) : signInMethodsHref(query);
  return withQuery(next ?? href("account"), query);
}

function withQuery(path: string, query: Record<string, string>): string {
  const [place = "", before = ""] = path.split("?");
  return `${place}?${new URLSearchParams({ ...Object.fromEntries(new URLSearchParams(before)), ...query })}`;
}
