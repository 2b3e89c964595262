import type { update } from "@guichet/contract/accounts.ts";
import { languageOf } from "@guichet/contract/locales.ts";
import { done, type Outcome, refuse } from "@guichet/contract/outcome.ts";
import { readBirthDate } from "@guichet/rules/birth-dates.ts";
import { dayIn } from "@guichet/rules/days.ts";
import { readEmail } from "@guichet/rules/emails.ts";
import { readName, readNames } from "@guichet/rules/names.ts";
import { readPhone } from "@guichet/rules/phones.ts";
import type { Answer } from "../answering/answer.ts";
import { holdTraveller, saveTraveller, type Traveller, travellersOf } from "../travellers/store.ts";
import { changeOwnEmail } from "./own-email.ts";
import { type Account, findAccount, savePreferences } from "./store.ts";
import { synchronisedFields, userOf } from "./user.ts";

type Ask = Parameters<Answer<typeof update>>[0];
type Given = Ask["request"];
type Person = Pick<Traveller, "firstName" | "lastName" | "birthDate" | "phone" | "address">;
type Preferences = Pick<Account, "contactEmail" | "theme" | "language">;

/** What belongs to the account and not to one of its travellers. */
const holderFields = ["email", "currentPassword", "contactEmail", "theme", "language"] as const;

/**
 * Changes the holder's data, or with `userId` what a traveller of the account says of themselves. All is read before
 * anything is written; the e-mail changes last and needs the password (§5).
 */
export const answerUpdate: Answer<typeof update> = async (ask) => {
  const { house, network, session, common, request } = ask;
  const account = await findAccount(house.db, network.id, session.accountId);
  const travellers = await travellersOf(house.db, network.id, session.accountId);
  const traveller = travellers.find(({ id }) => id === (common.userId ?? session.travellerId));
  const isOwn = traveller?.id === session.travellerId;
  if (account === undefined || traveller === undefined || !(session.isHolder || isOwn)) return refuse("NOT_FOUND");
  const strange = traveller.isHolder ? undefined : holderFields.find((field) => request[field] !== undefined);
  if (strange !== undefined) return refuse("FIELD_INVALID", { field: strange });

  const given = withoutSynchronised(ask, account, traveller);
  if (!given.ok) return given;
  const person = readPerson(ask, given.value, traveller);
  if (!person.ok) return person;
  const preferences = readPreferences(ask, account);
  if (!preferences.ok) return preferences;
  if (request.email !== undefined) {
    const changed = await changeOwnEmail(ask, account, request.email);
    if (!changed.ok) return changed;
  }
  const saved = await house.db.transaction().execute(async (tx) => {
    const held = await holdTraveller(tx, network.id, account.id, traveller.id);
    if (held === undefined) return undefined;
    await saveTraveller(tx, held.id, { ...held, ...person.value });
    if (traveller.isHolder) await savePreferences(tx, account.id, preferences.value);
    const kept = await findAccount(tx, network.id, account.id);
    return kept === undefined ? undefined : userOf(kept, { ...held, ...person.value }, network);
  });
  return saved === undefined ? refuse("NOT_FOUND") : done({ user: saved });
};

/** What the federation says is read-only (§6); the same value sent back is no change, and not held to our own rules. */
function withoutSynchronised(
  { request, network }: Ask,
  account: Account,
  traveller: Traveller,
): Outcome<Given, "DATA_SYNCHRONISED"> {
  const fields = traveller.isHolder ? synchronisedFields(account, network) : [];
  const changed = fields.find((field) => request[field] !== undefined && request[field] !== traveller[field]);
  if (changed !== undefined) return refuse("DATA_SYNCHRONISED", { field: changed });
  return done({ ...request, ...Object.fromEntries(fields.map((field) => [field, undefined])) });
}

type PersonRefusal =
  | "FIELD_REQUIRED"
  | "FIELD_INVALID"
  | "NAME_TOO_SHORT"
  | "NAME_WITHOUT_VOWEL"
  | "NAME_FORBIDDEN_CHARACTER"
  | "NAMES_EQUAL"
  | "BIRTH_DATE_INVALID"
  | "PHONE_INVALID";

/** The fields that were given, read by their rules. */
function readPerson(
  { network, house }: Ask,
  request: Given,
  before: Traveller,
): Outcome<Partial<Person>, PersonRefusal> {
  const person: Partial<Person> = {};
  if (request.firstName !== undefined || request.lastName !== undefined) {
    const names = readChangedNames(request.firstName, request.lastName, before);
    if (!names.ok) return names;
    Object.assign(person, names.value);
  }
  if (request.birthDate === null) person.birthDate = null;
  else if (request.birthDate !== undefined) {
    const birthDate = readBirthDate(request.birthDate, dayIn(house.clock.iso(), network.definition.timeZone));
    if (!birthDate.ok) return birthDate;
    person.birthDate = birthDate.value;
  }
  if (request.phone === null || request.phone === "") person.phone = null;
  else if (request.phone !== undefined) {
    const phone = readPhone(request.phone);
    if (!phone.ok) return phone;
    person.phone = phone.value;
  }
  if (request.address !== undefined) person.address = request.address;
  return done(person);
}

/** One name alone is compared with the other as it stands, once there is one. */
function readChangedNames(first: string | undefined, last: string | undefined, before: Traveller) {
  const firstName = first ?? before.firstName;
  const lastName = last ?? before.lastName;
  if (first === undefined && firstName === "") {
    const read = readName(lastName, "lastName");
    return read.ok ? done({ firstName, lastName: read.value }) : read;
  }
  if (last === undefined && lastName === "") {
    const read = readName(firstName, "firstName");
    return read.ok ? done({ firstName: read.value, lastName }) : read;
  }
  return readNames({ firstName, lastName });
}

function readPreferences(
  { request, network }: Ask,
  before: Account,
): Outcome<Preferences, "EMAIL_INVALID" | "FIELD_INVALID"> {
  let { contactEmail, theme, language } = before;
  if (request.contactEmail === null || request.contactEmail === "") contactEmail = null;
  else if (request.contactEmail !== undefined) {
    const read = readEmail(request.contactEmail);
    if (!read.ok) return refuse("EMAIL_INVALID", { field: "contactEmail" });
    contactEmail = read.value;
  }
  if (request.theme !== undefined) theme = request.theme;
  if (request.language !== undefined) {
    const spoken = languageOf(request.language);
    if (spoken === undefined || !network.definition.languages.includes(spoken)) {
      return refuse("FIELD_INVALID", { field: "language" });
    }
    language = spoken;
  }
  return done({ contactEmail, theme, language });
}
