import type { FastifyInstance } from "fastify";
import { type ProviderSignIn, writeProviderSignIn } from "../app/identity/providers/provider-sign-in-state.ts";
import { readConfig } from "../server/config.ts";
import { createShop } from "../server/server.ts";
import { holder, startApiPeer } from "./api-peer.ts";
import { buildFolder, builtPages } from "./built-pages.ts";

export const toolkit = "/identitytoolkit.googleapis.com/v1/accounts:";
export const authorizationUrl = "https://provider.example/authorize?client_id=x&state=state-1";
export const signedIn = "userTicketToken=good";

const instant = "2026-11-20T10:00:00.000Z";
const providers = [
  { id: "fc", driver: "FRANCECONNECT", isDefault: false, slug: "fc", name: "FranceConnect" },
  {
    id: "own",
    driver: "KEYCLOAK",
    isDefault: true,
    slug: "own-slug",
    name: "Compte Rivage",
    configuration: { url: "https://provider.example/realms/a", client: "shop" },
  },
];
/** A second custom provider, not the network's default. */
export const second = {
  id: "second",
  driver: "KEYCLOAK",
  isDefault: false,
  slug: "second-slug",
  name: "Compte Agglo",
  configuration: { url: "https://second.example/realms/b", client: "shop-b" },
};

interface Said {
  status: number;
  body: object;
}
/** For tests: an error response with the given code. */
export const ko = (code: string, status = 400): Said => ({
  status,
  body: { status: "ko", error: { code, message: "" } },
});
/** For tests: a successful response that replaces the default one. */
export const ok = (body: object): Said => ({ status: 200, body: { status: "ok", ...body } });

/**
 * For tests: opens a shop whose network has a federation and a custom provider, on a Ticket API with responses set by
 * the test; `withSecond` adds a second custom provider.
 */
export async function openProviderShop({ withSecond = false } = {}) {
  const pages = await builtPages();
  let says: Record<string, Said | undefined> = {};
  let held: readonly string[] = ["password"];
  let isConfirmed = true;
  const user = () => ({
    ...holder,
    ...(isConfirmed ? {} : { verifiedAt: null }),
    identities: held.map((providerId) => ({ providerId })),
    synchronisedFields: held.includes("fc") ? ["firstName", "lastName", "birthDate"] : [],
  });
  const by = (path: string, body: () => object) => ({
    [path]: (_seen: unknown, reply: { code(status: number): { send(body: object): unknown } }): unknown => {
      const said = says[path];
      return said ? reply.code(said.status).send(said.body) : { status: "ok", ...body() };
    },
  });
  const listed = () => ({ identities: held.map((id) => identityOf(id, isConfirmed)) });
  const tokens = {
    localId: "l1",
    email: "new@demo.example",
    idToken: "secret-identity",
    refreshToken: "secret-refresh",
  };
  const peer = await startApiPeer({
    ...by("/Networks/getAuthenticationConfiguration", () => ({
      emailPassword: true,
      key: "demo-demo",
      enumerationProtection: true,
      providers: withSecond ? [...providers, second] : providers,
    })),
    ...by("/authentication/authorizationState", () => ({ state: "state-1", authorizationUrl })),
    ...by("/authentication/exchangeAuthorizationCode", () => ({
      ...exchanged,
      refreshToken: "secret-custom-refresh",
      customTokenExpiresAt: "2026-11-20T12:05:00.000Z",
      refreshTokenExpiresAt: "2099-11-20T12:30:00.000Z",
    })),
    ...by("/account/authenticate", () => ({ userToken: "renewed", isNew: true, user: user(), logoutUrl: null })),
    ...by("/account/identities", listed),
    ...by("/account/createIdentity", listed),
    ...by("/account/deleteIdentity", listed),
    ...by("/account/reauthenticate", () => ({ provedUntil: instant })),
    ...by("/Account/getUser.json", () => ({ user: user(), profiles: [] })),
    ...by("/Account/update.json", () => ({ user: user() })),
    ...by("/Account/exportData", () => ({})),
    ...by("/Account/logout.json", () => ({ logoutUrl: null })),
    ...by("/Account/login.json", () => ({ user: { ...user(), userToken: "renewed" } })),
    ...by("/Account/createProfile.json", () => ({ user: user() })),
    ...by("/Account/registerMedia.json", () => ({ media: card })),
    ...by("/Account/verify", () => ({ verifiedAt: instant })),
    ...by("/Account/sendVerificationEmail", () => ({ retryAfterSeconds: 60 })),
    ...by(`${toolkit}signUp`, () => tokens),
    ...by(`${toolkit}signInWithPassword`, () => tokens),
    ...by(`${toolkit}delete`, () => ({})),
  });
  const config = readConfig({ API_URL: peer.baseUrl, LOG_LEVEL: "silent" });
  const shop = await createShop({ config, buildFolder, pages });
  return {
    ...browserOf(shop),
    user,
    says: (path: string, said: Said | undefined) => {
      says[path] = said;
    },
    /** Sets the sign-in methods of the signed-in user. */
    holds: (...methods: string[]) => {
      held = methods;
    },
    /** Makes the e-mail sign-in's address unconfirmed until its link is opened. */
    unconfirmed: () => {
      isConfirmed = false;
    },
    /** The requests received on a path of the Ticket API. */
    sent: (path: string) => peer.seen.filter((seen) => seen.path === path).map(({ values }) => values),
    asked: () => peer.seen.map(({ path }) => path),
    /** Restores the default responses. */
    saysAgain() {
      says = {};
    },
    startAgain() {
      says = {};
      held = ["password"];
      isConfirmed = true;
      peer.seen.length = 0;
    },
    async close() {
      await shop.close();
      await peer.stop();
    },
  };
}

const card = {
  id: "c1",
  network_id: "demo",
  provider_id: "network",
  number: "9250 1111 2222 3339",
  expires_at: "2030-01-01T00:00:00.000Z",
  created_at: "2026-01-01T00:00:00.000Z",
  state: "active",
  incident: null,
  incident_at: null,
  replacement: null,
  replaced_by: null,
  made_by: null,
  traveller: null,
};

/** The response to a token exchange, without the fields of a renewable token. */
export const exchanged = {
  authProviderToken: "grant-own",
  reauthenticated: true,
  authProviderId: "own",
  driver: "KEYCLOAK",
  customToken: "secret-access",
};

const identityOf = (providerId: string, isConfirmed: boolean) => ({
  providerId,
  driver: providers.find(({ id }) => id === providerId)?.driver ?? null,
  name: providers.find(({ id }) => id === providerId)?.name ?? "",
  email: "karim@demo.example",
  emailVerified: isConfirmed,
  createdAt: instant,
  synchronisedAt: providerId === "fc" ? instant : null,
});

function browserOf(shop: FastifyInstance) {
  const host = "localhost:3000";
  const get = (url: string, cookie = "", site = "same-origin") =>
    shop.inject({ method: "GET", url, headers: { host, "sec-fetch-site": site, ...(cookie && { cookie }) } });
  return {
    get,
    /** Returns from the provider: a cross-site navigation, with Lax cookies only. */
    back: (url: string, cookie = "") => get(url, cookie, "cross-site"),
    post: (url: string, form: Record<string, string>, cookie = "", headers: Record<string, string> = {}) =>
      shop.inject({
        method: "POST",
        url,
        payload: new URLSearchParams(form).toString(),
        headers: {
          host,
          origin: "http://localhost:3000",
          "content-type": "application/x-www-form-urlencoded",
          ...(cookie && { cookie }),
          ...headers,
        },
      }),
  };
}

export type ShopAnswer = Awaited<ReturnType<FastifyInstance["inject"]>>;
export const setCookies = (answer: ShopAnswer): string[] => [answer.headers["set-cookie"] ?? []].flat();
/** The value set for a cookie; "" when it was cleared. */
export const cookieIn = (answer: ShopAnswer, name: string): string | undefined =>
  setCookies(answer)
    .find((line) => line.startsWith(`${name}=`))
    ?.slice(name.length + 1)
    .split(";")[0];
/** The target of the redirect page. */
export const onwardOf = ({ body }: ShopAnswer): string | undefined =>
  /content="0;url=([^"]*)"/.exec(body)?.[1]?.replaceAll("&amp;", "&");
/** The cookie of a pending sign-in at the custom provider. */
export const begun = (change: Partial<ProviderSignIn> = {}): string =>
  `authState=${writeProviderSignIn({
    state: "state-1",
    purpose: "signin",
    providerId: "own",
    isOwn: false,
    next: undefined,
    language: "ar",
    prefix: "/ar",
    ...change,
  })}`;
