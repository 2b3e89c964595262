import { beforeEach, expect, test } from "vitest";
import { everyTokenIsActive, holder } from "../../testing/api-peer.ts";
import { cookiesOf } from "../../testing/browser-requests.ts";
import { shopOfFile } from "../../testing/shop-of-file.ts";

const toolkit = "/identitytoolkit.googleapis.com/v1/accounts:";
const tokens = {
  localId: "l1",
  email: "nour@demo.example",
  idToken: "secret-identity",
  refreshToken: "secret-refresh",
};
const lou = {
  ...holder,
  userId: "t1",
  userName: "Lou",
  userLastname: "Morel",
  isParent: false,
  userBirthday: "2014-03-09",
};
const profiles = [holder, { ...lou, hasOwnSignIn: true }];
const choices = profiles.map(({ userId, userName, userLastname, isParent }) => ({
  userId,
  userName,
  userLastname,
  isParent,
}));
const sessions = [
  {
    sessionId: "s2",
    device: "Safari, iPhone",
    client: "shop",
    providerId: "password",
    traveller: { userId: "t1", firstName: "Lou" },
  },
  { sessionId: "s1", device: "Firefox, Linux", client: "shop", providerId: "password", traveller: null },
  { sessionId: "s3", device: null, client: "shop", providerId: "password", traveller: null },
].map((session) => ({
  ...session,
  application: "eshop/1.9.7",
  originType: "ESHOP",
  createdAt: "2026-11-18T10:00:00Z",
  seenAt: "2026-11-19T10:00:00Z",
  isCurrent: session.sessionId === "s1",
}));

let refused: string | undefined;

const {
  get: getWith,
  post,
  seen,
} = shopOfFile(() => {
  const changed = (_seen: unknown, reply: { code(status: number): { send(body: object): unknown } }) =>
    refused === undefined
      ? { status: "ok", user: holder }
      : reply.code(400).send({ status: "ko", error: { code: refused, message: "" } });
  return {
    [`${toolkit}signInWithPassword`]: () => tokens,
    "/Account/login.json": (seen, reply) => {
      const { userId, forceProfiles } = seen.values;
      if (userId === undefined && forceProfiles === true) return { status: "ok", profiles: choices };
      if (userId === undefined) return { status: "ok", user: { ...holder, theme: "dark", userToken: "good" } };
      const one = profiles.find((profile) => profile.userId === userId);
      if (one) return { status: "ok", user: { ...one, userToken: one.isParent ? "good" : "child" }, knownDevice: "d1" };
      return reply.code(404).send({ status: "ko", error: { code: "NOT_FOUND", message: "" } });
    },
    "/Account/getUser.json": (seen, reply) => {
      if (seen.headers.authorization === "Bearer child") return { status: "ok", user: lou, profiles: [lou] };
      if (seen.headers.authorization === "Bearer good") return { status: "ok", user: holder, profiles };
      return reply.code(401).send({ status: "ko", error: { code: "AUTHENTICATION_TOKEN_INVALID", message: "" } });
    },
    "/Account/introspectToken.json": everyTokenIsActive,
    "/Account/update.json": changed,
    "/Account/getSessions": () => ({ status: "ok", sessions }),
    "/Account/revokeSession": () => ({ status: "ok", ended: 1 }),
    "/wallet/tickets": () => ({ status: "ok", items: [] }),
  };
});
beforeEach(() => {
  refused = undefined;
});

const get = (url: string, cookie?: string) => getWith(url, cookie ? { cookie } : {});
const sent = (path: string) =>
  seen()
    .filter((seen) => seen.path === path)
    .map(({ values }) => values);
const login = { email: "nour@demo.example", password: "Tramway-bleu-2026" };
const waiting = "signInChoice=secret-identity%20secret-refresh";
const asHolder = "userTicketToken=good";
const asLou = "userTicketToken=child";

// covers §4: login may answer profiles; without a user it is an error
test("a user who chooses a person gets the account's people; the tokens wait where no script reads them", async () => {
  const answer = await post("/fr/auth/login?next=%2Fcart", { ...login, choose: "on" });
  expect([answer.statusCode, answer.headers.location]).toEqual([303, "/fr/auth/login?choose=1&next=%2Fcart"]);
  const cookies = cookiesOf(answer);
  expect(cookies).toMatch(
    /^signInChoice=secret-identity%20secret-refresh; Max-Age=600; Path=\/; HttpOnly; SameSite=Strict$/m,
  );
  expect(cookies).not.toMatch(/userTicketToken|fbToken|fbRefreshToken/);

  const page = await get("/fr/auth/login?choose=1&next=%2Fcart", waiting);
  expect(page.statusCode).toBe(200);
  expect(page.headers["cache-control"]).toBe("no-store");
  expect(page.body).toContain("Qui se connecte");
  for (const { userId, userName } of choices)
    expect(page.body).toMatch(new RegExp(`value="${userId}"[\\s\\S]*${userName}`));
  expect(page.body).not.toMatch(/secret-/);
});

test("the chosen traveller is signed in alone: nothing that could renew the holder's session is stored", async () => {
  const picked = await post("/auth/login?choose=1&next=%2Fcart", { what: "choose", userId: "t1" }, { cookie: waiting });
  expect([picked.statusCode, picked.headers.location]).toEqual([303, "/cart"]);
  expect(sent("/Account/login.json")[0]).toMatchObject({ firebase_token: "secret-identity", userId: "t1" });
  const cookies = cookiesOf(picked);
  expect(cookies).toMatch(/^userTicketToken=child;/m);
  expect(cookies).toMatch(/^signInChoice=; Max-Age=0/m);
  expect(cookies).not.toMatch(/secret-/);
});

test("the holder who chooses themselves stays signed in as before", async () => {
  const picked = await post("/auth/login?choose=1", { what: "choose", userId: "u1" }, { cookie: waiting });
  expect(cookiesOf(picked)).toMatch(/^fbRefreshToken=secret-refresh;/m);
  expect(picked.headers.location).toBe("/account");
});

test("without a pending sign-in there is no choice, and nobody outside the list is opened", async () => {
  expect((await get("/auth/login?choose=1")).headers.location).toBe("/auth/login");
  const nobody = await post("/auth/login?choose=1", { what: "choose", userId: "t1" });
  expect(cookiesOf(nobody)).toBe("");
  expect(sent("/Account/login.json")).toHaveLength(0);
  const stranger = await post("/auth/login?choose=1", { what: "choose", userId: "t9" }, { cookie: waiting });
  expect(stranger.statusCode).toBe(422);
  expect(stranger.body).toContain("est momentanément indisponible");
  expect(cookiesOf(stranger)).not.toMatch(/userTicketToken/);
});

test("a sign-in sends the browser's name, and adopts the account's theme", async () => {
  const firefox = "Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0";
  const answer = await post("/auth/login", login, { "user-agent": firefox, cookie: "theme=light" });
  expect(sent("/Account/login.json")[0]).toMatchObject({ device: "Firefox, Android" });
  expect(cookiesOf(answer)).toMatch(/^theme=dark;/m);
});

// covers §3: contact e-mail, theme preference, phone, address
test("the holder's choice of theme in the header is saved in the account too", async () => {
  expect(cookiesOf(await post("/theme", { theme: "dark", back: "/" }, { cookie: asHolder }))).toMatch(/^theme=dark;/m);
  expect(sent("/Account/update.json")).toMatchObject([{ theme: "dark" }]);
  await post("/theme", { theme: "dark", back: "/" }, { cookie: asLou });
  await post("/theme", { theme: "dark", back: "/" });
  expect(sent("/Account/update.json")).toHaveLength(1);
});

// covers §2: the account's sessions, to sign out one or all others
test("the holder sees every browser of the account, and signs out one, or all others", async () => {
  const page = await get("/account?edit=devices", asHolder);
  for (const words of ["Firefox, Linux", "Safari, iPhone", "Navigateur inconnu", "Cet appareil", "· Lou"]) {
    expect(page.body).toContain(words);
  }
  expect(page.body).not.toContain('value="s1"');
  const one = await post("/account", { what: "sign-out-device", sessionId: "s2" }, { cookie: asHolder });
  expect(one.headers.location).toBe("/account?edit=devices&flash=signed-out");
  await post("/account", { what: "sign-out-device" }, { cookie: asHolder });
  const asked = sent("/Account/revokeSession");
  expect(asked[0]).toMatchObject({ sessionId: "s2" });
  expect(asked[1]?.sessionId).toBeUndefined();
});

// covers §6: access of a traveller's own sign-in, for every call
test("a traveller's account shows nothing of the holder's", async () => {
  const page = await get("/account", asLou);
  expect(page.body).toContain("Lou");
  for (const place of ["/account/delete", "edit=sign-in", "/account/t1", "Karim"])
    expect(page.body).not.toContain(place);
  const personal = await get("/account?edit=personal", asLou);
  for (const field of ["firstName", "birthDate", "contactEmail"]) expect(personal.body).not.toContain(`name="${field}`);
  expect(personal.body).toContain('name="phone"');
  expect((await get("/account?edit=sign-in", asLou)).body).not.toContain('name="newPassword"');
});

test.each(["/account/new", "/account/t1", "/account/identity/add", "/unverified-account"])(
  "a traveller with a separate sign-in is redirected from %s to the account",
  async (place) => {
    expect((await get(place, asLou)).headers.location).toBe("/account");
  },
);

test("a traveller can change phone and address only, whatever the form contains", async () => {
  const form = {
    what: "personal",
    firstName: "Eve",
    lastName: "Thief",
    phone: "06 12 34 56 78",
    contactEmail: "e@x.example",
  };
  const saved = await post("/account", form, { cookie: asLou });
  expect(saved.headers.location).toBe("/account?flash=personal");
  const [values] = sent("/Account/update.json");
  expect(values).toMatchObject({ phone: "+33612345678", address: null });
  for (const field of ["firstName", "lastName", "contactEmail", "birthDate"]) expect(values).not.toHaveProperty(field);
  await post("/account", { what: "preferences", language: "en", theme: "dark" }, { cookie: asLou });
  expect(sent("/Account/update.json")).toHaveLength(1);
});

// covers §2: /account/{id}: the traveller, and their own sign-in
test("the holder's page of a traveller shows who it is and how they sign in; another account's traveller is not found", async () => {
  const page = await get("/fr/account/t1", asHolder);
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain("9 mars 2014");
  expect(page.body).toContain("karim@demo.example");
  expect(page.headers["cache-control"]).toBe("no-store");
  expect((await get("/fr/account/t9", asHolder)).statusCode).toBe(404);
  expect((await get("/fr/account/u1", asHolder)).headers.location).toBe("/fr/account?edit=personal");
});

const own = {
  newPassword: "Lou's own 1 password",
  newPasswordAgain: "Lou's own 1 password",
  currentPassword: "Tramway-bleu-2026",
};

// covers §2: /account/{id}: the traveller, and their own sign-in
test("the holder sets and removes a traveller's password with their own password", async () => {
  const given = await post("/account/t1", { what: "own-sign-in", ...own }, { cookie: asHolder });
  expect(given.headers.location).toBe("/account/t1?flash=own-sign-in");
  expect(sent("/Account/update.json")[0]).toMatchObject({
    userId: "t1",
    travellerPassword: "Lou's own 1 password",
    currentPassword: "Tramway-bleu-2026",
  });
  expect((await get("/account/t1?flash=own-sign-in", asHolder)).body).toContain("peut maintenant se connecter");
  const removed = await post(
    "/account/t1",
    { what: "own-sign-in-removal", removePassword: "Tramway-bleu-2026" },
    { cookie: asHolder },
  );
  expect(removed.headers.location).toBe("/account/t1?flash=own-sign-in-removal");
  expect(sent("/Account/update.json")[1]).toMatchObject({ userId: "t1", travellerPassword: null });
});

// covers §2: /account/{id}: the traveller, and their own sign-in
test.each([
  [{ newPassword: "short", newPasswordAgain: "short" }, undefined, "newPassword"],
  [{ newPasswordAgain: "other" }, undefined, "newPasswordAgain"],
  [{ newPassword: own.currentPassword, newPasswordAgain: own.currentPassword }, undefined, "newPassword"],
  [{ currentPassword: "" }, undefined, "currentPassword"],
  [{}, "PASSWORD_WRONG", "currentPassword"],
  [{}, "PASSWORD_OF_HOLDER", "newPassword"],
  [{}, "PASSWORD_UNCHANGED", "newPassword"],
  [{}, "PROFILE_PASSWORDS_LIMIT", undefined],
  [{}, "PROFILE_DEACTIVATED", undefined],
])(
  "a traveller's password with %o refused with %s is reported at %s, and not shown again",
  async (change, code, field) => {
    refused = code;
    const form = { what: "own-sign-in", ...own, ...change };
    const answer = await post("/en/account/t1", form, { cookie: asHolder });
    expect(answer.statusCode).toBe(422);
    expect(answer.body).toContain("There is a problem");
    if (field) expect(answer.body).toContain(`id="${field}-error"`);
    expect(answer.body).not.toContain("own 1 password");
  },
);

test("removing a traveller's password asks for the holder's", async () => {
  const empty = await post("/en/account/t1", { what: "own-sign-in-removal", removePassword: "" }, { cookie: asHolder });
  expect(empty.body).toContain('id="removePassword-error"');
  refused = "PASSWORD_WRONG";
  const wrong = await post(
    "/en/account/t1",
    { what: "own-sign-in-removal", removePassword: "x" },
    { cookie: asHolder },
  );
  expect(wrong.body).toContain('id="removePassword-error"');
});
