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
/** A postal address in a request; a field that is too long is refused by its name. */
export const RequestAddress = z.object({
  addressRoute: AddressPart,
  addressPostalCode: AddressPart,
  addressCity: AddressPart,
  addressState: AddressPart,
});

/** A person of an account on the wire (§3): the holder, or a traveller ("profile"). */
export const User = z.object({
  userId: Id,
  userToken: z.string().optional(),
  userName: z.string().describe("First name; empty while the account is incomplete"),
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
  isVerified: z
    .boolean()
    .describe("Whether the e-mail address is verified, or the account uses another sign-in method (§4)"),
  isComplete: z.boolean().describe("Whether first name, last name and e-mail are set (§4); for a guest, the e-mail"),
  authAsGuest: z.boolean(),
  customerNumber: z.string(),
  theme: Theme,
  language: z.string().nullable(),
  address: UserAddress.nullable(),
  identities: z.array(z.object({ providerId: z.string() })),
  synchronisedFields: z
    .array(z.enum(["firstName", "lastName", "birthDate"]))
    .describe("Fields of `update` that an identity provider supplies at each sign-in: read-only (§6)"),
  deletion: z
    .object({ requestedAt: Instant, erasesAt: Instant })
    .nullable()
    .describe("The requested deletion, which can be withdrawn until then (§4)"),
  hasBirthDate: z.boolean().optional().describe("Whether the birth date is known, even where the network hides it"),
  hasOwnSignIn: z
    .boolean()
    .optional()
    .describe("Whether the traveller has a password of their own; for the holder only"),
});
export type User = z.infer<typeof User>;

export const getUser = call("accounts", "POST", "/Account/getUser.json", {
  summary: "Returns a person (default: the signed-in one) and the travellers of the account.",
  section: "§7",
  session: "user",
  opensTo: ["deleting", "card"],
  request: ofTraveller("The person; default: the signed-in person"),
  answer: { user: User, profiles: z.array(User) },
  refusals: ["NOT_FOUND"],
});

export const update = call("accounts", "POST", "/Account/update.json", {
  summary: "Changes the data of the holder, or of the traveller `userId`; absent fields are unchanged.",
  section: "§7",
  session: "account",
  request: {
    ...ofTraveller("The person whose data changes; default: the signed-in person"),
    firstName: z.string().max(200).optional(),
    lastName: z.string().max(200).optional(),
    birthDate: z.string().max(40).nullable().optional().describe("`YYYY-MM-DD`, in the past"),
    phone: z.string().max(40).nullable().optional(),
    tariffStatus: Id.nullable().optional().describe("A status of `getProfileStatus`, where the network has profiling"),
    contactEmail: z
      .string()
      .max(254)
      .nullable()
      .optional()
      .describe("A change needs step-up authentication within the last five minutes (`reauthenticate`)"),
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
      .describe("The password of a traveller's own sign-in; null removes it; needs the holder's `currentPassword`"),
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

/** Reasons why an account cannot be deleted now. */
export const DeletionObstacle = z.enum(["order", "subscription", "installment"]);

export const requestDeletion = call("accounts", "POST", "/Account/requestDeletion", {
  summary: "Requests the deletion of the account in 30 days, and ends every session.",
  session: "holder",
  request: {
    currentPassword: z
      .string()
      .max(512)
      .optional()
      .describe("The current password, where the account has an e-mail sign-in"),
    confirmed: WireBoolean.optional().describe("The customer's confirmation; needed, except with `checkOnly`"),
    checkOnly: WireBoolean.optional().describe("Only checks whether a deletion could be requested now"),
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
    "Sends a code for `Actions/useCode` (LEGACY_ACCOUNT_ANONYMIZATION) if the account exists; the answer is the same if it does not.",
  session: "none",
  request: { email: Email },
  answer: {},
  refusals: ["TOO_MANY_REQUESTS"],
});

export const reactivate = call("accounts", "POST", "/Account/reactivate", {
  summary: "Withdraws a deletion request within its 30 days.",
  session: "holder",
  opensTo: ["deleting"],
  request: {},
  answer: { user: User },
  refusals: ["DELETION_NOT_REQUESTED"],
});

export const exportData = call("accounts", "POST", "/Account/exportData", {
  summary: "Exports all data of the account as an archive: JSON with its schema, and the files.",
  session: "holder",
  opensTo: ["deleting"],
  request: {},
  answer: {},
  refusals: ["TOO_MANY_REQUESTS", "REAUTHENTICATION_REQUIRED"],
  file: "application/zip",
});
