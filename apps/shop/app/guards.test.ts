import { readFileSync } from "node:fs";
import { join } from "node:path";
import { User } from "@guichet/contract/accounts.ts";
import { expect, test } from "vitest";
import { holder } from "../testing/api-peer.ts";
import { type GuardSubject, guard, guardsAt, routeNamed } from "./guards.server.ts";
import { paths, type RouteName } from "./paths.ts";
import routes from "./routes.ts";
import { screens } from "./screens.ts";

const complete = User.parse(holder);
const incomplete: User = { ...complete, isComplete: false, userName: "" };
const federated: User = { ...complete, identities: [{ providerId: "franceconnect" }] };
const both: User = { ...complete, identities: [{ providerId: "franceconnect" }, { providerId: "password" }] };
const custom: User = { ...complete, identities: [{ providerId: "rivage" }] };
const unverified: User = { ...complete, isVerified: false, verifiedAt: null };
const toConfirm: User = { ...both, verifiedAt: null };
const people = {
  nobody: undefined,
  guest: undefined,
  complete,
  incomplete,
  federated,
  both,
  custom,
  unverified,
  toConfirm,
};

interface Setting {
  mediaTunnel?: boolean;
  subscriptions?: boolean;
  emailPassword?: boolean;
  orderingClosed?: boolean;
  query?: string;
}

function subject(route: RouteName, who: keyof typeof people, setting: Setting): GuardSubject {
  const {
    mediaTunnel = true,
    subscriptions = true,
    emailPassword = true,
    orderingClosed = false,
    query = "",
  } = setting;
  return {
    signedIn: people[who],
    isGuest: who === "guest",
    path: paths[route],
    back: paths[route],
    query: new URLSearchParams(query),
    switches: { mediaTunnel, subscriptions },
    orderingClosed,
    emailPassword: async () => emailPassword,
    national: async () => new Set(["franceconnect"]),
  };
}

// covers §2: guards by path: signed in, complete, providers, subscriptions
// covers §2: an incomplete account is redirected to /auth/finalize
// covers §6: visitor, guest, holder: who sees the account
test.each<[RouteName, keyof typeof people, Setting, string | undefined]>([
  ["home", "nobody", {}, undefined],
  ["checkout", "complete", {}, undefined],
  ["checkout", "complete", { orderingClosed: true }, "/cart"],
  ["collect", "complete", { orderingClosed: true }, "/cart"],
  ["inviteLogin", "nobody", { orderingClosed: true }, "/cart"],
  ["invoiceEmail", "nobody", { orderingClosed: true }, "/cart"],
  ["shippingAddress", "complete", { orderingClosed: true }, "/cart"],
  ["cart", "complete", { orderingClosed: true }, undefined],
  ["wallet", "complete", { orderingClosed: true }, undefined],
  ["home", "complete", {}, undefined],
  ["home", "incomplete", {}, "/auth/finalize?next=%2F"],
  ["cart", "incomplete", {}, "/auth/finalize?next=%2Fcart"],
  ["logout", "incomplete", {}, undefined],
  ["termsOfUse", "incomplete", {}, undefined],
  ["privacyPolicy", "incomplete", {}, undefined],
  ["legalNotices", "incomplete", {}, undefined],
  ["clear", "incomplete", {}, undefined],
  ["finalize", "incomplete", {}, undefined],
  ["finalize", "nobody", {}, "/auth?next=%2Fauth%2Ffinalize"],
  ["auth", "nobody", {}, undefined],
  ["auth", "complete", {}, "/account"],
  ["login", "complete", {}, "/account"],
  ["login", "nobody", {}, undefined],
  ["login", "nobody", { emailPassword: false }, "/auth"],
  ["register", "nobody", { emailPassword: false }, "/auth"],
  ["register", "complete", {}, "/account"],
  ["reset", "nobody", {}, undefined],
  ["reset", "complete", {}, "/account"],
  ["reset", "complete", { query: "code=abc" }, undefined],
  ["authCustom", "complete", {}, undefined],
  ["fcFinalize", "complete", {}, undefined],
  ["authMediaSearch", "complete", {}, undefined],
  ["logout", "complete", {}, undefined],
  ["account", "nobody", {}, "/auth?next=%2Faccount"],
  ["account", "complete", {}, undefined],
  ["account", "incomplete", {}, "/auth/finalize?next=%2Faccount"],
  ["documents", "nobody", {}, "/auth?next=%2Fdocuments"],
  ["wallet", "nobody", {}, "/auth?next=%2Faccount%2Fwallet"],
  ["identityReplace", "complete", {}, "/account"],
  ["identityReplace", "federated", {}, undefined],
  ["fcDeleteIdentity", "complete", {}, "/account"],
  ["fcDeleteIdentity", "federated", {}, undefined],
  ["identityAdd", "complete", {}, "/account"],
  ["identityAdd", "federated", {}, undefined],
  ["identityAdd", "both", {}, "/account"],
  ["identityAdd", "custom", {}, "/account"],
  ["identityAdd", "nobody", {}, "/auth?next=%2Faccount%2Fidentity%2Fadd"],
  ["identityReplace", "both", {}, undefined],
  ["identityReplace", "custom", {}, "/account"],
  ["identityReplace", "nobody", {}, "/auth?next=%2Faccount%2Fidentity%2Freplace"],
  ["fcDeleteIdentity", "both", {}, undefined],
  ["fcDeleteIdentity", "custom", {}, "/account"],
  ["fcDeleteIdentity", "nobody", {}, "/auth?next=%2Fauth%2Ffc%2Fdelete-identity"],
  ["authCustom", "nobody", {}, undefined],
  ["fcFinalize", "nobody", {}, undefined],
  ["authMediaRegister", "complete", {}, undefined],
  ["login", "complete", { emailPassword: false }, "/account"],
  ["register", "complete", { emailPassword: false }, "/account"],
  ["tunnelPassengers", "nobody", {}, "/"],
  ["tunnelPassengers", "complete", {}, undefined],
  ["tunnelPassengers", "incomplete", {}, "/auth/finalize?next=%2Ftunnel%2Fpassengers"],
  ["identityReplace", "incomplete", {}, "/auth/finalize?next=%2Faccount%2Fidentity%2Freplace"],
  ["transportCards", "nobody", {}, "/auth?next=%2Faccount%2Ftransport-cards"],
  ["tunnelMedia", "nobody", {}, "/"],
  ["tunnelMedia", "complete", {}, undefined],
  ["tunnelCard", "complete", { mediaTunnel: false }, "/"],
  ["paymentCards", "complete", {}, "/account#payment-methods"],
  ["paymentCards", "complete", { subscriptions: false }, undefined],
  ["tacit", "complete", {}, undefined],
  ["tacit", "complete", { subscriptions: false }, "/account"],
  ["tacitOne", "complete", { subscriptions: false }, "/account"],
  ["tacit", "nobody", {}, "/auth?next=%2Faccount%2Ftacit"],
  ["verifyAccount", "complete", {}, "/"],
  ["verifyAccount", "unverified", {}, undefined],
  ["verifyAccount", "both", {}, "/"],
  ["verifyAccount", "toConfirm", {}, undefined],
  ["verifyAccount", "nobody", {}, undefined],
  ["unverifiedAccount", "nobody", {}, "/auth?next=%2Funverified-account"],
  ["unverifiedAccount", "unverified", {}, undefined],
  ["unverifiedAccount", "incomplete", {}, "/auth/finalize?next=%2Funverified-account"],
  ["register", "nobody", {}, undefined],
  ["inviteLogin", "nobody", {}, undefined],
  ["invoices", "guest", {}, undefined],
  ["invoices", "nobody", {}, "/auth?next=%2Faccount%2Finvoices"],
  ["invoices", "complete", {}, undefined],
  ["invoices", "incomplete", {}, "/auth/finalize?next=%2Faccount%2Finvoices"],
  ["wallet", "guest", {}, "/auth?next=%2Faccount%2Fwallet"],
  ["express", "nobody", { orderingClosed: true }, undefined],
])("%s for %s with %o redirects to %s", async (route, who, setting, to) => {
  expect((await guard(route, subject(route, who, setting)))?.to).toBe(to);
});

test("a path that is not in the table has no guard", async () => {
  expect(await guard(undefined, subject("home", "incomplete", {}))).toBeUndefined();
});

test("the router's pattern identifies the path", () => {
  expect(routeNamed("/")).toBe("home");
  expect(routeNamed("/products/:id")).toBe("product");
  expect(routeNamed("/account/tacit/:id")).toBe("tacitOne");
  expect(routeNamed("/*")).toBeUndefined();
});

// covers §2: guards by path: signed in, complete, providers, subscriptions
test("every guarded screen has a loader, so that the server is asked when the browser navigates", () => {
  const app = import.meta.dirname;
  for (const route of Object.keys(guardsAt) as RouteName[]) {
    const file = screens[route];
    expect(readFileSync(join(app, file), "utf8"), route).toMatch(
      /export (async function|function|const) loader\b|export \{[^}]*\bloader\b/,
    );
  }
});

// covers §2: every route with and without language prefix
test("every path of the table has one route", () => {
  const ids = JSON.stringify(routes).match(/"id":"\w+"/g) ?? [];
  expect(ids.toSorted()).toEqual(
    Object.keys(paths)
      .map((name) => `"id":"${name}"`)
      .toSorted(),
  );
});
