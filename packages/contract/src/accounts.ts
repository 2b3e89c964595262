import { z } from "zod";
import { call } from "./call.ts";
import { Day, Email, Id, Instant, ofTraveller, WireBoolean } from "./values.ts";

export const Theme = z.enum(["light", "dark", "system"]);
export type Theme = z.infer<typeof Theme>;

export const addressPartMaxLength = 200;

export const UserAddress = z.object({
  addressRoute: z.string(),
  addressPostalCode: z.string(),
  addressCity: z.string(),
  addressState: z.string(),
});

const AddressPart = z.string().max(1000);
/** The same as somebody typed it; what is too long to keep is refused by name. */
export const RequestAddress = z.object({
  addressRoute: AddressPart,
  addressPostalCode: AddressPart,
  addressCity: AddressPart,
  addressState: AddressPart,
});

/** A person of an account as the wire names it (§3): the holder, or a traveller ("profile"). */
export const User = z.object({
  userId: Id,
  userToken: z.string().optional(),
  userName: z.string().describe("First name, empty while the account is incomplete"),
  userLastname: z.string(),
  userMail: z.string(),
  contactEmail: z.string().nullable(),
  userBirthday: Day.nullable(),
  userPhoneNumber: z.string().nullable(),
  userPictureUrl: z.string().nullable(),
  userStatus: z.enum(["active", "deactivated"]),
  tariffStatus: z.string().nullable(),
  isParent: z.boolean(),
  verifiedAt: Instant.nullable(),
  isVerified: z.boolean().describe("Verified, or signed in otherwise than by e-mail and password (§4)"),
  isComplete: z.boolean().describe("First name, last name and e-mail are all there (§4)"),
  authAsGuest: z.boolean(),
  customerNumber: z.string(),
  theme: Theme,
  language: z.string().nullable(),
  address: UserAddress.nullable(),
  identities: z.array(z.object({ providerId: z.string() })),
  synchronisedFields: z
    .array(z.enum(["firstName", "lastName", "birthDate"]))
    .describe("Fields of `update` that an identity provider says at every sign-in: read-only (§6)"),
  deletion: z
    .object({ requestedAt: Instant, erasesAt: Instant })
    .nullable()
    .describe("Deletion was asked for; until then it may be taken back (§4)"),
  hasBirthDate: z.boolean().optional().describe("One is known, also where the network hides it"),
  hasOwnSignIn: z.boolean().optional().describe("Told to the holder: does the traveller have a password of their own?"),
});
export type User = z.infer<typeof User>;

export const getUser = call("accounts", "POST", "/Account/getUser.json", {
  summary: "The person asked for (default: the one signed in), and the travellers of the account.",
  section: "§7",
  session: "user",
  opensTo: ["deleting", "card"],
  request: ofTraveller("The person asked for; default: who is signed in"),
  answer: { user: User, profiles: z.array(User) },
  refusals: ["NOT_FOUND"],
});

export const update = call("accounts", "POST", "/Account/update.json", {
  summary: "Changes the data of the holder, or with `userId` of a traveller; absent fields stay.",
  section: "§7",
  session: "account",
  request: {
    ...ofTraveller("Whose data changes; default: who is signed in"),
    firstName: z.string().max(200).optional(),
    lastName: z.string().max(200).optional(),
    birthDate: z.string().max(40).nullable().optional().describe("YYYY-MM-DD, a past day"),
    phone: z.string().max(40).nullable().optional(),
    tariffStatus: Id.nullable().optional().describe("One of `getProfileStatus`, where the network has profiling"),
    contactEmail: z
      .string()
      .max(254)
      .nullable()
      .optional()
      .describe("Another one than before needs a proof of the last five minutes (`reauthenticate`)"),
    address: RequestAddress.nullable().optional(),
    theme: Theme.optional(),
    language: z.string().max(12).optional(),
    email: z.string().max(1000).optional(),
    currentPassword: z.string().max(512).optional(),
    travellerPassword: z
      .string()
      .max(512)
      .nullable()
      .optional()
      .describe("A traveller's own sign-in: set, or removed by null; needs the holder's `currentPassword`"),
  },
  answer: { user: User },
  refusals: [
    "NAME_TOO_SHORT",
    "NAME_WITHOUT_VOWEL",
    "NAME_FORBIDDEN_CHARACTER",
    "NAMES_EQUAL",
    "PHONE_INVALID",
    "BIRTH_DATE_INVALID",
    "EMAIL_INVALID",
    "EMAIL_EXISTS",
    "EMAIL_UNCHANGED",
    "PASSWORD_WRONG",
    "REAUTHENTICATION_REQUIRED",
    "DATA_SYNCHRONISED",
    "PERSON_BOUND",
    "PASSWORD_DOES_NOT_MEET_REQUIREMENTS",
    "PASSWORD_UNCHANGED",
    "PASSWORD_OF_HOLDER",
    "PROFILE_PASSWORDS_LIMIT",
    "PROFILE_DEACTIVATED",
    "HOLDER_REQUIRED",
    "NOT_FOUND",
  ],
});

/** Why an account cannot be deleted now. */
export const DeletionObstacle = z.enum(["order", "subscription", "installment"]);

export const requestDeletion = call("accounts", "POST", "/Account/requestDeletion", {
  summary: "Asks for the account's deletion in 30 days, and ends every session.",
  session: "holder",
  request: {
    currentPassword: z.string().max(512).optional().describe("Where the account has an e-mail sign-in"),
    confirmed: WireBoolean.optional().describe("The customer said that it is meant: needed, but for `checkOnly`"),
    checkOnly: WireBoolean.optional().describe("Tells whether it could be asked for now, and does nothing"),
  },
  answer: { erasesAt: Instant },
  refusals: [
    "CONFIRMATION_REQUIRED",
    "DELETION_BLOCKED",
    "PASSWORD_WRONG",
    "REAUTHENTICATION_REQUIRED",
    "ACCOUNT_DELETION_PENDING",
    "NOT_FOUND",
  ],
});

export const requestDeletionByEmail = call("accounts", "POST", "/Account/requestDeletionByEmail", {
  summary:
    "Sends a code for `Actions/useCode` (LEGACY_ACCOUNT_ANONYMIZATION), if there is such an account; the answer does not tell.",
  session: "none",
  request: { email: Email },
  answer: {},
  refusals: ["TOO_MANY_REQUESTS"],
});

export const reactivate = call("accounts", "POST", "/Account/reactivate", {
  summary: "Takes a request for deletion back, within its 30 days.",
  session: "holder",
  opensTo: ["deleting"],
  request: {},
  answer: { user: User },
  refusals: ["DELETION_NOT_REQUESTED"],
});

export const exportData = call("accounts", "POST", "/Account/exportData", {
  summary: "Everything that is kept of the account, as one archive: JSON with its schema, and the files.",
  session: "holder",
  opensTo: ["deleting"],
  request: {},
  answer: {},
  refusals: ["TOO_MANY_REQUESTS", "REAUTHENTICATION_REQUIRED"],
  file: "application/zip",
});
