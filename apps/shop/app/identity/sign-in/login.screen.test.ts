import { beforeEach, expect, test } from "vitest";
import { holder } from "../../../testing/api-peer.ts";
import { cookiesOf } from "../../../testing/browser-requests.ts";
import { shopOfFile } from "../../../testing/shop-of-file.ts";

const secrets = /secret-identity|secret-refresh|"renewed"|=renewed/;
const toolkit = "/identitytoolkit.googleapis.com/v1/accounts:";
const tokens = {
  localId: "l1",
  email: "nour@demo.example",
  idToken: "secret-identity",
  refreshToken: "secret-refresh",
};

/** Responses that override the peer's defaults, by path. */
let says: Record<string, { status: number; body: object; headers?: object }> = {};

type Reply = { code(status: number): { headers(named: object): { send(body: object): unknown } } };
const answers = (path: string, body: object) => (_seen: unknown, reply: Reply) => {
  const said = says[path];
  return said
    ? reply
        .code(said.status)
        .headers(said.headers ?? {})
        .send(said.body)
    : body;
};
const ko = (code: string, details?: object) => ({
  status: 400,
  body: { status: "ko", error: { code, message: "", details } },
});
const fault = (message: string) => ({ status: 400, body: { error: { code: 400, message } } });

const { get, post, seen, sent } = shopOfFile(() => {
  const by = (path: string, body: object) => ({ [path]: answers(path, body) });
  const unverified = { ...holder, isVerified: false, verifiedAt: null };
  return {
    ...by(`${toolkit}signInWithPassword`, tokens),
    ...by(`${toolkit}signUp`, tokens),
    ...by(`${toolkit}sendOobCode`, { email: tokens.email }),
    ...by("/Actions/useCode", {
      status: "ok",
      action: "LEGACY_PASSWORD_CHANGE",
      email: tokens.email,
      separated: false,
    }),
    ...by(`${toolkit}update`, { ...tokens, idToken: "secret-identity-2", refreshToken: "secret-refresh-2" }),
    ...by("/Account/login.json", {
      status: "ok",
      user: { ...holder, userToken: "renewed" },
      knownDevice: "secret-device",
    }),
    ...by("/Account/update.json", { status: "ok", user: holder }),
    ...by("/Account/sendVerificationEmail", { status: "ok", retryAfterSeconds: 60 }),
    ...by("/Account/verify", { status: "ok", verifiedAt: "2026-11-20T10:00:00Z" }),
    ...by("/wallet/tickets", { status: "ok", items: [] }),
    "/Account/getUser.json": (seen, reply) => {
      const token = seen.headers.authorization;
      if (token === "Bearer unverified") return { status: "ok", user: unverified, profiles: [] };
      if (token === "Bearer guest") return { status: "ok", user: { ...holder, authAsGuest: true }, profiles: [] };
      if (/^Bearer (good|renewed)$/.test(token ?? "")) return { status: "ok", user: holder, profiles: [] };
      return reply.code(401).send({ status: "ko", error: { code: "AUTHENTICATION_TOKEN_INVALID", message: "" } });
    },
    "/Account/introspectToken.json": (seen, reply) =>
      seen.headers.authorization === "Bearer spent"
        ? reply.code(401).send({ status: "ko", error: { code: "AUTHENTICATION_TOKEN_INVALID", message: "" } })
        : {
            status: "ok",
            active: true,
            userId: "u1",
            networkId: "demo",
            authAsGuest: false,
            expiresAt: "2026-12-31T00:00:00Z",
          },
  };
});
beforeEach(() => {
  says = {};
});

const login = { email: "nour@demo.example", password: "Tramway-bleu-2026" };
const registration = {
  ...login,
  firstName: "Nour",
  lastName: "Haddad",
  "birthDate-day": "",
  "birthDate-month": "",
  "birthDate-year": "",
};

// covers §2: /auth/login, /auth/register
test("a sign-in stores its tokens in cookies that no script reads, and returns to the requested page", async () => {
  const answer = await post("/fr/auth/login?next=%2Faccount%2Fwallet", login);
  expect([answer.statusCode, answer.headers.location]).toEqual([303, "/fr/account/wallet"]);
  const cookies = cookiesOf(answer);
  expect(cookies).toMatch(/^userTicketToken=renewed; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/m);
  expect(cookies).toMatch(/^fbToken=secret-identity; Max-Age=315360000; Path=\/; HttpOnly; SameSite=Strict$/m);
  expect(cookies).toMatch(/^fbRefreshToken=secret-refresh; Max-Age=315360000; Path=\/; HttpOnly; SameSite=Strict$/m);
  expect(cookies).toMatch(/^knownDevice=secret-device; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Strict$/m);
  expect(answer.body).not.toMatch(secrets);
});

test("a known browser sends its token when signing in", async () => {
  await post("/auth/login", login, { cookie: "knownDevice=device-token-1" });
  expect(sent(`${toolkit}signInWithPassword`)?.headers["x-known-device"]).toBe("device-token-1");
  expect(sent("/Account/login.json")?.values.knownDevice).toBe("device-token-1");
});

test.each(["https://evil.example", "//evil.example", "/\\evil.example"])(
  "a sign-in never redirects to %s",
  async (next) => {
    const answer = await post(`/auth/login?next=${encodeURIComponent(next)}`, login);
    expect(answer.headers.location).toBe("/account");
  },
);

// covers §8: invalid e-mail or password; unknown password
test.each([
  ["INVALID_LOGIN_CREDENTIALS", "ou mot de passe incorrect"],
  ["EMAIL_NOT_FOUND", "Aucun compte n’existe avec cette adresse"],
  ["INVALID_PASSWORD", "Mot de passe incorrect"],
  ["TOO_MANY_ATTEMPTS_TRY_LATER : Blocked", "Réinitialisez votre mot de passe ou réessayez dans 15 minutes"],
  ["USER_DISABLED", "Ce compte est fermé"],
  ["SOMETHING_NEW", "Une erreur est survenue"],
])(
  "the toolkit's error %s is shown as a message, with the address and without the password",
  async (message, words) => {
    says[`${toolkit}signInWithPassword`] = fault(message);
    const answer = await post("/fr/auth/login", login);
    expect(answer.statusCode).toBe(422);
    expect(answer.body).toContain(words);
    expect(answer.body).toMatch(/<title>Erreur\s: Connexion/);
    expect(answer.body).toContain('value="nour@demo.example"');
    expect(answer.body).not.toContain(login.password);
    expect(cookiesOf(answer)).not.toContain("Token");
  },
);

// covers §4: a rate-limited sign-in says how long to wait
test.each([
  ["fr", 23, "Réessayez dans 23 secondes"],
  ["fr", 880, "Réessayez dans 15 minutes"],
  ["ar", 23, "بعد 23 ثانية"],
])("a rate-limited sign-in says in %s how long to wait: %d seconds", async (language, seconds, words) => {
  const headers = { "retry-after": seconds };
  says[`${toolkit}signInWithPassword`] = { ...fault("TOO_MANY_ATTEMPTS_TRY_LATER : Blocked"), headers };
  const { body } = await post(`/${language}/auth/login`, login);
  expect(body.replaceAll(/[\u2066-\u2069]/g, "")).toContain(words);
});

test("an e-mail that belongs to another sign-in method shows a message", async () => {
  says["/Account/login.json"] = ko("EMAIL_EXISTS_OTHER_PROVIDER");
  expect((await post("/fr/auth/login", login)).body).toContain("autre moyen de connexion");
});

test("an empty form is shown again with its errors, the same in the summary and at the fields", async () => {
  const { statusCode, body } = await post("/fr/auth/login", { email: "", password: "" });
  expect(statusCode).toBe(422);
  expect(body.match(/Saisissez votre adresse e-mail\./g)?.length).toBeGreaterThanOrEqual(2);
  expect(body).toMatch(/href="#email"/);
  expect(body).toMatch(/aria-invalid="true"/);
  expect(seen().some(({ path }) => path.includes("signInWithPassword"))).toBe(false);
});

// covers §2: /auth/login, /auth/register
test("a registration creates the account and shows that its e-mail must be confirmed", async () => {
  const answer = await post("/fr/auth/register?next=%2Fcart%2Fcheckout", registration);
  expect([answer.statusCode, answer.headers.location]).toEqual([
    303,
    "/fr/unverified-account?sent=60&next=%2Fcart%2Fcheckout",
  ]);
  expect(sent("/Account/update.json")?.values).toMatchObject({ firstName: "Nour", lastName: "Haddad", language: "fr" });
  expect(sent("/Account/update.json")?.headers.authorization).toBe("Bearer renewed");
  expect(sent("/Account/sendVerificationEmail")).toBeDefined();
  expect(cookiesOf(answer)).toContain("userTicketToken=renewed");
});

// covers §8: e-mail already used
test.each([
  ["EMAIL_EXISTS", "Un compte existe déjà avec cette adresse e-mail"],
  ["PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing: common", "Choisissez au moins 12 caractères"],
])("a registration that the toolkit refuses with %s preserves all input but the password", async (message, words) => {
  says[`${toolkit}signUp`] = fault(message);
  const { statusCode, body } = await post("/fr/auth/register", registration);
  expect(statusCode).toBe(422);
  expect(body).toContain(words);
  expect(body).toContain('value="Haddad"');
  expect(body).not.toContain(registration.password);
});

// covers §2: /unverified-account, /verify-account
test("a link in an e-mail opens a form and changes nothing", async () => {
  for (const url of ["/fr/verify-account?code=abc", "/fr/auth/reset?code=abc"]) {
    const page = await get(url);
    expect(page.statusCode).toBe(200);
    expect(page.headers["cache-control"]).toBe("no-store");
    expect(page.body).toContain('method="post"');
  }
  expect(seen().some(({ path }) => /verify|resetPassword|useCode/.test(path))).toBe(false);
});

// covers §2: /unverified-account, /verify-account
test.each([
  ["userTicketToken=good", "/fr/account?flash=verified"],
  ["userTicketToken=unverified", "/fr/account?flash=verified"],
  ["", "/fr/auth/login?flash=verified"],
])("confirming an address as %s redirects to %s", async (cookie, location) => {
  const answer = await post("/fr/verify-account", { code: "abc" }, { cookie });
  expect(answer.headers.location).toBe(cookie.endsWith("good") ? "/fr" : location);
});

// covers §8: already verified, wait before retrying
test.each([
  ["CODE_INVALID", "Ce lien n’est plus valable"],
  ["CODE_EXPIRED", "Ce lien a expiré"],
  ["EMAIL_EXISTS", "Un compte existe déjà avec cette adresse e-mail"],
])("a confirmation refused with %s says what to do", async (code, words) => {
  says["/Account/verify"] = ko(code);
  const { statusCode, body } = await post("/fr/verify-account", { code: "abc" });
  expect(statusCode).toBe(422);
  expect(body).toContain(words);
});

// covers §2: /unverified-account, /verify-account
// covers §8: already verified, wait before retrying
test("another e-mail requested too soon says how long to wait", async () => {
  says["/Account/sendVerificationEmail"] = ko("VERIFICATION_WAIT", { retryAfterSeconds: 42 });
  const { body } = await post("/fr/unverified-account", {}, { cookie: "userTicketToken=unverified" });
  expect(body).toContain("dans 42 secondes");
  says["/Account/sendVerificationEmail"] = ko("VERIFICATION_WAIT", { retryAfterSeconds: 30_000 });
  const later = await post("/fr/unverified-account", {}, { cookie: "userTicketToken=unverified" });
  expect(later.body).toContain("dans 9 heures");
});

// covers §2: /auth/reset, /auth/logout
test("a reset has the same response for every address, and a new password ends this browser's session too", async () => {
  const asked = await post("/fr/auth/reset", { email: "nobody@demo.example" });
  expect(asked.headers.location).toBe("/fr/auth/reset?sent=1");
  const form = { newPassword: "Trolley-vert-2026", newPasswordAgain: "Trolley-vert-2026" };
  const changed = await post("/fr/auth/reset?code=abc", form, {
    cookie: "userTicketToken=good; fbRefreshToken=refresh",
  });
  expect(changed.headers.location).toBe("/fr/auth/login?flash=password");
  expect(cookiesOf(changed)).toMatch(/^userTicketToken=; Max-Age=0/m);
  // The session in which the code is used shows whether the address belongs to this account.
  expect(sent("/Actions/useCode")).toMatchObject({
    headers: { authorization: "Bearer good" },
    values: { code: "abc", action: "LEGACY_PASSWORD_CHANGE", password: form.newPassword },
  });
});

// covers: verifying an address opens nobody else's account
test("a reset that removed the address from another account says which sign-in works now and what to do next", async () => {
  const separated = { status: "ok", action: "LEGACY_PASSWORD_CHANGE", email: tokens.email, separated: true };
  says["/Actions/useCode"] = { status: 200, body: separated };
  const form = { newPassword: "Trolley-vert-2026", newPasswordAgain: "Trolley-vert-2026" };
  const changed = await post("/fr/auth/reset?code=abc", form);
  expect(changed.headers.location).toBe("/fr/auth/login?flash=separated");
  const { body } = await get("/fr/auth/login?flash=separated");
  expect(body).toContain("Votre mot de passe est modifié");
  expect(body).toContain("vous accédez à votre propre compte");
});

test.each([
  ["CODE_EXPIRED", "Ce lien a expiré"],
  ["CODE_INVALID", "Ce lien n’est plus valable"],
])("a reset link refused with %s offers a new one", async (code, words) => {
  says["/Actions/useCode"] = ko(code);
  const form = { newPassword: "Trolley-vert-2026", newPasswordAgain: "Trolley-vert-2026" };
  const { body } = await post("/fr/auth/reset?code=abc", form);
  expect(body).toContain(words);
  expect(body).toContain("Demander un nouveau lien");
});

// covers §2: /auth/reset, /auth/logout
test("signing out ends the session at the Ticket API and here, and clears the browser; a link from another site asks first", async () => {
  const cookie = "userTicketToken=good; fbToken=t; fbRefreshToken=refresh; knownDevice=d; theme=dark; locale=fr";
  const foreign = await get("/fr/auth/logout", { cookie, "sec-fetch-site": "cross-site" });
  expect(foreign.body).toMatch(/Se déconnecter\s\?/);
  const forged = await get("/fr/auth/logout?done=1", { cookie, "sec-fetch-site": "cross-site" });
  expect(forged.headers["clear-site-data"]).toBeUndefined();
  const early = await get("/fr/auth/logout", { cookie: `${cookie}; ride=none`, "sec-purpose": "prefetch" });
  expect([foreign, forged, early].map(cookiesOf).join("")).toBe("");
  expect(sent("/Account/logout.json")).toBeUndefined();

  const answer = await post("/fr/auth/logout", {}, { cookie });
  expect(answer.headers.location).toBe("/fr/auth/logout?done=1");
  for (const name of ["userTicketToken", "fbToken", "fbRefreshToken"]) {
    expect(cookiesOf(answer)).toMatch(new RegExp(`^${name}=; Max-Age=0`, "m"));
  }
  expect(cookiesOf(answer)).not.toMatch(/theme|locale|knownDevice/);
  expect(sent("/Account/logout.json")?.headers.authorization).toBe("Bearer good");
  const done = await get("/fr/auth/logout?done=1");
  expect(done.headers["clear-site-data"]).toContain('"storage"');
});

// covers §2: /account home
test("the account shows its holder and no token, and is not cached", async () => {
  const cookie = "userTicketToken=good; fbToken=secret-identity; fbRefreshToken=secret-refresh";
  for (const url of ["/fr/account", "/fr/account?edit=personal", "/fr/account?edit=sign-in", "/fr/account.data"]) {
    const page = await get(url, { cookie });
    expect(page.statusCode, url).toBe(200);
    expect(page.headers["cache-control"], url).toBe("no-store");
    expect(page.body).not.toMatch(/secret-|userTicketToken|"good"/);
  }
});

test("a change of password requires the current one and opens a new session", async () => {
  const form = {
    what: "password",
    currentPassword: "Tramway-bleu-2026",
    newPassword: "Trolley-vert-2026",
    newPasswordAgain: "Trolley-vert-2026",
  };
  const cookie = "userTicketToken=good";
  const answer = await post("/fr/account?edit=sign-in", form, { cookie });
  expect(answer.headers.location).toBe("/fr/account?flash=password");
  expect(sent(`${toolkit}update`)?.values).toMatchObject({ idToken: "secret-identity", password: "Trolley-vert-2026" });
  expect(cookiesOf(answer)).toContain("fbRefreshToken=secret-refresh-2");
  says[`${toolkit}signInWithPassword`] = fault("INVALID_LOGIN_CREDENTIALS");
  const wrong = await post("/fr/account?edit=sign-in", form, { cookie });
  expect(wrong.body).toContain("Le mot de passe actuel est incorrect");
  expect(wrong.body).toContain('href="#currentPassword"');
});

// covers §8: e-mail update: wrong password, e-mail exists, other
test.each([
  ["EMAIL_EXISTS", "#email", "Un compte existe déjà avec cette adresse e-mail"],
  ["PASSWORD_WRONG", "#emailPassword", "Le mot de passe actuel est incorrect"],
  ["EMAIL_UNCHANGED", "#email", "Cette adresse est déjà la vôtre"],
  ["TOO_MANY_REQUESTS", undefined, "Trop de tentatives"],
  ["ERR_RESPONSE_ERROR", undefined, "Une erreur est survenue"],
])("a change of address refused with %s shows the error at %s", async (code, field, words) => {
  says["/Account/update.json"] = ko(code);
  const form = { what: "email", email: "other@demo.example", emailAgain: "other@demo.example", emailPassword: "x" };
  const { statusCode, body } = await post("/fr/account?edit=sign-in", form, { cookie: "userTicketToken=good" });
  expect(statusCode).toBe(422);
  expect(body).toContain(words);
  if (field !== undefined) expect(body).toContain(`href="${field}"`);
});

// covers §8: contact e-mail update
test.each([
  ["EMAIL_INVALID", "#contactEmail"],
  ["ERR_RESPONSE_ERROR", undefined],
])("personal data refused with %s shows the error at %s and preserves the input", async (code, field) => {
  says["/Account/update.json"] = ko(code);
  const form = { what: "personal", firstName: "Nour", lastName: "Haddad", contactEmail: "contact@demo.example" };
  const { statusCode, body } = await post("/fr/account?edit=personal", form, { cookie: "userTicketToken=good" });
  expect(statusCode).toBe(422);
  expect(body).toContain('role="alert"');
  expect(body).toContain('value="contact@demo.example"');
  if (field !== undefined) expect(body).toContain(`href="${field}"`);
});

// covers §2: /account home
test("saved preferences continue in the chosen language, with its cookies", async () => {
  const form = { what: "preferences", language: "ar", theme: "dark" };
  const answer = await post("/fr/account?edit=preferences", form, { cookie: "userTicketToken=good" });
  expect(answer.headers.location).toBe("http://localhost:3000/ar/account?flash=preferences");
  expect(cookiesOf(answer)).toMatch(/theme=dark[\s\S]*locale=ar|locale=ar[\s\S]*theme=dark/);
});

// covers §2: /cart/invite-login
// covers §2: /cart/invoice-email
test("a guest gets a session without identity tokens, and the invoice goes to the address that was entered unless changed", async () => {
  says["/Account/login.json"] = {
    status: 200,
    body: { status: "ok", user: { ...holder, authAsGuest: true, userToken: "guest" } },
  };
  const guest = { firstName: "Lina", lastName: "Moreau", email: "lina@demo.example" };
  const answer = await post("/fr/cart/invite-login?guest=1", guest);
  expect(answer.headers.location).toBe("/fr/cart/checkout");
  expect(cookiesOf(answer)).toContain("invoiceEmail=lina@demo.example");
  expect(sent("/Account/login.json")?.values).toMatchObject({ authAsGuest: true, guest });
  expect(cookiesOf(answer)).toContain("userTicketToken=guest");
  expect(cookiesOf(answer)).not.toMatch(/fbToken=[^;]|knownDevice/);
  const cookie = "userTicketToken=guest";
  expect((await get("/fr/account", { cookie })).headers.location).toContain("/fr/auth?next");
  const invoice = await post("/fr/cart/invoice-email", { email: "Office@Demo.example" }, { cookie });
  expect(invoice.headers.location).toBe("/fr/cart/checkout");
  expect(cookiesOf(invoice)).toMatch(/^invoiceEmail=office@demo\.example; Path=\/; HttpOnly; SameSite=Strict$/m);
  const account = await get("/fr/cart/invoice-email", { cookie: "userTicketToken=good" });
  expect(account.headers.location).toBe("/fr/cart/checkout");
});

// covers §8: payment: refused, cancelled, guest not allowed, guest amount, quantity, payment methods
test("a guest refused by the network gets no session", async () => {
  says["/Account/login.json"] = ko("GUEST_NOT_ALLOWED");
  const form = { firstName: "Lina", lastName: "Moreau", email: "lina@demo.example" };
  const answer = await post("/fr/cart/invite-login?guest=1", form);
  expect([answer.statusCode, cookiesOf(answer)]).toEqual([422, ""]);
});
