import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  authorizationUrl,
  begun,
  cookieIn,
  ko,
  ok,
  onwardOf,
  openProviderShop,
  setCookies,
  signedIn,
  toolkit,
} from "../../../testing/provider-shop.ts";
import { readProviderSignIn } from "../providers/provider-sign-in-state.ts";

let shop: Awaited<ReturnType<typeof openProviderShop>>;
beforeAll(async () => {
  shop = await openProviderShop();
});
afterAll(() => shop?.close());
beforeEach(() => shop.startAgain());

test("the account lists its sign-in methods with their dates, and offers the others", async () => {
  shop.holds("password", "fc");
  const { body } = await shop.get("/fr/account?edit=sign-in-methods&flash=linked", signedIn);
  for (const words of [
    "E-mail et mot de passe",
    "FranceConnect",
    "Associé le",
    "données mises à jour le",
    "Associer Compte Rivage",
    "Le moyen de connexion est associé",
  ]) {
    expect(body).toContain(words);
  }
  expect(body).toContain('href="/fr/auth/fc/delete-identity"');
  shop.holds("fc");
  const only = (await shop.get("/fr/account?edit=sign-in-methods", signedIn)).body;
  expect(only).toContain("C’est votre seul moyen de connexion");
  expect(only).toContain('href="/fr/account/identity/add"');
  expect(only).toContain('href="/fr/account/identity/replace"');
  shop.says("/account/identities", ko("HOLDER_REQUIRED", 403));
  expect((await shop.get("/fr/account?edit=sign-in-methods", signedIn)).headers.location).toBe("/fr/account");
});

// covers §8: federation refusals
test("linking asks for the password, then redirects to the provider, whose response completes the link", async () => {
  const url = "/fr/account?edit=link&provider=fc";
  expect((await shop.get(url, signedIn)).body).toContain('name="currentPassword"');
  const empty = await shop.post(url, { what: "link", provider: "fc", currentPassword: "" }, signedIn);
  expect(empty.body).toContain("Saisissez votre mot de passe actuel.");
  shop.says("/account/reauthenticate", ko("PASSWORD_WRONG", 403));
  const wrong = await shop.post(url, { what: "link", provider: "fc", currentPassword: "x" }, signedIn);
  expect(wrong.statusCode).toBe(422);
  expect(wrong.body).toContain('href="#currentPassword"');
  shop.saysAgain();
  const target = await shop.post(url, { what: "link", provider: "fc", currentPassword: "right" }, signedIn);
  expect(target.headers.location).toBe(authorizationUrl);
  expect(readProviderSignIn(cookieIn(target, "authState"))).toMatchObject({ purpose: "link", providerId: "fc" });
  const cookie = `${begun({ purpose: "link" })}; ${signedIn}`;
  const linked = await shop.back("/auth/custom?code=c&state=state-1", cookie);
  expect(onwardOf(linked)).toBe("/ar/account?edit=sign-in-methods&flash=linked");
  expect(shop.sent("/account/createIdentity")).toMatchObject([
    { authProviderId: "own", authProviderToken: "grant-own" },
  ]);
  expect(cookieIn(linked, "userTicketToken")).toBeUndefined();
  for (const code of ["IDENTITY_EXISTS", "IDENTITY_LINKED_ELSEWHERE", "REAUTHENTICATION_REQUIRED", "TOKEN_INVALID"]) {
    shop.says("/account/createIdentity", ko(code, 409));
    expect(onwardOf(await shop.back("/auth/custom?code=c&state=state-1", cookie))).toBe(
      `/ar/account?edit=sign-in-methods&refused=${code}`,
    );
  }
  const { body } = await shop.get("/fr/account?edit=sign-in-methods&refused=IDENTITY_LINKED_ELSEWHERE", signedIn);
  expect(body).toContain("est déjà associée à un autre compte");
  expect((await shop.get("/fr/account?edit=link&provider=gone", signedIn)).headers.location).toBe(
    "/fr/account?edit=sign-in-methods",
  );
});

test("a user without a password first reauthenticates at a provider, then links", async () => {
  shop.holds("fc");
  const url = "/fr/account?edit=link&provider=own";
  const first = await shop.post(url, { what: "link", provider: "own" }, signedIn);
  expect(readProviderSignIn(cookieIn(first, "authState"))).toMatchObject({
    purpose: "reauthenticate",
    providerId: "fc",
    next: "/account?edit=link&provider=own",
  });
  expect(shop.sent("/authentication/authorizationState")[0]).toMatchObject({ reauthenticate: true });
  const next = "/account?edit=link&provider=own";
  const reauthenticated = await shop.back(
    "/auth/custom?code=c&state=state-1",
    `${begun({ purpose: "reauthenticate", next })}; ${signedIn}`,
  );
  expect(onwardOf(reauthenticated)).toBe("/ar/account?edit=link&provider=own&reauthenticated=1");
  expect(shop.sent("/account/reauthenticate")).toMatchObject([
    { authProviderId: "own", authProviderToken: "grant-own" },
  ]);
  const second = await shop.post(`${url}&reauthenticated=1`, { what: "link", provider: "own" }, signedIn);
  expect(readProviderSignIn(cookieIn(second, "authState"))).toMatchObject({ purpose: "link", providerId: "own" });
});

test("a custom provider is unlinked after the password, or after reauthentication at that provider", async () => {
  shop.holds("password", "own");
  const url = "/fr/account?edit=unlink&provider=own";
  expect((await shop.get(url, signedIn)).body).toContain("Dissocier Compte Rivage");
  const done = await shop.post(url, { what: "unlink", provider: "own", currentPassword: "right" }, signedIn);
  expect(done.headers.location).toBe("/fr/account?edit=sign-in-methods&flash=unlinked");
  expect(shop.sent("/account/deleteIdentity")).toMatchObject([{ authProviderId: "own" }]);
  shop.says("/account/deleteIdentity", ko("LAST_IDENTITY", 409));
  const last = await shop.post(url, { what: "unlink", provider: "own", currentPassword: "right" }, signedIn);
  expect(last.body).toContain("votre seul moyen de connexion");
  shop.saysAgain();
  shop.holds("fc", "own");
  const target = await shop.post(url, { what: "unlink", provider: "own" }, signedIn);
  expect(readProviderSignIn(cookieIn(target, "authState"))).toMatchObject({ purpose: "unlink", providerId: "own" });
  const back1 = await shop.back("/auth/custom?code=c&state=state-1", `${begun({ purpose: "unlink" })}; ${signedIn}`);
  expect(onwardOf(back1)).toBe("/ar/account?edit=sign-in-methods&flash=unlinked");
  expect(shop.sent("/account/reauthenticate")).toHaveLength(2 + 1);
});

const later = encodeURIComponent("2099-01-01T00:00:00.000Z");
const custom = `${signedIn}; userCustomToken=opaque; userRefreshToken=r; customTokenExpiresIn=${later}; refreshTokenExpiresIn=${later}`;

test("a session of a custom provider continues with the tokens of a new sign-in there, and without tokens once it is unlinked", async () => {
  shop.holds("fc", "own");
  const target = await shop.post("/fr/account?edit=unlink&provider=own", { what: "unlink", provider: "own" }, custom);
  expect(readProviderSignIn(cookieIn(target, "authState"))).toMatchObject({ purpose: "unlink", isOwn: true });
  const reauthentication = `${begun({ purpose: "reauthenticate", isOwn: true })}; ${signedIn}`;
  expect(cookieIn(await shop.back("/auth/custom?code=c&state=state-1", reauthentication), "userCustomToken")).toBe(
    "secret-access",
  );
  const unlink = `${begun({ purpose: "unlink", isOwn: true })}; ${signedIn}`;
  const unlinked = await shop.back("/auth/custom?code=c&state=state-1", unlink);
  expect(["userCustomToken", "userRefreshToken"].map((name) => cookieIn(unlinked, name))).toEqual(["", ""]);
  expect(cookieIn(unlinked, "userTicketToken")).toBeUndefined();
  shop.holds("password", "own");
  const form = { what: "unlink", provider: "own", currentPassword: "right" };
  const byPassword = await shop.post("/fr/account?edit=unlink&provider=own", form, custom);
  expect(cookieIn(byPassword, "userCustomToken")).toBe("");
  const other = `${begun({ purpose: "reauthenticate" })}; ${signedIn}`;
  expect(cookieIn(await shop.back("/auth/custom?code=c&state=state-1", other), "userCustomToken")).toBeUndefined();
});

// covers §2: /auth/custom, /auth/fc/*
// covers §6: federation-only users
test("the federation is unlinked after step-up authentication there; the last sign-in method cannot be removed, and the page says what to do", async () => {
  shop.holds("password", "fc");
  const url = "/fr/auth/fc/delete-identity";
  expect((await shop.get(url, signedIn)).body).toContain("Confirmer et dissocier");
  const target = await shop.post(url, { what: "prove" }, signedIn);
  expect(target.headers.location).toBe(authorizationUrl);
  expect(shop.sent("/authentication/authorizationState")).toMatchObject([
    { authProviderId: "fc", redirectUri: "http://localhost:3000/auth/fc/delete-identity", reauthenticate: true },
  ]);
  const cookie = `${begun({ purpose: "unlink" })}; ${signedIn}`;
  const unlinked = await shop.back("/auth/fc/delete-identity?code=c&state=state-1", cookie);
  expect(onwardOf(unlinked)).toBe("/ar/account?edit=sign-in-methods&flash=unlinked");
  shop.says("/account/reauthenticate", ko("TOKEN_INVALID", 401));
  const other = await shop.back("/auth/fc/delete-identity?code=c&state=state-1", cookie);
  expect(onwardOf(other)).toBe("/ar/auth/fc/delete-identity?refused=TOKEN_INVALID");
  const turnedBack = await shop.back("/auth/fc/delete-identity?error=access_denied&state=state-1", cookie);
  expect(onwardOf(turnedBack)).toBe("/ar/auth/fc/delete-identity?refused=PROVIDER_CANCELLED");
  expect((await shop.get(`${url}?refused=PROVIDER_CANCELLED`, signedIn)).body).toContain(
    "Vous avez interrompu la connexion",
  );
  shop.saysAgain();
  shop.says("/account/deleteIdentity", ko("LAST_IDENTITY", 409));
  expect(onwardOf(await shop.back("/auth/fc/delete-identity?code=c&state=state-1", cookie))).toContain(
    "refused=LAST_IDENTITY",
  );
  shop.holds("fc");
  const last = await shop.get(`${url}?refused=LAST_IDENTITY`, signedIn);
  expect(last.body).toContain("C’est votre seul moyen de connexion");
  expect(last.body).toContain('href="/fr/account/identity/replace"');
  expect(last.body).not.toContain("Confirmer et dissocier");
});

const newSignIn = {
  email: "new@demo.example",
  newPassword: "Trolley-vert-2026",
  newPasswordAgain: "Trolley-vert-2026",
};

// covers §2: /account/identity/add, /account/identity/replace
test("a user with the federation only adds e-mail and password after step-up authentication", async () => {
  shop.holds("fc");
  shop.unconfirmed();
  const url = "/fr/account/identity/add";
  expect((await shop.get(url, signedIn)).body).toContain("Confirmer avec FranceConnect");
  const target = await shop.post(url, { what: "prove" }, signedIn);
  expect(readProviderSignIn(cookieIn(target, "authState"))).toMatchObject({
    purpose: "reauthenticate",
    next: "/account/identity/add",
  });
  expect(shop.sent("/authentication/authorizationState")).toMatchObject([
    { redirectUri: "http://localhost:3000/account/identity/add", reauthenticate: true },
  ]);
  const cookie = `${begun({ purpose: "reauthenticate", next: "/account/identity/add" })}; ${signedIn}`;
  const reauthenticated = await shop.back("/account/identity/add?code=c&state=state-1", cookie);
  expect(onwardOf(reauthenticated)).toBe("/ar/account/identity/add?reauthenticated=1");
  const form = (await shop.get(`${url}?reauthenticated=1`, signedIn)).body;
  expect(form).toContain('value="karim@demo.example"');
  const faulty = await shop.post(
    `${url}?reauthenticated=1`,
    { what: "add", ...newSignIn, newPasswordAgain: "other" },
    signedIn,
  );
  expect(faulty.body).toContain("Les deux mots de passe sont différents");
  const added = await shop.post(`${url}?reauthenticated=1`, { what: "add", ...newSignIn }, signedIn);
  expect(added.headers.location).toBe("/fr/account?edit=sign-in-methods&flash=added");
  // The address counts as verified once the link in the e-mail is opened in this account's session.
  expect(shop.sent("/Account/sendVerificationEmail")).toHaveLength(1);
  expect(shop.sent("/account/createIdentity")).toMatchObject([
    { authProviderId: "password", authProviderToken: "secret-identity" },
  ]);
});

// covers: verifying an address opens nobody else's account
test("an unconfirmed address is marked as such, and its e-mail can be resent", async () => {
  shop.holds("fc", "password");
  shop.unconfirmed();
  const methods = (await shop.get("/fr/account?edit=sign-in-methods", signedIn)).body;
  expect(methods).toContain("Adresse non confirmée");
  const again = { what: "confirm-email" };
  const sent = await shop.post("/fr/account?edit=sign-in-methods", again, signedIn);
  expect(sent.headers.location).toBe("/fr/account?edit=sign-in-methods&flash=sent");
  shop.says("/Account/sendVerificationEmail", ko("VERIFICATION_WAIT", 429));
  const early = await shop.post("/fr/account?edit=sign-in-methods", again, signedIn);
  expect(early.headers.location).toBe("/fr/account?edit=sign-in-methods&refused=VERIFICATION_WAIT");
  const link = await shop.get("/fr/verify-account?code=abc", signedIn);
  expect(link.body).toContain("Confirmer mon adresse");
  const confirmed = await shop.post("/fr/verify-account", { code: "abc" }, signedIn);
  expect(confirmed.headers.location).toBe("/fr/account?flash=verified");
});

// covers §8: federation refusals
test.each([
  ["EMAIL_EXISTS", "#email", "Un compte existe déjà avec cette adresse e-mail"],
  ["IDENTITY_LINKED_ELSEWHERE", "#email", "est déjà associée à un autre compte"],
  ["REAUTHENTICATION_REQUIRED", undefined, "Confirmer avec FranceConnect"],
])("an e-mail sign-in refused with %s is withdrawn, and the page says what to do", async (code, field, words) => {
  shop.holds("fc");
  shop.says("/account/createIdentity", ko(code, 409));
  const answer = await shop.post("/fr/account/identity/add?reauthenticated=1", { what: "add", ...newSignIn }, signedIn);
  expect(answer.statusCode).toBe(422);
  expect(answer.body).toContain(words);
  if (field) expect(answer.body).toContain(`href="${field}"`);
  expect(shop.sent(`${toolkit}delete`)).toMatchObject([{ idToken: "secret-identity" }]);
  expect(answer.body).not.toMatch(/secret-|Trolley-vert/);
});

test("an e-mail sign-in left behind by an earlier attempt is reused with its password", async () => {
  shop.holds("fc");
  shop.says(`${toolkit}signUp`, { status: 400, body: { error: { code: 400, message: "EMAIL_EXISTS" } } });
  const taken = await shop.post("/fr/account/identity/add?reauthenticated=1", { what: "add", ...newSignIn }, signedIn);
  expect(taken.headers.location).toBe("/fr/account?edit=sign-in-methods&flash=added");
  shop.says(`${toolkit}signInWithPassword`, {
    status: 400,
    body: { error: { code: 400, message: "INVALID_LOGIN_CREDENTIALS" } },
  });
  const others = await shop.post("/fr/account/identity/add?reauthenticated=1", { what: "add", ...newSignIn }, signedIn);
  expect(others.body).toContain("Un compte existe déjà avec cette adresse e-mail");
});

// covers §2: /account/identity/add, /account/identity/replace
test("a replacement adds the e-mail sign-in, unlinks the federation, and continues with a session of the new one", async () => {
  shop.holds("fc");
  const url = "/fr/account/identity/replace";
  const target = await shop.post(url, { what: "prove" }, signedIn);
  expect(readProviderSignIn(cookieIn(target, "authState"))).toMatchObject({
    purpose: "replace",
    next: "/account/identity/replace",
  });
  const answer = await shop.post(`${url}?reauthenticated=1`, { what: "replace", ...newSignIn }, signedIn);
  expect(answer.headers.location).toBe("/fr/account?edit=sign-in-methods&flash=replaced");
  const order = shop.asked().filter((path) => /Identity$|login.json$/.test(path));
  expect(order).toEqual(["/account/createIdentity", "/account/deleteIdentity", "/Account/login.json"]);
  expect(shop.sent("/account/deleteIdentity")).toMatchObject([{ authProviderId: "fc" }]);
  expect(cookieIn(answer, "fbRefreshToken")).toBe("secret-refresh");
  shop.says("/Account/getUser.json", ok({ user: { ...shop.user(), isVerified: false }, profiles: [] }));
  const unverified = await shop.post(`${url}?reauthenticated=1`, { what: "replace", ...newSignIn }, signedIn);
  expect(unverified.headers.location).toBe("/fr/unverified-account?sent=60&next=%2Faccount");
  shop.saysAgain();
  shop.says("/account/deleteIdentity", ko("REAUTHENTICATION_REQUIRED", 403));
  expect((await shop.post(`${url}?reauthenticated=1`, { what: "replace", ...newSignIn }, signedIn)).body).toContain(
    "Confirmer avec FranceConnect",
  );
  shop.holds("fc", "password");
  shop.saysAgain();
  expect((await shop.get(url, signedIn)).headers.location).toBe("/fr/auth/fc/delete-identity");
});

// covers §6: federation-only users
test("the federation's data about a person is displayed and not sent back", async () => {
  shop.holds("fc");
  const { body } = await shop.get("/fr/account?edit=personal", signedIn);
  expect(body).toContain("Ces données sont fournies par FranceConnect");
  expect(body).not.toContain('name="lastName"');
  expect(body).not.toContain("birthDate-day");
  const form = {
    what: "personal",
    phone: "",
    contactEmail: "",
    addressRoute: "",
    addressPostalCode: "",
    addressCity: "",
  };
  const saved = await shop.post("/fr/account?edit=personal", { ...form, addressState: "", firstName: "Eve" }, signedIn);
  expect(saved.headers.location).toBe("/fr/account?flash=personal");
  const values = shop.sent("/Account/update.json").at(-1);
  for (const field of ["firstName", "lastName", "birthDate"]) expect(values).not.toHaveProperty(field);
});

// covers §2: /auth/reset, /auth/logout
// covers §6: custom-provider logout
test("signing out signs out at the provider too, and the return page confirms it in its language", async () => {
  const elsewhere = "https://provider.example/logout?id_token_hint=h&post_logout_redirect_uri=p&state=s";
  shop.says("/Account/logout.json", ok({ logoutUrl: elsewhere }));
  const cookie = "userTicketToken=good; userCustomToken=; theme=dark";
  for (const answer of [await shop.post("/ar/auth/logout", {}, cookie), await shop.get("/ar/auth/logout", cookie)]) {
    expect([302, 303]).toContain(answer.statusCode);
    expect(answer.headers.location).toBe(elsewhere);
    expect(answer.headers["clear-site-data"]).toContain('"storage"');
    expect(cookieIn(answer, "userTicketToken")).toBe("");
    const state = cookieIn(answer, "authState") ?? "";
    expect(readProviderSignIn(state)).toMatchObject({ state: "s", purpose: "signout", language: "ar", prefix: "/ar" });
    const home = await shop.back("/auth/logout?state=s", `authState=${state}`);
    expect(onwardOf(home)).toBe("/ar/auth/logout?done=1");
    expect(cookieIn(home, "authState")).toBe("");
  }
  expect((await shop.get("/ar/auth/logout?done=1")).headers["clear-site-data"]).toContain('"storage"');
});

// covers §6: custom-provider logout
test("a return from a sign-out that was not started here, or with another state, signs nobody out and clears nothing", async () => {
  const state = begun({ purpose: "signout", state: "s" });
  for (const [url, cookie] of [
    ["/auth/logout?state=forged", state],
    ["/auth/logout", state],
    ["/auth/logout?state=s", begun({ purpose: "signin", state: "s" })],
    ["/auth/logout?state=s", ""],
  ] as const) {
    const forged = await shop.back(url, `${cookie}; ${signedIn}`);
    expect(forged.statusCode).toBe(200);
    expect(forged.body).toContain("Se déconnecter");
    expect(forged.headers["clear-site-data"]).toBeUndefined();
    expect(setCookies(forged).filter((set) => /Token|authState/.test(set))).toEqual([]);
  }
  expect(shop.sent("/Account/logout.json")).toEqual([]);
});

// covers §2: /auth/reset, /auth/logout
test.each([
  ["does not answer", ok({ logoutUrl: null })],
  ["is not known, because the Ticket API breaks", ko("ERR_INTERNAL", 500)],
])("signing out works when the provider %s", async (_what, said) => {
  shop.says("/Account/logout.json", said);
  const answer = await shop.post("/fr/auth/logout", {}, signedIn);
  expect(answer.headers.location).toBe("/fr/auth/logout?done=1");
  expect(cookieIn(answer, "userTicketToken")).toBe("");
});

// covers §9: no token on a page, in its data, or readable by scripts
test("no token is on any page of a signed-in user, in its data, or readable by scripts", async () => {
  shop.holds("password", "fc", "own");
  const soon = encodeURIComponent("2099-11-20T12:05:00.000Z");
  const values = ["t0ken-fb", "t0ken-fb-refresh", "t0ken-custom", "t0ken-custom-refresh", "t0ken-device"];
  const cookie = [
    "userTicketToken=good",
    `fbToken=${values[0]}`,
    `fbRefreshToken=${values[1]}`,
    `userCustomToken=${values[2]}`,
    `userRefreshToken=${values[3]}`,
    `knownDevice=${values[4]}`,
    `customTokenExpiresIn=${soon}`,
    `refreshTokenExpiresIn=${soon}`,
    begun({ state: "t0ken-state" }),
  ].join("; ");
  const places = [
    ...["/", "/cart", "/auth", "/auth/login", "/auth/custom?refused=X", "/auth/fc/finalize?refused=X"],
    ...["/auth/fc/delete-identity", "/auth/finalize", "/account", "/account/invoices", "/account/wallet"],
    ...["personal", "sign-in", "preferences", "sign-in-methods", "link&provider=own", "unlink&provider=own"].map(
      (edit) => `/account?edit=${edit}`,
    ),
    ...["/account/identity/add", "/account/identity/replace", "/cart/invite-login", "/terms-of-use", "/no-such-page"],
  ];
  for (const place of places) {
    const [path = "", query] = place.split("?");
    const dataUrl = `/fr${path === "/" ? "/_" : path}.data${query ? `?${query}` : ""}`;
    for (const url of [`/fr${place === "/" ? "" : place}`, dataUrl]) {
      const answer = await shop.get(url, cookie);
      const seen = answer.body + JSON.stringify(answer.headers);
      for (const value of [...values, '"good"', "t0ken-state", "guichet-demo-key"])
        expect(seen, `${url}: ${value}`).not.toContain(value);
      for (const line of setCookies(answer))
        if (/token|state|device/i.test(line.split("=")[0] ?? "")) expect(line).toContain("HttpOnly");
    }
  }
});
