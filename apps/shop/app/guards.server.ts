import type { User } from "@guichet/contract/accounts.ts";
import { closesOrdering } from "@guichet/rules/maintenance.ts";
import { ownPath } from "@guichet/web/own-path.ts";
import { nationalIds } from "./identity/providers/providers.server.ts";
import { href, paths, type RouteName } from "./paths.ts";
import type { RequestContext } from "./request-context/request-context.ts";

/** Target of a guard's redirect. */
export interface Redirection {
  to: string;
  status: 301 | 302;
}

/** The facts that guards decide on; `signedIn` is an account holder or traveller, never a guest (§6). */
export interface GuardSubject {
  signedIn: User | undefined;
  /** Whether the session is a guest's. */
  isGuest: boolean;
  path: string;
  /** Path with query to return to. */
  back: string;
  query: URLSearchParams;
  switches: { mediaTunnel: boolean; subscriptions: boolean };
  /** True while a critical alert about ordering is displayed. */
  orderingClosed: boolean;
  /** Whether the network offers sign-in with e-mail and password. */
  emailPassword: () => Promise<boolean>;
  /** Identity provider IDs of the national federation; every other sign-in method is a default identity (§2). */
  national: () => Promise<ReadonlySet<string>>;
}

type Guard = (subject: GuardSubject) => Redirection | undefined | Promise<Redirection | undefined>;

const loggedInAccountComplete: Guard = ({ signedIn, back }) => {
  if (!signedIn) return redirectTo(href("auth", undefined, { next: back }));
  return signedIn.isComplete ? undefined : redirectTo(href("finalize", undefined, { next: back }));
};

const redirectTo = (to: string, status: 301 | 302 = 302): Redirection => ({ to, status });

/** The named guards (§2, decisions on sign-in). */
export const guards = {
  auth: ({ signedIn }) => (signedIn ? redirectTo(href("account")) : undefined),
  login: async ({ emailPassword }) => ((await emailPassword()) ? undefined : redirectTo(href("auth"))),
  register: async ({ emailPassword }) => ((await emailPassword()) ? undefined : redirectTo(href("auth"))),
  "logged-in": ({ signedIn, back }) => (signedIn ? undefined : redirectTo(href("auth", undefined, { next: back }))),
  "logged-in-account-complete": loggedInAccountComplete,
  /** Receipts are also open to a guest, who has them on this device only, and one of them with the signed link of an e-mail. */
  "logged-in-or-guest": (subject) =>
    subject.isGuest || subject.query.has("link") ? undefined : loggedInAccountComplete(subject),
  "has-france-connect-identity": async ({ signedIn, national }) => {
    const ids = await national();
    return signedIn?.identities.some(({ providerId }) => ids.has(providerId)) ? undefined : redirectTo(href("account"));
  },
  "has-no-default-identity": async ({ signedIn, national }) => {
    const ids = await national();
    return signedIn?.identities.some(({ providerId }) => !ids.has(providerId))
      ? redirectTo(href("account"))
      : undefined;
  },
  tunnel: ({ signedIn, switches }) => (signedIn && switches.mediaTunnel ? undefined : redirectTo(href("home"))),
  subscriptions: ({ switches }) => (switches.subscriptions ? undefined : redirectTo(href("account"))),
  /** The account page lists payment methods together with subscriptions if the network has subscriptions. */
  "payment-methods": ({ switches }) =>
    switches.subscriptions ? redirectTo(`${href("account")}#payment-methods`) : undefined,
  /** A signed-in visitor may still set a new password with the code from a link. */
  "auth-but-code": ({ signedIn, query }) => (signedIn && !query.has("code") ? redirectTo(href("account")) : undefined),
  /** Restricts a page to the account holder; travellers with their own sign-in are redirected. */
  holder: ({ signedIn }) => (signedIn === undefined || signedIn.isParent ? undefined : redirectTo(href("account"))),
  // Accounts with another sign-in method count as verified; they may have added an e-mail address that is not confirmed yet.
  verified: ({ signedIn }) => {
    const waits =
      signedIn?.verifiedAt === null && signedIn.identities.some(({ providerId }) => providerId === "password");
    return signedIn?.isVerified && !waits ? redirectTo(href("home")) : undefined;
  },
  /** While ordering is closed, visitors are redirected to the cart, which is preserved and shows why checkout is unavailable. */
  "ordering-open": ({ orderingClosed }) => (orderingClosed ? redirectTo(href("cart")) : undefined),
} as const satisfies Record<string, Guard>;
export type GuardName = keyof typeof guards;

/** Guards of each route, in order. A guarded screen exports a loader so that the browser asks the server. */
export const guardsAt: Partial<Record<RouteName, readonly GuardName[]>> = {
  account: ["logged-in-account-complete"],
  travellerNew: ["logged-in-account-complete", "holder"],
  identityAdd: ["logged-in-account-complete", "holder", "has-no-default-identity"],
  identityReplace: ["logged-in-account-complete", "holder", "has-france-connect-identity"],
  invoices: ["logged-in-or-guest"],
  paymentCards: ["logged-in-account-complete", "payment-methods"],
  tacit: ["logged-in-account-complete", "holder", "subscriptions"],
  tacitOne: ["logged-in-account-complete", "holder", "subscriptions"],
  transportCards: ["logged-in-account-complete"],
  cardIncident: ["logged-in-account-complete"],
  wallet: ["logged-in-account-complete"],
  traveller: ["logged-in-account-complete", "holder"],
  documents: ["logged-in-account-complete"],
  fcAddDocument: ["logged-in-account-complete", "holder", "has-france-connect-identity"],
  submissions: ["logged-in-account-complete"],
  auth: ["auth"],
  login: ["auth", "login"],
  register: ["auth", "register"],
  reset: ["auth-but-code"],
  finalize: ["logged-in"],
  fcDeleteIdentity: ["logged-in", "has-france-connect-identity"],
  checkout: ["ordering-open"],
  collect: ["ordering-open"],
  inviteLogin: ["ordering-open"],
  invoiceEmail: ["ordering-open"],
  shippingAddress: ["ordering-open"],
  tunnelPassengers: ["tunnel"],
  tunnelMedia: ["tunnel"],
  tunnelCard: ["tunnel"],
  tunnelCardProfiles: ["tunnel"],
  tunnelCardSelection: ["tunnel"],
  tunnelCardAssociation: ["tunnel"],
  verifyAccount: ["verified"],
  unverifiedAccount: ["logged-in", "holder"],
};

/** Routes open to an incomplete account; every other route redirects to account completion. */
const openToIncomplete: ReadonlySet<RouteName> = new Set<RouteName>([
  "finalize",
  "logout",
  "legalNotices",
  "privacyPolicy",
  "termsOfUse",
  "terminate",
  "accessibility",
  "verifyAccount",
  "clear",
]);

const namesByPath = new Map<string, RouteName>();
for (const name of Object.keys(paths) as RouteName[]) namesByPath.set(paths[name], name);

/** Returns the name of the route that the router matched. */
export const routeNamed = (pattern: string): RouteName | undefined =>
  namesByPath.get(pattern === "" ? "/" : pattern.startsWith("/") ? pattern : `/${pattern}`);

/** Runs the guards of a route; undefined means the request continues (§2). */
export async function guard(route: RouteName | undefined, subject: GuardSubject): Promise<Redirection | undefined> {
  for (const name of (route && guardsAt[route]) ?? []) {
    const redirection = await guards[name](subject);
    if (redirection) return redirection;
  }
  const { signedIn, back } = subject;
  if (route === undefined || !signedIn || signedIn.isComplete || openToIncomplete.has(route)) return undefined;
  return redirectTo(href("finalize", undefined, { next: back }));
}

/** Runs the guards of a request: those of its route and those of every page. */
export async function guardRequest(
  ctx: RequestContext,
  pattern: string,
  method: string,
): Promise<Redirection | undefined> {
  const route = routeNamed(pattern);
  const { network, session, url, path } = ctx;
  if (route === undefined && method !== "GET") return undefined;
  const query = new URLSearchParams(url.search);
  query.delete("_routes");
  const back = query.size === 0 ? path : `${path}?${query}`;
  const redirection = await guard(route, {
    signedIn: await session.holder(),
    isGuest: (await session.account())?.user.authAsGuest ?? false,
    path,
    back: ownPath(back) ?? "/",
    query,
    switches: network.switches,
    orderingClosed: closesOrdering(ctx.alertFor("ORDER")),
    emailPassword: async () => {
      const methods = await ctx.call("getAuthenticationConfiguration", {});
      return methods.ok && methods.value.emailPassword;
    },
    national: () => nationalIds(ctx),
  });
  return redirection;
}
