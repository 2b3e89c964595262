import { UserMissing } from "@guichet/client/failures.ts";
import { customProviderOf } from "@guichet/client/providers.ts";
import type { CustomTokens } from "@guichet/client/session.ts";
import { ok } from "@guichet/contract/result.ts";
import { href, type RouteName } from "../../paths.ts";
import type { Visit } from "../../request-context/request-context.ts";
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
export async function finishAtProvider(visit: Visit): Promise<string> {
  const underWay = readUnderWay(visit.cookies.get("authState"));
  const query = (name: keyof typeof queryMax) => visit.url.searchParams.get(name)?.slice(0, queryMax[name]);
  if (underWay?.purpose === "signout") {
    visit.cookies.clear("authState");
    return href("logout", undefined, { done: "1" });
  }
  if (underWay === undefined || query("state") !== underWay.state) return stray(visit, underWay);
  visit.cookies.clear("authState");
  const error = query("error");
  if (error !== undefined) return refused(visit, underWay, codeOfError(error));
  const exchanged = await reached(() => exchange(visit, underWay, query("code") ?? "", query("iss")));
  if (!exchanged.ok) {
    // The same answer came twice at once, and the other one was first.
    const isReplay = exchanged.code === "AUTHORIZATION_STATE_INVALID" && visit.session.open;
    return isReplay && underWay.purpose === "signin" ? onward(underWay) : refused(visit, underWay, exchanged.code);
  }
  const acted = await reached(() => acts[underWay.purpose](visit, underWay, exchanged.value));
  return acted.ok ? acted.value : refused(visit, underWay, acted.code);
}

/** An answer that nobody here waits for: reloaded after it was used, or begun elsewhere. Nothing is exchanged. */
function stray(visit: Visit, underWay: UnderWay | undefined): string {
  const isPage = !signInPlaces.some((place) => visit.path === href(place));
  if (underWay === undefined && visit.session.open) return isPage ? visit.path : href("account");
  return `${visit.path}?${new URLSearchParams({ refused: "AUTHORIZATION_STATE_INVALID" })}`;
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
  visit: Visit,
  { state, providerId }: UnderWay,
  code: string,
  iss: string | undefined,
): Promise<Acted<Exchanged>> {
  if (code === "") return stopped("PROVIDER_ANSWER_INVALID");
  const answer = await visit.call("exchangeAuthorizationCode", { code, state, ...(iss === undefined ? {} : { iss }) });
  if (!answer.ok) return answer;
  const { authProviderToken, authProviderId, customToken, refreshToken } = answer.value;
  if (authProviderId !== providerId) return stopped("PROVIDER_ANSWER_INVALID");
  const { customTokenExpiresAt, refreshTokenExpiresAt } = answer.value;
  // A token that cannot be renewed would end the session with it (§4): then the Ticket API's own token stands alone.
  // So would one of which nobody could tell later whose it is: opaque, and not of the default provider.
  const isTold =
    customToken !== undefined &&
    customProviderOf(visit.network, await providersOf(visit), customToken)?.id === providerId;
  const renewable = isTold && refreshToken !== undefined && refreshTokenExpiresAt !== undefined;
  const custom = renewable
    ? { token: customToken, refreshToken, expiresAt: customTokenExpiresAt, refreshExpiresAt: refreshTokenExpiresAt }
    : undefined;
  return ok({ token: authProviderToken, custom });
}

type Act = (visit: Visit, underWay: UnderWay, exchanged: Exchanged) => Promise<Acted<string>>;

const acts: Record<UnderWay["purpose"], Act> = {
  async signin(visit, underWay, { token, custom }) {
    const provider = (await providersOf(visit)).find(({ id }) => id === underWay.providerId);
    const entered = await visit.call("authenticate", {
      authProviderToken: token,
      authProviderId: underWay.providerId,
      ...(provider === undefined ? {} : { clientSlug: provider.slug }),
    });
    if (!entered.ok) return entered;
    const { user, userToken } = entered.value;
    if (user === undefined) throw new UserMissing();
    visit.session.enter({ userToken, custom }, "unseen");
    if (visit.cookies.get("theme") === undefined && user.theme !== "system") visit.cookies.set("theme", user.theme);
    if (user.isComplete) return ok(onward(underWay));
    return ok(href("finalize", undefined, underWay.next === undefined ? undefined : { next: underWay.next }));
  },

  async link(visit, { providerId }, { token }) {
    const linked = await visit.call("createIdentity", { authProviderId: providerId, authProviderToken: token });
    return linked.ok ? ok(waysHref({ told: "linked" })) : linked;
  },

  async unlink(visit, underWay, exchanged) {
    const proved = await prove(visit, underWay, exchanged);
    if (!proved.ok) return proved;
    const unlinked = await visit.call("deleteIdentity", { authProviderId: underWay.providerId });
    if (!unlinked.ok) return unlinked;
    if (underWay.isOwn) visit.session.keepCustom(undefined);
    return ok(waysHref({ told: "unlinked" }));
  },

  replace: proveAndGoOn,
  reauthenticate: proveAndGoOn,
  signout: async () => stopped("AUTHORIZATION_STATE_INVALID"),
};

/** Proves who is signed in; a session of that very provider goes on with the tokens of the new sign-in there. */
async function prove(visit: Visit, { providerId, isOwn }: UnderWay, { token, custom }: Exchanged) {
  const proved = await visit.call("reauthenticate", { authProviderId: providerId, authProviderToken: token });
  if (proved.ok && isOwn && custom !== undefined) visit.session.keepCustom(custom);
  return proved;
}

async function proveAndGoOn(visit: Visit, underWay: UnderWay, exchanged: Exchanged): Promise<Acted<string>> {
  const proved = await prove(visit, underWay, exchanged);
  return proved.ok ? ok(withQuery(onward(underWay), { proved: "1" })) : proved;
}

const waysHref = (query: Record<string, string>): string => href("account", undefined, { edit: "ways", ...query });
const onward = ({ next }: UnderWay): string => placeIn(next) ?? href("account");

/** Where the words of a refusal stand: where the customer came from, and can try again. */
function refused(visit: Visit, { purpose, next }: UnderWay, code: FormCode): string {
  const query: Record<string, string> = { refused: code };
  if (purpose === "signin") {
    const { path } = visit;
    return `${path}?${new URLSearchParams(next === undefined ? query : { ...query, next })}`;
  }
  if (purpose === "link") return waysHref(query);
  if (purpose === "unlink")
    return visit.path === href("fcDeleteIdentity") ? withQuery(visit.path, query) : waysHref(query);
  return withQuery(next ?? href("account"), query);
}

function withQuery(path: string, query: Record<string, string>): string {
  const [place = "", before = ""] = path.split("?");
  return `${place}?${new URLSearchParams({ ...Object.fromEntries(new URLSearchParams(before)), ...query })}`;
}
