import { beforeEach, expect, test } from "vitest";
import { holder } from "../../../testing/api-peer.ts";
import { cookiesOf } from "../../../testing/browser-requests.ts";
import { shopOfFile } from "../../../testing/shop-of-file.ts";

const email = "nour@demo.example";
/** Responses that override the peer's defaults, by path. */
let says: Record<string, { status: number; body: object }> = {};

const answers =
  (path: string, body: object) =>
  (_seen: unknown, reply: { code(status: number): { send(body: object): unknown } }): unknown => {
    const said = says[path];
    return said ? reply.code(said.status).send(said.body) : body;
  };
const ko = (code: string) => ({ status: 400, body: { status: "ko", error: { code, message: "" } } });

const { get, post, sent } = shopOfFile(() => {
  const by = (path: string, body: object) => ({ [path]: answers(path, body) });
  return {
    ...by("/Actions/useCode", { status: "ok", action: "LEGACY_EMAIL_VERIFICATION", email, separated: false }),
    ...by("/Account/verify", { status: "ok", verifiedAt: "2026-11-20T10:00:00Z" }),
    ...by("/Account/introspectToken.json", {
      status: "ok",
      active: true,
      userId: "u1",
      networkId: "demo",
      authAsGuest: false,
      expiresAt: "2026-12-31T00:00:00Z",
    }),
    "/Account/getUser.json": (seen, reply) =>
      seen.headers.authorization === "Bearer unverified"
        ? { status: "ok", user: { ...holder, isVerified: false, verifiedAt: null }, profiles: [] }
        : reply.code(401).send({ status: "ko", error: { code: "AUTHENTICATION_TOKEN_INVALID", message: "" } }),
  };
});
beforeEach(() => {
  says = {};
});

// covers §2: /unverified-account, /verify-account
test("a link opened outside the account's own session asks for a new password, or to sign in there", async () => {
  const page = await get("/fr/verify-account?code=abc");
  expect(page.body).toContain('name="newPassword"');
  expect(page.body).toContain('href="/fr/auth?next=%2Fverify-account%3Fcode%3Dabc"');
  expect(page.body).not.toContain("Confirmer mon adresse");
  says["/Account/verify"] = ko("ACCOUNT_SESSION_REQUIRED");
  const refused = await post("/fr/verify-account?code=abc", { code: "abc" });
  expect(refused.statusCode).toBe(422);
  expect(refused.body).toContain("appartient à un compte ouvert dans un autre navigateur");
  const others = await post("/fr/verify-account?code=abc", { code: "abc" }, { cookie: "userTicketToken=unverified" });
  expect(others.body).toContain("connecté à un autre compte dans ce navigateur");
  expect(others.body).toContain('name="newPassword"');
});

// covers §2: /unverified-account, /verify-account
test("a new password set with the link confirms the address, and this browser is signed out of its earlier session", async () => {
  const form = { what: "take", code: "abc", newPassword: "Trolley-vert-2026", newPasswordAgain: "Trolley-vert-2026" };
  const short = await post("/fr/verify-account?code=abc", { ...form, newPassword: "court" });
  expect(short.statusCode).toBe(422);
  expect(sent("/Actions/useCode")).toBeUndefined();
  const answer = await post("/fr/verify-account?code=abc", form, { cookie: "userTicketToken=unverified" });
  expect(answer.headers.location).toBe("/fr/auth/login?flash=verified");
  expect(cookiesOf(answer)).toMatch(/^userTicketToken=; Max-Age=0/m);
  expect(sent("/Actions/useCode")?.values).toMatchObject({
    code: "abc",
    action: "LEGACY_EMAIL_VERIFICATION",
    password: form.newPassword,
  });
  says["/Actions/useCode"] = ko("PASSWORD_UNCHANGED");
  const same = await post("/fr/verify-account?code=abc", form);
  expect(same.statusCode).toBe(422);
  expect(same.body).toContain('href="#newPassword"');
  expect(same.body).not.toContain(form.newPassword);
});

// covers §2: /unverified-account, /verify-account
test("the code of the e-mail is entered where the account was opened; a wrong code shows an error and preserves the input", async () => {
  const cookie = "userTicketToken=unverified";
  const typed = await post("/fr/unverified-account?next=%2Fcart", { what: "code", code: " k7pm 4txd " }, { cookie });
  expect([typed.statusCode, typed.headers.location]).toEqual([303, "/fr/cart"]);
  expect(sent("/Account/verify")).toMatchObject({
    headers: { authorization: "Bearer unverified" },
    values: { code: "k7pm 4txd" },
  });
  for (const code of ["CODE_INVALID", "CODE_EXPIRED"]) {
    says["/Account/verify"] = ko(code);
    const wrong = await post("/fr/unverified-account", { what: "code", code: "K7PM-4TXE" }, { cookie });
    expect(wrong.statusCode).toBe(422);
    expect(wrong.body).toContain("Ce code est incorrect ou a expiré");
    expect(wrong.body).toContain('value="K7PM-4TXE"');
  }
  const none = await post("/fr/unverified-account", { what: "code", code: " " }, { cookie });
  expect(none.body).toContain("Saisissez le code de l’e-mail");
});

// covers: confirming the e-mail address during a purchase continues it, with the code or with the link in another tab
test("the link in the same browser continues the purchase that waited for the address", async () => {
  const cookie = "userTicketToken=unverified";
  const waiting = await get("/fr/unverified-account?next=%2Fcart%2Fcheckout", { cookie });
  const remembered = /^afterVerification=[^;]+/m.exec(cookiesOf(waiting))?.[0] ?? "";
  expect(remembered).not.toBe("");
  const confirmed = await post("/fr/verify-account?code=abc", { code: "abc" }, { cookie: `${cookie}; ${remembered}` });
  expect([confirmed.statusCode, confirmed.headers.location]).toEqual([303, "/fr/cart/checkout"]);
  expect(cookiesOf(confirmed)).toMatch(/^afterVerification=; Max-Age=0/m);
  const foreign = `${cookie}; afterVerification=${encodeURIComponent("//elsewhere.example/cart")}`;
  const stayed = await post("/fr/verify-account?code=abc", { code: "abc" }, { cookie: foreign });
  expect(stayed.headers.location).toBe("/fr/account?flash=verified");
});
