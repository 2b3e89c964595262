import { UserMissing } from "@guichet/client/failures.ts";
import { customProviderOf } from "@guichet/client/providers.ts";
import type { CustomTokens } from "@guichet/client/session.ts";
import { ok } from "@guichet/contract/result.ts";
import { href, type RouteName } from "../../paths.ts";
import type { RequestContext } from "../../request-context/request-context.ts";
import { type Acted, type FormCode, stopped } from "../forms/form-codes.ts";
import { placeIn } from "../return-path.ts";
import { reached } from "../sign-in.server.ts";
import { readUnderWay, type UnderWay } from "./provider-sign-in-state.ts";
import { providersOf } from "./providers.server.ts";

const queryMax = { code: 4096, state: 200, iss: 500, error: 100 };

/**
 * Ends a visit at a provider (decisions on cookies): checks that it began in this browser, exchanges the code, does what
 * it was for. Runs with Lax cookies alone. Answers the path to go on to, where words stand for whatever went wrong.
 */
export async function finishAtProvider(ctx: RequestContext): Promise<string> {
  const underWay = readUnderWay(ctx.cookies.get("authState"));
  const query = (name: keyof typeof queryMax) => ctx.url.searchParams.get(name)?.slice(0, queryMax[name]);
  if (underWay?.purpose === "signout") {
    ctx.cookies.clear("authState");
    return href("logout", undefined, { done: "1" });
  }
  if (underWay === undefined || query("state") !== underWay.state) return stray(ctx, underWay);
  ctx.cookies.clear("authState");
  const error = query("error");
  if (error !== undefined) return refused(ctx, underWay, codeOfError(error));
  const exchanged = await reached(() => exchange(ctx, underWay, query("code") ?? "", query("iss")));
  if (!exchanged.ok) {
    // The same answer came twice at once, and the other one was first.
    const isReplay = exchanged.code === "AUTHORIZATION_STATE_INVALID" && ctx.session.open;
    return isReplay && underWay.purpose === "signin" ? onward(underWay) : refused(ctx, underWay, exchanged.code);
  }
  const acted = await reached(() => acts[underWay.purpose](ctx, underWay, exchanged.value));
  return acted.ok ? acted.value : refused(ctx, underWay, acted.code);
}

/** An answer that nobody here waits for: reloaded after it was used, or begun elsewhere. Nothing is exchanged. */
function stray(ctx: RequestContext, underWay: UnderWay | undefined): string {
  const isPage = !signInPlaces.some((place) => ctx.path === href(place));
  if (underWay === undefined && ctx.session.open) return isPage ? ctx.path : href("account");
  return `${ctx.path}?${new URLSearchParams({ refused: "AUTHORIZATION_STATE_INVALID" })}`;
}

const signInPlaces = ["fcFinalize", "authCustom"] as const satisfies readonly RouteName[];

/** What a provider says in place of a code (OpenID Connect 1.0, 3.1.2.6). */
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
  { state, providerId }: UnderWay,
  code: string,
  iss: string | undefined,
): Promise<Acted<Exchanged>> {
  if (code === "") return stopped("PROVIDER_ANSWER_INVALID");
  const answer = await ctx.call("exchangeAuthorizationCode", { code, state, ...(iss === undefined ? {} : { iss }) });
  if (!answer.ok) return answer;
  const { authProviderToken, authProviderId, customToken, refreshToken } = answer.value;
  if (authProviderId !== providerId) return stopped("PROVIDER_ANSWER_INVALID");
  const { customTokenExpiresAt, refreshTokenExpiresAt } = answer.value;
  // A token that cannot be renewed would end the session with it (§4): then the Ticket API's own token stands alone.
  // So would one of which nobody could tell later whose it is: opaque, and not of the default provider.
  const isTold =
    customToken !== undefined && customProviderOf(ctx.network, await providersOf(ctx), customToken)?.id === providerId;
  const renewable = isTold && refreshToken !== undefined && refreshTokenExpiresAt !== undefined;
  const custom = renewable
    ? { token: customToken, refreshToken, expiresAt: customTokenExpiresAt, refreshExpiresAt: refreshTokenExpiresAt }
    : undefined;
  return ok({ token: authProviderToken, custom });
}

type Act = (ctx: RequestContext, underWay: UnderWay, exchanged: Exchanged) => Promise<Acted<string>>;

const acts: Record<UnderWay["purpose"], Act> = {
  async signin(ctx, underWay, { token, custom }) {
    const provider = (await providersOf(ctx)).find(({ id }) => id === underWay.providerId);
    const entered = await ctx.call("authenticate", {
      authProviderToken: token,
      authProviderId: underWay.providerId,
      ...(provider === undefined ? {} : { clientSlug: provider.slug }),
    });
    if (!entered.ok) return entered;
    const { user, userToken } = entered.value;
    if (user === undefined) throw new UserMissing();
    ctx.session.enter({ userToken, custom }, "unseen");
    if (ctx.cookies.get("theme") === undefined && user.theme !== "system") ctx.cookies.set("theme", user.theme);
    if (user.isComplete) return ok(onward(underWay));
    return ok(href("finalize", undefined, underWay.next === undefined ? undefined : { next: underWay.next }));
  },

  async link(ctx, { providerId }, { token }) {
    const linked = await ctx.call("createIdentity", { authProviderId: providerId, authProviderToken: token });
    return linked.ok ? ok(signInMethodsHref({ told: "linked" })) : linked;
  },

  async unlink(ctx, underWay, exchanged) {
    const proved = await prove(ctx, underWay, exchanged);
    if (!proved.ok) return proved;
    const unlinked = await ctx.call("deleteIdentity", { authProviderId: underWay.providerId });
    if (!unlinked.ok) return unlinked;
    if (underWay.isOwn) ctx.session.keepCustom(undefined);
    return ok(signInMethodsHref({ told: "unlinked" }));
  },

  replace: proveAndGoOn,
  reauthenticate: proveAndGoOn,
  signout: async () => stopped("AUTHORIZATION_STATE_INVALID"),
};

/** Proves who is signed in; a session of that very provider goes on with the tokens of the new sign-in there. */
async function prove(ctx: RequestContext, { providerId, isOwn }: UnderWay, { token, custom }: Exchanged) {
  const proved = await ctx.call("reauthenticate", { authProviderId: providerId, authProviderToken: token });
  if (proved.ok && isOwn && custom !== undefined) ctx.session.keepCustom(custom);
  return proved;
}

async function proveAndGoOn(ctx: RequestContext, underWay: UnderWay, exchanged: Exchanged): Promise<Acted<string>> {
  const proved = await prove(ctx, underWay, exchanged);
  return proved.ok ? ok(withQuery(onward(underWay), { proved: "1" })) : proved;
}

const signInMethodsHref = (query: Record<string, string>): string =>
  href("account", undefined, { edit: "ways", ...query });
const onward = ({ next }: UnderWay): string => placeIn(next) ?? href("account");

/** Where the words of a refusal stand: where the customer came from, and can try again. */
function refused(ctx: RequestContext, { purpose, next }: UnderWay, code: FormCode): string {
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
