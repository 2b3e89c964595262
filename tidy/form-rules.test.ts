import { createIdentityToolkit } from "@guichet/client/identity-toolkit.ts";
import { isCommonPassword } from "@guichet/rules/persons/common-passwords.ts";
import { readPhone } from "@guichet/rules/persons/phones.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Read, Typed } from "../apps/shop/app/forms/form-values.ts";
import type { FormCode } from "../apps/shop/app/identity/forms/form-codes.ts";
import {
  readEmailChange,
  readPasswordChange,
  readRegistration,
  readResetRequest,
} from "../apps/shop/app/identity/forms/sign-in-forms.ts";
import { toolkitFormCode } from "../apps/shop/app/identity/sign-in.server.ts";
import { readOwnSignIn } from "../apps/shop/app/travellers/read-own-sign-in.ts";
import { readPersonal } from "../apps/shop/app/travellers/read-personal-data.ts";
import { goodPassword, openPeopleApi, type PeopleApi } from "../apps/ticket-api/src/testing/people-api.ts";
import { type Family, familyOf } from "../apps/ticket-api/src/testing/test-family.ts";

/** The browser and the Ticket API apply the same rules (§5): the API refuses what a form refuses, with the same code. */

const today = "2026-11-20";
const names = { firstName: "Nour", lastName: "Haddad" };
const newPassword = "Another good 1 password";
/** Form codes that are more specific than the code on the wire. */
const onTheWire: Partial<Record<FormCode, string>> = {
  FIRST_NAME_REQUIRED: "FIELD_REQUIRED",
  LAST_NAME_REQUIRED: "FIELD_REQUIRED",
  NAME_TOO_LONG: "FIELD_INVALID",
  STREET_REQUIRED: "FIELD_REQUIRED",
  POSTAL_CODE_REQUIRED: "FIELD_REQUIRED",
  CITY_REQUIRED: "FIELD_REQUIRED",
  CURRENT_PASSWORD_REQUIRED: "FIELD_REQUIRED",
  PASSWORD_COMMON: "PASSWORD_DOES_NOT_MEET_REQUIREMENTS",
};

let people: PeopleApi;
let home: Family;
let client: ReturnType<typeof createIdentityToolkit>;
beforeAll(async () => {
  people = await openPeopleApi();
  home = await familyOf(people, "forms@example.org", ["Lou"]);
  client = createIdentityToolkit({ baseUrl: people.api.url, key: "demo-north" });
});
afterAll(() => people.close());

const update = async (values: Record<string, unknown>) =>
  (await people.api.call("updateAccount", values, { token: home.token })).body.error?.code;
const first = (read: Read<unknown, FormCode>) => (read.ok ? undefined : read.faults[0]);
const ofToolkit = (ended: Awaited<ReturnType<typeof client.signUp>>) =>
  ended.ok ? undefined : toolkitFormCode[ended.code];

describe("personal data", () => {
  const address = { addressRoute: "1 quai", addressPostalCode: "56000", addressCity: "Vannes", addressState: "" };
  // covers §5: the forms and the Ticket API refuse the same, with the same code
  it.each<[Typed, Record<string, unknown>, FormCode]>([
    [{ firstName: "" }, { firstName: "" }, "FIRST_NAME_REQUIRED"],
    [{ lastName: " " }, { lastName: " " }, "LAST_NAME_REQUIRED"],
    [{ firstName: "A" }, { firstName: "A" }, "NAME_TOO_SHORT"],
    [{ firstName: "Brrt" }, { firstName: "Brrt" }, "NAME_WITHOUT_VOWEL"],
    [{ lastName: "H4ddad" }, { lastName: "H4ddad" }, "NAME_FORBIDDEN_CHARACTER"],
    [{ lastName: "a".repeat(81) }, { lastName: "a".repeat(81) }, "NAME_TOO_LONG"],
    [{ lastName: "nour" }, { lastName: "nour" }, "NAMES_EQUAL"],
    [birth("30", "2", "1990"), { birthDate: "1990-02-30" }, "BIRTH_DATE_INVALID"],
    [birth("20", "11", "2026"), { birthDate: "2026-11-20" }, "BIRTH_DATE_INVALID"],
    [birth("1", "1", "1850"), { birthDate: "1850-01-01" }, "BIRTH_DATE_INVALID"],
    [{ phone: "12" }, { phone: "12" }, "PHONE_INVALID"],
    [{ contactEmail: "no at sign" }, { contactEmail: "no at sign" }, "EMAIL_INVALID"],
    [{ ...address, addressRoute: "" }, { address: { ...address, addressRoute: "" } }, "STREET_REQUIRED"],
    [
      { ...address, addressPostalCode: " " },
      { address: { ...address, addressPostalCode: " " } },
      "POSTAL_CODE_REQUIRED",
    ],
    [{ ...address, addressCity: "" }, { address: { ...address, addressCity: "" } }, "CITY_REQUIRED"],
  ])("%j is refused alike", async (typed, values, code) => {
    const read = first(readPersonal({ ...names, ...typed }, today, (text) => readPhone(text, "FR")));
    expect(read?.code).toBe(code);
    expect(await update(values)).toBe(onTheWire[code] ?? code);
  });
});

describe("e-mail and password", () => {
  it.each<[string, FormCode]>([
    ["no at sign", "EMAIL_INVALID"],
    ["a@b", "EMAIL_INVALID"],
    ["Forms@example.org", "EMAIL_UNCHANGED"],
  ])("the new address %j is refused alike", async (email, code) => {
    const typed = { email, emailAgain: email, emailPassword: goodPassword };
    expect(first(readEmailChange(typed, home.email))?.code).toBe(code);
    expect(await update({ email, currentPassword: goodPassword })).toBe(code);
  });

  it("a change of e-mail without the current password is refused alike", async () => {
    const typed = { email: "other@example.org", emailAgain: "other@example.org", emailPassword: "" };
    const code = first(readEmailChange(typed, home.email))?.code ?? "ERR_INTERNAL";
    expect(await update({ email: "other@example.org" })).toBe(onTheWire[code]);
  });

  // covers §5: the forms and the Ticket API refuse the same, with the same code
  it.each<[string, FormCode]>([
    ["Short 1", "PASSWORD_DOES_NOT_MEET_REQUIREMENTS"],
    ["no capital letter 1", "PASSWORD_DOES_NOT_MEET_REQUIREMENTS"],
    ["NO SMALL LETTER 1", "PASSWORD_DOES_NOT_MEET_REQUIREMENTS"],
    ["No digit in here", "PASSWORD_DOES_NOT_MEET_REQUIREMENTS"],
    ["NoSpecial12345", "PASSWORD_DOES_NOT_MEET_REQUIREMENTS"],
    [`Aa1 ${"x".repeat(125)}`, "PASSWORD_DOES_NOT_MEET_REQUIREMENTS"],
  ])("the password %j is refused alike at registration, as a new one, and as a traveller's", async (password, code) => {
    const registration = { ...names, email: "new@example.org", password };
    expect(first(readRegistration(registration, today, isCommonPassword))?.code).toBe(code);
    expect(ofToolkit(await client.signUp("new@example.org", password))).toBe(code);
    const again = { currentPassword: goodPassword, newPassword: password, newPasswordAgain: password };
    expect(first(readPasswordChange(again, isCommonPassword))?.code).toBe(code);
    const signed = await client.signInWithPassword(home.email, goodPassword);
    const changed = await client.update(signed.ok ? signed.value.idToken : "", { password });
    expect(changed.ok ? undefined : toolkitFormCode[changed.code]).toBe(code);
    expect(first(readOwnSignIn(again, isCommonPassword))?.code).toBe(code);
    const own = { userId: home.child("Lou"), travellerPassword: password, currentPassword: goodPassword };
    expect(await update(own)).toBe(code);
  });

  it("the current password as the new one, and the holder's as a traveller's, are refused alike", async () => {
    const again = { currentPassword: goodPassword, newPassword: goodPassword, newPasswordAgain: goodPassword };
    expect(first(readPasswordChange(again))?.code).toBe("PASSWORD_UNCHANGED");
    const signed = await client.signInWithPassword(home.email, goodPassword);
    const changed = await client.update(signed.ok ? signed.value.idToken : "", { password: goodPassword });
    expect(changed.ok ? undefined : toolkitFormCode[changed.code]).toBe("PASSWORD_UNCHANGED");
    expect(first(readOwnSignIn(again))?.code).toBe("PASSWORD_OF_HOLDER");
    const own = { userId: home.child("Lou"), travellerPassword: goodPassword, currentPassword: goodPassword };
    expect(await update(own)).toBe("PASSWORD_OF_HOLDER");
    const empty = first(readOwnSignIn({ newPassword, newPasswordAgain: newPassword, currentPassword: "" }))?.code;
    const without = { userId: home.child("Lou"), travellerPassword: newPassword };
    expect(await update(without)).toBe(onTheWire[empty ?? "ERR_INTERNAL"]);
  });

  it.each(["no at sign", "a@b", "é@example.org"])(
    "the address %j is refused alike at registration and reset",
    async (email) => {
      const registration = { ...names, email, password: goodPassword };
      expect(first(readRegistration(registration, today))?.code).toBe("EMAIL_INVALID");
      expect(ofToolkit(await client.signUp(email, goodPassword))).toBe("EMAIL_INVALID");
      expect(first(readResetRequest({ email }))?.code).toBe("EMAIL_INVALID");
      const sent = await people.toolkit("sendOobCode", { requestType: "PASSWORD_RESET", email });
      expect(people.faultOf(sent)).toBe("INVALID_EMAIL");
    },
  );
});

function birth(day: string, month: string, year: string): Typed {
  return { "birthDate-day": day, "birthDate-month": month, "birthDate-year": year };
}
