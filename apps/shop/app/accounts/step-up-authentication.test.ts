import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  authorizationUrl,
  begun,
  cookieIn,
  ko,
  onwardOf,
  openProviderShop,
  signedIn,
} from "../../testing/provider-shop.ts";
import { readProviderSignIn } from "../identity/providers/provider-sign-in-state.ts";

let shop: Awaited<ReturnType<typeof openProviderShop>>;
beforeAll(async () => {
  shop = await openProviderShop();
});
afterAll(() => shop?.close());
beforeEach(() => shop.startAgain());

const copy = "/fr/account/export";
const proving = "/fr/account?edit=export";
const exports = "/Account/exportData";

// covers §4: the export of personal data and a change of the contact e-mail require step-up authentication, and preserve the input
test("an export of one's data asks for the password if the sign-in is old, then continues", async () => {
  shop.says(exports, ko("REAUTHENTICATION_REQUIRED", 403));
  const old = await shop.post(copy, {}, signedIn);
  expect([old.statusCode, old.headers.location]).toEqual([303, proving]);
  const page = await shop.get(proving, signedIn);
  expect(page.body).toContain("Pour votre sécurité, saisissez votre mot de passe actuel.");
  expect(page.body).toContain('name="currentPassword"');
  expect(page.headers["cache-control"]).toContain("no-store");
  const empty = await shop.post(copy, { what: "prove", currentPassword: "" }, signedIn);
  expect(empty.headers.location).toBe(`${proving}&refused=CURRENT_PASSWORD_REQUIRED`);
  shop.says("/account/reauthenticate", ko("PASSWORD_WRONG", 403));
  const wrong = await shop.post(copy, { what: "prove", currentPassword: "x" }, signedIn);
  expect(wrong.headers.location).toBe(`${proving}&refused=PASSWORD_WRONG`);
  const flash = await shop.get(wrong.headers.location ?? "", signedIn);
  expect(flash.body).toContain("Le mot de passe actuel est incorrect");
  expect(flash.body).toContain('href="#currentPassword"');
  shop.saysAgain();
  shop.says(exports, ko("TOO_MANY_REQUESTS", 429));
  const target = await shop.post(copy, { what: "prove", currentPassword: "right" }, signedIn);
  expect(target.headers.location).toBe("/fr/account?refused=export");
  expect(shop.sent("/account/reauthenticate").at(-1)).toMatchObject({ currentPassword: "right" });
  expect(shop.asked().slice(-1)).toEqual([exports]);
});

test("a user without a password reauthenticates at their provider and returns to the export", async () => {
  shop.holds("own");
  const page = await shop.get(proving, signedIn);
  expect(page.body).not.toContain('name="currentPassword"');
  expect(page.body).toContain("S’identifier à nouveau");
  const target = await shop.post(copy, { what: "prove-at-provider" }, signedIn);
  expect(target.headers.location).toBe(authorizationUrl);
  const next = "/account?edit=export";
  expect(readProviderSignIn(cookieIn(target, "authState"))).toMatchObject({ purpose: "reauthenticate", next });
  const cookie = `${begun({ purpose: "reauthenticate", next, language: "fr", prefix: "/fr" })}; ${signedIn}`;
  const back = await shop.back("/auth/custom?code=c&state=state-1", cookie);
  expect(onwardOf(back)).toContain("edit=export&reauthenticated=1");
  const reauthenticated = await shop.get(`${proving}&reauthenticated=1`, signedIn);
  expect(reauthenticated.body).toContain("Télécharger mes données");
  expect(reauthenticated.body).not.toContain("prove-at-provider");
  const cancelled = await shop.get(`${proving}&refused=PROVIDER_CANCELLED`, signedIn);
  expect(cancelled.body).toContain("S’identifier à nouveau");
  expect(cancelled.body).toContain('role="alert"');
});

const typed = {
  what: "personal",
  firstName: "Nour",
  lastName: "Haddad",
  phone: "06 12 34 56 78",
  contactEmail: "contact@demo.example",
  addressRoute: "",
  addressPostalCode: "",
  addressCity: "",
  addressState: "",
};
const personal = "/fr/account?edit=personal";

// covers §4: the export of personal data and a change of the contact e-mail require step-up authentication, and preserve the input
test("a change of the contact e-mail asks for the password in the same form; no input is lost", async () => {
  expect((await shop.get(personal, signedIn)).body).not.toContain('name="currentPassword"');
  shop.says("/Account/update.json", ko("REAUTHENTICATION_REQUIRED", 403));
  const asked = await shop.post(personal, typed, signedIn);
  expect(asked.statusCode).toBe(422);
  for (const kept of ['name="currentPassword"', 'value="contact@demo.example"', 'value="06 12 34 56 78"'])
    expect(asked.body).toContain(kept);
  shop.says("/account/reauthenticate", ko("PASSWORD_WRONG", 403));
  const wrong = await shop.post(personal, { ...typed, currentPassword: "x" }, signedIn);
  expect(wrong.statusCode).toBe(422);
  for (const kept of ['href="#currentPassword"', 'name="currentPassword"', 'value="contact@demo.example"'])
    expect(wrong.body).toContain(kept);
  shop.saysAgain();
  const saved = await shop.post(personal, { ...typed, currentPassword: "right" }, signedIn);
  expect(saved.headers.location).toBe("/fr/account?flash=personal");
  expect(
    shop
      .asked()
      .filter((path) => /reauthenticate|update/.test(path))
      .slice(-2),
  ).toEqual(["/account/reauthenticate", "/Account/update.json"]);
  expect(shop.sent("/Account/update.json").at(-1)).toMatchObject({ contactEmail: "contact@demo.example" });
});

// covers §4: the export of personal data and a change of the contact e-mail require step-up authentication, and preserve the input
test("without a password the change of the contact e-mail waits for reauthentication at the provider; everything else is saved", async () => {
  shop.holds("own");
  shop.says("/Account/update.json", ko("REAUTHENTICATION_REQUIRED", 403));
  const asked = await shop.post(personal, typed, signedIn);
  expect(asked.body).toContain('name="prove" value="provider"');
  expect(asked.body).toContain('value="contact@demo.example"');
  shop.saysAgain();
  const target = await shop.post(personal, { ...typed, prove: "provider" }, signedIn);
  expect(target.headers.location).toBe(authorizationUrl);
  const values = shop.sent("/Account/update.json").at(-1);
  expect(values).toMatchObject({ firstName: "Nour", phone: "+33612345678" });
  expect(values).not.toHaveProperty("contactEmail");
  expect(readProviderSignIn(cookieIn(target, "authState"))).toMatchObject({ next: "/account?edit=personal" });
  const cookie = `${signedIn}; contactEmail=${cookieIn(target, "contactEmail")}`;
  const back = await shop.get(`${personal}&reauthenticated=1`, cookie);
  expect(back.body).toContain('value="contact@demo.example"');
  expect(back.body).toContain("Vous pouvez maintenant enregistrer votre e-mail de contact");
  expect(cookieIn(back, "contactEmail")).toBe("");
});
