import { createHash } from "node:crypto";
import type { FederationIdentity, RealmUser } from "@guichet/contract/integrations/sandbox-identity.ts";

/** Special property of a test person, described on the page in the customer's language. */
export type PersonNote =
  | "ordinary"
  | "holder-email"
  | "no-email"
  | "day-unknown"
  | "month-unknown"
  | "many-names"
  | "short-name"
  | "new-email"
  | "arabic-name"
  | "unverified-email"
  | "minor";

export interface FederationPerson extends Omit<FederationIdentity, "note"> {
  note: PersonNote;
  gender: "female" | "male";
  /** French code of the birthplace; empty for one abroad. */
  birthplace: string;
  birthcountry: string;
  preferredUsername?: string;
}

export interface RealmPerson extends Omit<RealmUser, "note"> {
  note: PersonNote;
}

const france = "99100";

/** Test identities of the federation. Unknown days and months of birth are `00`, as in the real federation. */
export const federationPeople: readonly FederationPerson[] = [
  person(
    "claire",
    "ordinary",
    "Claire Sophie",
    "Martin",
    "1985-04-12",
    "claire.martin@mail.example",
    "female",
    "69123",
  ),
  person("thomas", "ordinary", "Thomas", "Bernard", "1971-11-30", "thomas.bernard@mail.example", "male", "31555"),
  person("holder-email", "holder-email", "Camille", "Robert", "1990-02-28", "holder@demo.example", "female", "75056"),
  person("no-email", "no-email", "Paulette", "Girard", "1948-07-03", undefined, "female", "44109"),
  person(
    "day-unknown",
    "day-unknown",
    "Ahmed",
    "Benali",
    "1962-03-00",
    "ahmed.benali@mail.example",
    "male",
    "",
    "99352",
  ),
  person(
    "month-unknown",
    "month-unknown",
    "Fatou",
    "Diop",
    "1958-00-00",
    "fatou.diop@mail.example",
    "female",
    "",
    "99341",
  ),
  {
    ...person(
      "many-names",
      "many-names",
      "Jean-Noël Éloi François",
      "D’Hérouville-Lévêque",
      "1979-12-25",
      "jean-noel@mail.example",
      "male",
      "14118",
    ),
    preferredUsername: "Châtelain",
  },
  person("short-name", "short-name", "Linh", "O", "1994-09-09", "linh.o@mail.example", "female", "", "99243"),
  person("new-email", "new-email", "Marion", "Petit", "1988-06-17", "marion.petit@mail.example", "female", "33063"),
  person("minor", "minor", "Lucas", "Moreau", "2011-05-20", "lucas.moreau@mail.example", "male", "59350"),
];

/** Users of each realm, all with the same password. The same user is a different person in each realm. */
export const realmPeople: readonly Omit<RealmPerson, "sub">[] = [
  user("camille", "ordinary", "Camille", "Fournier", "camille@operator.example"),
  user("yanis", "arabic-name", "يانس", "بن علي", "yanis@operator.example"),
  user("noemail", "no-email", "Andrea", "Rossi", undefined),
  user("unverified-email", "unverified-email", "Dominique", "Leroy", "dominique@operator.example", false),
  user("same-email", "holder-email", "Sacha", "Robert", "holder@demo.example"),
];

/** Claims of a realm's user within these scopes, by Keycloak's names. */
export function profileOf(person: Omit<RealmPerson, "sub">, scopes: ReadonlySet<string>) {
  const { name, givenName, familyName, email, emailVerified } = person;
  return {
    ...(scopes.has("profile") && {
      name: `${givenName} ${familyName}`,
      preferred_username: name,
      given_name: givenName,
      family_name: familyName,
    }),
    ...(scopes.has("email") && { email_verified: emailVerified, ...(email && { email }) }),
  };
}

/** Stable id of a user within a realm, in Keycloak's format (a UUID). */
export function realmSub(realm: string, name: string): string {
  const hex = createHash("sha256").update(`realm ${realm} ${name}`).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function person(
  name: string,
  note: PersonNote,
  givenName: string,
  familyName: string,
  birthdate: string,
  email: string | undefined,
  gender: FederationPerson["gender"],
  birthplace: string,
  birthcountry: string = france,
): FederationPerson {
  // Opaque, in the federation's format: it reveals no name, number or e-mail.
  const sub = `${createHash("sha256").update(`federation ${name}`).digest("hex")}v1`;
  return {
    name,
    sub,
    givenName,
    familyName,
    birthdate,
    ...(email && { email }),
    gender,
    birthplace,
    birthcountry,
    note,
  };
}

function user(
  name: string,
  note: PersonNote,
  givenName: string,
  familyName: string,
  email: string | undefined,
  emailVerified = email !== undefined,
): Omit<RealmPerson, "sub"> {
  return { name, givenName, familyName, ...(email && { email }), emailVerified, note };
}
