import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  authorizationUrl,
  begun,
  cookieIn,
  exchanged,
  ko,
  ok,
  onwardOf,
  openProviderShop,
  second,
  setCookies,
  signedIn,
} from "../../../testing/provider-shop.ts";
import { type ProviderSignIn, readProviderSignIn, writeProviderSignIn } from "./provider-sign-in-state.ts";

let shop: Awaited<ReturnType<typeof openProviderShop>>;
let twoProviders: typeof shop;
beforeAll(async () => {
  shop = await openProviderShop();
  twoProviders = await openProviderShop({ withSecond: true });
});
afterAll(async () => {
  await shop?.close();
  await twoProviders?.close();
});
beforeEach(() => {
  shop.startAgain();
  twoProviders.startAgain();
});

// covers §1: default provider per network
// covers §2: /auth sign-in choice
test("sign-in methods are listed: the default provider, the other providers, e-mail, the transport card; each works without script", async () => {
  const { body } = await shop.get("/fr/auth?next=%2Fcart");
  const at = (words: string) => body.indexOf(words);
  const places = [
    at("Continuer avec"),
    at("S’identifier avec FranceConnect"),
    at('name="password"'),
    at("/auth/media/search"),
  ];
  expect(places.every((place) => place > 0)).toBe(true);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(body).toContain("Qu’est-ce que FranceConnect");
  expect(body).toMatch(
    /action="\/fr\/auth\?next=%2Fcart" method="post"><input type="hidden" name="provider" value="own"/,
  );
  expect(body).toContain("Continuer sans compte");
});

test.each([
  ["own", "http://localhost:3000/auth/custom"],
  ["fc", "http://localhost:3000/auth/fc/finalize"],
])("a sign-in at %s is bound to the browser and returns to %s", async (provider, redirectUri) => {
  const answer = await shop.post("/ar/auth?next=%2Faccount%2Fwallet", { provider });
  expect([answer.statusCode, answer.headers.location]).toEqual([303, authorizationUrl]);
  expect(shop.sent("/authentication/authorizationState")).toMatchObject([
    { authProviderId: provider, redirectUri, lang: "ar" },
  ]);
  expect(shop.sent("/authentication/authorizationState")[0]?.reauthenticate).toBeUndefined();
  const line = setCookies(answer).find((one) => one.startsWith("authState="));
  expect(line).toMatch(/; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/);
  expect(readProviderSignIn(cookieIn(answer, "authState"))).toEqual({
    state: "state-1",
    purpose: "signin",
    providerId: provider,
    isOwn: false,
    next: "/account/wallet",
    language: "ar",
    prefix: "/ar",
  });
});

test.each([
  ["unknown", undefined, "n’est plus proposé"],
  ["own", ko("PROVIDER_UNAVAILABLE", 503), "ne répond pas"],
])("a sign-in at %s that cannot start shows the reason", async (provider, said, words) => {
  shop.says("/authentication/authorizationState", said);
  const answer = await shop.post("/fr/auth", { provider });
  expect(answer.statusCode).toBe(422);
  expect(answer.body).toContain(words);
  expect(setCookies(answer)).toEqual([]);
});

// covers §2: /auth/custom, /auth/fc/*
test("the callback signs in with Lax cookies only, clears the state of earlier sign-ins, and redirects within the shop in its language", async () => {
  const answer = await shop.back("/auth/custom?code=abc&state=state-1&iss=i", begun({ next: "/account/wallet" }));
  expect(answer.statusCode).toBe(200);
  expect(answer.headers["cache-control"]).toBe("no-store");
  expect(onwardOf(answer)).toBe("/ar/account/wallet");
  expect(answer.body).toContain('lang="ar"');
  expect(shop.sent("/authentication/exchangeAuthorizationCode")).toMatchObject([
    { code: "abc", state: "state-1", iss: "i" },
  ]);
  expect(shop.sent("/account/authenticate")).toMatchObject([
    { authProviderToken: "grant-own", authProviderId: "own", clientSlug: "own-slug", locale: "ar" },
  ]);
  expect(shop.sent("/Account/introspectToken.json")).toEqual([]);
  const written = setCookies(answer).join("\n");
  expect(written).toMatch(/^userTicketToken=renewed; .*SameSite=Lax$/m);
  expect(written).toMatch(/^userCustomToken=secret-access; .*HttpOnly; SameSite=Strict$/m);
  expect(written).toMatch(/^userRefreshToken=secret-custom-refresh; .*HttpOnly; SameSite=Strict$/m);
  expect(decodeURIComponent(cookieIn(answer, "customTokenExpiresIn") ?? "")).toBe("2026-11-20T12:05:00.000Z");
  expect(decodeURIComponent(cookieIn(answer, "refreshTokenExpiresIn") ?? "")).toBe("2099-11-20T12:30:00.000Z");
  for (const name of ["fbToken", "fbRefreshToken", "authState"]) expect(cookieIn(answer, name), name).toBe("");
  expect(answer.body).not.toMatch(/secret-|renewed/);
});

test.each([
  ["the refresh token", { refreshToken: undefined }],
  ["its expiry", { refreshTokenExpiresAt: undefined }],
])("a custom token without %s is not stored: the session belongs to the Ticket API only", async (_what, change) => {
  const all = { refreshToken: "r", refreshTokenExpiresAt: "2099-01-01T00:00:00.000Z", ...change };
  shop.says("/authentication/exchangeAuthorizationCode", ok({ ...exchanged, ...all }));
  const answer = await shop.back("/auth/custom?code=abc&state=state-1", begun());
  expect(cookieIn(answer, "userTicketToken")).toBe("renewed");
  expect(cookieIn(answer, "userCustomToken")).toBe("");
});

/** An opaque access token that only its provider can read, as issued by the sandbox realm on request. */
const opaque = "0f6d2c1e-7f3a-4b5e-9c55-5f2a3c7f7a10";
const jwtOf = (iss: string) => `e30.${Buffer.from(JSON.stringify({ iss })).toString("base64url")}.c2VhbA`;
const lasting = {
  refreshToken: "secret-custom-refresh",
  customTokenExpiresAt: "2026-11-20T12:05:00.000Z",
  refreshTokenExpiresAt: "2099-11-20T12:30:00.000Z",
};

// covers §1: custom OpenID providers
test.each([
  ["an opaque token of the second provider", "second", opaque, false],
  [
    "a token that names the default one, given by the second",
    "second",
    jwtOf("https://provider.example/realms/a"),
    false,
  ],
  ["a token that names nobody we know, given by the second", "second", jwtOf("https://other.example"), false],
  ["a token that names the second provider", "second", jwtOf(second.configuration.url), true],
  ["an opaque token of the default provider", "own", opaque, true],
])(
  "next to a default provider, %s is stored only if its provider can be identified later",
  async (_what, id, token, isKept) => {
    twoProviders.says(
      "/authentication/exchangeAuthorizationCode",
      ok({ ...exchanged, ...lasting, authProviderId: id, customToken: token }),
    );
    const answer = await twoProviders.back("/auth/custom?code=abc&state=state-1", begun({ providerId: id }));
    expect(cookieIn(answer, "userTicketToken")).toBe("renewed");
    expect(cookieIn(answer, "userCustomToken")).toBe(isKept ? token : "");
    expect(cookieIn(answer, "userRefreshToken")).toBe(isKept ? "secret-custom-refresh" : "");
    for (const name of ["customTokenExpiresIn", "refreshTokenExpiresIn"]) {
      expect(cookieIn(answer, name) === "", name).toBe(!isKept);
    }
    const page = await twoProviders.get("/fr/account", `userTicketToken=${isKept ? "good" : "renewed"}`);
    expect(page.statusCode).toBe(200);
    expect(
      twoProviders.sent("/Account/introspectToken.json").some(({ customToken }) => customToken !== undefined),
    ).toBe(false);
  },
);

test("a session of the second provider without its tokens belongs to the Ticket API only: the default provider is not asked about it", async () => {
  const page = await twoProviders.get("/fr/account", "userTicketToken=spent");
  expect(page.headers.location ?? page.body).toContain("/fr/auth");
  expect(twoProviders.sent("/account/authenticate")).toEqual([]);
});

// covers §2: /auth/finalize completes the account
test("an incomplete new account is completed first, then continues", async () => {
  const user = {
    ...shop.user(),
    isComplete: false,
    userMail: "",
    synchronisedFields: ["firstName", "lastName", "birthDate"],
  };
  shop.says("/account/authenticate", ok({ userToken: "renewed", isNew: true, user, logoutUrl: null }));
  const answer = await shop.back("/auth/custom?code=abc&state=state-1", begun({ next: "/cart/checkout" }));
  expect(onwardOf(answer)).toBe("/ar/auth/finalize?next=%2Fcart%2Fcheckout");
  shop.says("/Account/getUser.json", ok({ user, profiles: [] }));
  const page = await shop.get("/fr/auth/finalize?next=%2Fcart%2Fcheckout", "userTicketToken=renewed");
  expect(page.body).toContain("Ajoutez votre adresse e-mail");
  expect(page.body).toContain("Ces données sont fournies par FranceConnect");
  expect(page.body).not.toContain('name="firstName"');
  expect(page.body).not.toContain("birthDate-day");
  const empty = await shop.post("/fr/auth/finalize", { what: "finalize", email: "" }, "userTicketToken=renewed");
  expect(empty.body).toContain("Saisissez votre adresse e-mail.");
  const done = await shop.post(
    "/fr/auth/finalize?next=%2Fcart",
    { what: "finalize", email: "a@demo.example" },
    "userTicketToken=renewed",
  );
  expect(done.headers.location).toBe("/fr/cart");
  expect(shop.sent("/Account/update.json").at(-1)).toMatchObject({ email: "a@demo.example" });
  expect(shop.sent("/Account/update.json").at(-1)).not.toHaveProperty("firstName");
  shop.says("/Account/update.json", ko("EMAIL_EXISTS", 409));
  const taken = await shop.post(
    "/fr/auth/finalize",
    { what: "finalize", email: "a@demo.example" },
    "userTicketToken=renewed",
  );
  expect(taken.body).toContain('href="#email"');
});

// covers §2: /auth/custom, /auth/fc/*
test.each([
  ["no cookie", "/auth/custom?code=abc&state=state-1", "", "/auth/custom"],
  ["another state", "/auth/fc/finalize?code=abc&state=other", begun(), "/ar/auth/fc/finalize"],
  ["a cookie that is none", "/auth/custom?code=abc&state=state-1", "authState=e30", "/auth/custom"],
  ["an empty state", "/auth/custom?code=abc&state=", begun({ state: "" }), "/auth/custom"],
])(
  "a callback with %s is refused: nothing is exchanged, and the page says what to do",
  async (_what, url, cookie, place) => {
    const answer = await shop.back(url, cookie);
    expect(onwardOf(answer)).toBe(`${place}?refused=AUTHORIZATION_STATE_INVALID`);
    expect(shop.sent("/authentication/exchangeAuthorizationCode")).toEqual([]);
    expect(setCookies(answer)).toEqual([]);
    const page = await shop.get("/fr/auth/custom?refused=AUTHORIZATION_STATE_INVALID");
    expect(page.body).toContain("Vous n’êtes pas connecté");
    expect(page.body).toContain('href="/fr/auth"');
  },
);

// covers §9: a change is accepted from the shop's own pages only
test("a form post from another site is refused as a callback, whatever it contains", async () => {
  for (const headers of [
    { origin: "https://provider.example" },
    { origin: "null" },
    { "sec-fetch-site": "cross-site" },
  ]) {
    const answer = await shop.post("/auth/custom", { code: "abc", state: "state-1" }, begun(), headers);
    expect(answer.statusCode).toBe(403);
  }
  expect(shop.asked()).toEqual([]);
});

// covers §2: /auth/custom, /auth/fc/*
test("a repeated callback redirects without harm", async () => {
  expect(onwardOf(await shop.back("/auth/custom?code=abc&state=state-1", signedIn))).toBe("/account");
  expect(onwardOf(await shop.back("/account/identity/add?code=abc&state=state-1", signedIn))).toBe(
    "/account/identity/add",
  );
  shop.says("/authentication/exchangeAuthorizationCode", ko("AUTHORIZATION_STATE_INVALID"));
  const both = await shop.back("/auth/custom?code=abc&state=state-1", `${begun({ next: "/cart" })}; ${signedIn}`);
  expect(onwardOf(both)).toBe("/ar/cart");
  expect(shop.sent("/account/authenticate")).toEqual([]);
});

// covers §2: /auth/custom, /auth/fc/*
// covers §8: federation refusals
test.each([
  ["error=access_denied", undefined, undefined, "PROVIDER_CANCELLED", "Vous avez interrompu la connexion"],
  ["error=temporarily_unavailable", undefined, undefined, "PROVIDER_UNAVAILABLE", "ne répond pas"],
  ["error=invalid_scope", undefined, undefined, "PROVIDER_ANSWER_INVALID", "n’a pas pu être vérifiée"],
  ["error=%3Cscript%3E", undefined, undefined, "PROVIDER_ANSWER_INVALID", "n’a pas pu être vérifiée"],
  ["x=1", undefined, undefined, "PROVIDER_ANSWER_INVALID", "n’a pas pu être vérifiée"],
  [
    "code=c",
    "exchange",
    "AUTHORIZATION_STATE_INVALID",
    "AUTHORIZATION_STATE_INVALID",
    "a été commencée il y a trop longtemps",
  ],
  ["code=c", "exchange", "PROVIDER_ANSWER_INVALID", "PROVIDER_ANSWER_INVALID", "n’a pas pu être vérifiée"],
  ["code=c", "exchange", "PROVIDER_UNAVAILABLE", "PROVIDER_UNAVAILABLE", "ne répond pas"],
  ["code=c", "authenticate", "TOKEN_INVALID", "TOKEN_INVALID", undefined],
  [
    "code=c",
    "authenticate",
    "EMAIL_EXISTS_OTHER_PROVIDER",
    "EMAIL_EXISTS_OTHER_PROVIDER",
    "Un compte existe déjà avec cette adresse",
  ],
])("%s (%s: %s) ends as %s, with a message", async (query, where, said, code, words) => {
  const paths = {
    exchange: "/authentication/exchangeAuthorizationCode",
    authenticate: "/account/authenticate",
  } as const;
  if (where === "exchange" || where === "authenticate") shop.says(paths[where], ko(said ?? ""));
  const answer = await shop.back(
    `/auth/fc/finalize?state=state-1&${query}`,
    begun({ providerId: "own", next: "/cart" }),
  );
  expect(onwardOf(answer)).toBe(`/ar/auth/fc/finalize?refused=${code}&next=%2Fcart`);
  expect(cookieIn(answer, "userTicketToken")).toBeUndefined();
  expect(cookieIn(answer, "authState")).toBe("");
  const page = await shop.get(`/fr/auth/fc/finalize?refused=${code}&next=%2Fcart`);
  expect(page.statusCode).toBe(200);
  if (words) expect(page.body).toContain(words);
});

// covers §8: same e-mail with another sign-in method
test("a user known by another sign-in method uses that first, then finds the list of methods", async () => {
  const { body } = await shop.get("/fr/auth/custom?refused=EMAIL_EXISTS_OTHER_PROVIDER");
  expect(body).toContain(`href="/fr/auth/login?next=${encodeURIComponent("/account?edit=sign-in-methods")}"`);
});

test("an error in the callback shows a message and stores nothing; another provider's response is not accepted", async () => {
  shop.says("/authentication/exchangeAuthorizationCode", ko("ERR_INTERNAL", 500));
  expect(onwardOf(await shop.back("/auth/custom?code=c&state=state-1", begun()))).toBe(
    "/ar/auth/custom?refused=ERR_RESPONSE_ERROR",
  );
  shop.saysAgain();
  const other = await shop.back("/auth/custom?code=c&state=state-1", begun({ providerId: "fc" }));
  expect(onwardOf(other)).toContain("refused=PROVIDER_ANSWER_INVALID");
  expect(shop.sent("/account/authenticate")).toEqual([]);
});

test("a response without a user is an error, not a session", async () => {
  shop.says("/account/authenticate", ok({ userToken: "renewed", isNew: true, logoutUrl: null }));
  const answer = await shop.back("/auth/custom?code=c&state=state-1", begun());
  expect(onwardOf(answer)).toContain("refused=ERR_RESPONSE_ERROR");
  expect(cookieIn(answer, "userTicketToken")).toBeUndefined();
});

test("without a reason, the pages of the callback redirect", async () => {
  for (const place of ["/fr/auth/custom", "/fr/auth/fc/finalize"]) {
    expect((await shop.get(place)).headers.location).toBe("/fr/auth");
    expect((await shop.get(place, signedIn)).headers.location).toBe("/fr/account");
  }
});

// covers §9: no return path redirects to another site
test.each([
  "https://evil.example",
  "//evil.example",
  "/\\evil.example",
  "/%2f%2fevil.example",
  "https:evil.example",
  "/cart\r\nlocation: https://evil.example",
  "/..//evil.example",
])("a sign-in never redirects to %j, not even by a cookie", async (next) => {
  const answer = await shop.post(`/fr/auth?next=${encodeURIComponent(next)}`, { provider: "own" });
  expect(readProviderSignIn(cookieIn(answer, "authState"))?.next).toBeUndefined();
  expect(onwardOf(await shop.back("/auth/custom?code=c&state=state-1", begun({ next })))).toBe("/ar/account");
  expect(readProviderSignIn(writeProviderSignIn({ ...pending, prefix: "//evil.example" }))).toBeUndefined();
});
const pending: ProviderSignIn = {
  state: "s",
  purpose: "signin",
  providerId: "own",
  isOwn: false,
  next: undefined,
  language: "fr",
  prefix: "",
};
