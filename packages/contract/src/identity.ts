import { z } from "zod";
import { User } from "./accounts.ts";
import { call, OriginType } from "./call.ts";
import { Driver } from "./networks.ts";
import { deviceName, Email, Id, Instant, ofTraveller, WireBoolean } from "./values.ts";
import { Wallet } from "./wallet.ts";

/** Actions of the legacy e-mail codes in one-time links (§3). */
export const LegacyAction = z.enum([
  "LEGACY_PASSWORD_CHANGE",
  "LEGACY_EMAIL_VERIFICATION",
  "LEGACY_ACCOUNT_ANONYMIZATION",
]);
export type LegacyAction = z.infer<typeof LegacyAction>;

/** A traveller to choose at sign-in, when several match (§4). */
export const ProfileChoice = z.object({
  userId: Id,
  userName: z.string(),
  userLastname: z.string(),
  isParent: z.boolean(),
});

export const login = call("identity", "POST", "/Account/login.json", {
  summary: "Opens a session with an identity token; the first sign-in creates the account.",
  section: "§7",
  session: "none",
  request: {
    firebase_token: z.string().max(8192).optional(),
    ...ofTraveller("The person of the account who signs in; default: the holder, or the person whose password it was"),
    device: deviceName,
    provider: z
      .string()
      .max(50)
      .optional()
      .describe(
        "The sign-in method: `password`, `email` or `firebase`; for other providers use `account/authenticate`",
      ),
    client: z
      .string()
      .max(100)
      .optional()
      .describe("Name of the application: stored with the session, listed by `getSessions`; default: `oauthClient`"),
    oauthClient: z
      .string()
      .max(100)
      .optional()
      .describe("Name of the application as an OAuth client; default: `originAgent`"),
    withWallet: WireBoolean.optional().describe("Also returns `wallet`, as `Account/getWallet` does"),
    authAsGuest: WireBoolean.optional().describe("Opens a guest's session, with `guest` and without a token"),
    forceProfiles: WireBoolean.optional().describe(
      "Returns `profiles` for the holder's token when there are several; call again with the `userId` of one",
    ),
    knownDevice: z
      .string()
      .max(200)
      .optional()
      .describe("The token returned by an earlier login of this browser; while it is valid, no new one is returned"),
    guest: z
      .strictObject({
        firstName: z
          .string()
          .max(80)
          .optional()
          .describe("Given with `lastName` or not at all; needed for articles whose ticket is in a name"),
        lastName: z.string().max(80).optional(),
        email: Email,
        birthDate: z
          .string()
          .max(40)
          .nullish()
          .describe("`YYYY-MM-DD`; needed for articles with an age limit, refused where the network hides birth dates"),
      })
      .optional(),
  },
  answer: {
    user: User.optional(),
    profiles: z.array(ProfileChoice).optional(),
    wallet: Wallet.optional().describe("Present with `withWallet`"),
    knownDevice: z
      .string()
      .optional()
      .describe(
        "Stored by the browser for a year and sent as `X-Known-Device` with signInWithPassword: five attempts of its own",
      ),
  },
  refusals: [
    "TOKEN_INVALID",
    "NOT_FOUND",
    "PROVIDER_UNKNOWN",
    "GUEST_NOT_ALLOWED",
    "GUEST_DATA_REQUIRED",
    "BIRTH_DATE_INVALID",
    "EMAIL_EXISTS_OTHER_PROVIDER",
  ],
});

export const logout = call("identity", "POST", "/Account/logout.json", {
  summary: "Ends the session of the token; a token that is no longer valid is not an error.",
  section: "§7",
  session: "none",
  request: {},
  answer: {
    logoutUrl: z
      .string()
      .nullable()
      .describe("URL for signing out at the provider too; null: none, or the provider does not respond"),
  },
  refusals: [],
});

const introspection = {
  summary: "Checks a user token in this network and returns its user.",
  section: "§7",
  session: "user",
  opensTo: ["deleting", "card"],
  request: {},
  answer: { active: z.literal(true), userId: Id, networkId: Id, authAsGuest: z.boolean(), expiresAt: Instant },
  refusals: [],
} as const;
export const introspectToken = call("identity", "POST", "/Account/introspectToken.json", {
  ...introspection,
  summary: `${introspection.summary} With a provider's access token, also checks that the provider accepts it for this account.`,
  request: { customToken: z.string().min(1).max(8192).optional(), authProviderId: Id.optional() },
  refusals: ["TOKEN_INVALID", "PROVIDER_UNKNOWN", "PROVIDER_UNAVAILABLE"],
});
export const introspectTokenByGet = call("identity", "GET", "/Account/introspectToken.json", introspection);

export const touch = call("identity", "POST", "/Account/touch", {
  summary: "Records activity and extends the token's expiry.",
  section: "§7",
  session: "user",
  opensTo: ["deleting", "card"],
  request: {},
  answer: { expiresAt: Instant },
  refusals: [],
});

export const sendVerificationEmail = call("identity", "POST", "/Account/sendVerificationEmail", {
  summary: "Sends the verification e-mail again, after a waiting time.",
  section: "§7",
  session: "holder",
  request: {},
  answer: { retryAfterSeconds: z.int() },
  refusals: ["ALREADY_VERIFIED", "VERIFICATION_WAIT"],
});

export const verify = call("identity", "PUT", "/Account/verify", {
  summary:
    "Confirms an e-mail address in the account's own session, with the code of the e-mail's link or with the short code that is typed. Without that session, the recipient of the e-mail confirms the address by setting a new password (`Actions/useCode`).",
  section: "§7",
  session: "optional",
  request: { code: z.string().max(200) },
  answer: { verifiedAt: Instant },
  refusals: ["CODE_INVALID", "CODE_EXPIRED", "ALREADY_VERIFIED", "EMAIL_EXISTS", "ACCOUNT_SESSION_REQUIRED"],
});

export const resetPassword = call("identity", "POST", "/Account/resetPassword", {
  summary: "Sends a password reset link if the account exists; the answer is the same if it does not.",
  section: "§7",
  session: "none",
  request: { email: Email },
  answer: {},
  refusals: ["TOO_MANY_REQUESTS"],
});

export const useCode = call("identity", "PUT", "/Actions/useCode", {
  summary:
    "Uses the one-time code of a link: for a new password, a verification, or a deletion requested without a session.",
  section: "§7",
  session: "optional",
  opensTo: ["deleting", "card"],
  request: {
    code: z.string().max(200),
    action: LegacyAction,
    password: z
      .string()
      .max(512)
      .optional()
      .describe(
        "LEGACY_PASSWORD_CHANGE: the new password. LEGACY_EMAIL_VERIFICATION: sets a password without a session and ends all sessions",
      ),
  },
  answer: {
    action: LegacyAction,
    email: z.string().optional(),
    separated: z
      .boolean()
      .optional()
      .describe(
        "With a new password: the address was removed from an account where it had been entered without verification",
      ),
  },
  refusals: [
    "CODE_INVALID",
    "ACCOUNT_SESSION_REQUIRED",
    "CODE_EXPIRED",
    "ALREADY_VERIFIED",
    "EMAIL_EXISTS",
    "PASSWORD_DOES_NOT_MEET_REQUIREMENTS",
    "DELETION_BLOCKED",
    "PASSWORD_OF_TRAVELLER",
    "PASSWORD_UNCHANGED",
  ],
});

/** A provider's token, our token for a provider's grant, or an identity token. */
const ProviderToken = z.string().min(1).max(8192);

export const authorizationState = call("identity", "POST", "/authentication/authorizationState", {
  summary:
    "Begins a sign-in at a provider: stores a state, valid once within 10 minutes, and returns the URL for the browser.",
  section: "§7",
  session: "optional",
  opensTo: ["deleting", "card"],
  request: {
    authProviderId: Id,
    redirectUri: z.string().max(500),
    reauthenticate: WireBoolean.optional().describe(
      "The person must sign in at the provider again, even when signed in there",
    ),
  },
  answer: { state: z.string(), authorizationUrl: z.string() },
  refusals: ["PROVIDER_UNKNOWN", "PROVIDER_UNAVAILABLE", "REDIRECT_URI_INVALID"],
});

export const exchangeAuthorizationCode = call("identity", "POST", "/authentication/exchangeAuthorizationCode", {
  summary:
    "Completes a sign-in at a provider: checks its response and returns a token that `account/authenticate` accepts once.",
  section: "§7",
  session: "none",
  request: {
    code: z.string().min(1).max(4096),
    state: z.string().min(1).max(200),
    iss: z.string().max(500).optional().describe("The issuer, from providers that send it (RFC 9207)"),
  },
  answer: {
    authProviderToken: z.string().describe("Our token for the provider's response, valid once within 10 minutes"),
    authProviderId: Id,
    driver: Driver,
    reauthenticated: z.boolean(),
    customToken: z.string().optional().describe("KEYCLOAK: the provider's access token"),
    refreshToken: z.string().optional(),
    customTokenExpiresAt: Instant.optional(),
    refreshTokenExpiresAt: Instant.optional(),
  },
  refusals: ["AUTHORIZATION_STATE_INVALID", "PROVIDER_UNKNOWN", "PROVIDER_UNAVAILABLE", "PROVIDER_ANSWER_INVALID"],
});

export const authenticate = call("identity", "POST", "/account/authenticate", {
  summary:
    "Opens a session after a sign-in at a provider; the first sign-in creates the account. With a custom provider's access token and a user token, continues the session of that user token, unless it was ended.",
  section: "§7",
  session: "none",
  request: {
    authProviderToken: ProviderToken,
    authProviderId: Id,
    device: deviceName,
    clientSlug: z.string().max(100).optional().describe("The provider's slug; refused if it is another provider's"),
    provider: z
      .string()
      .max(50)
      .optional()
      .describe("The provider's id, slug or driver; refused if it is another provider's"),
    oauthClient: z
      .string()
      .max(100)
      .optional()
      .describe("The network's client at the provider (`configuration.client`); refused if it differs"),
    authAsGuest: WireBoolean.optional().describe("Refused when true: a person identified by a provider is not a guest"),
    withCustomer: WireBoolean.optional().describe("Returns the account too; default: true"),
  },
  answer: {
    userToken: z.string(),
    isNew: z.boolean(),
    user: User.optional(),
    logoutUrl: z.string().nullable().describe("URL for signing out at the provider too"),
  },
  refusals: [
    "PROVIDER_UNKNOWN",
    "PROVIDER_UNAVAILABLE",
    "TOKEN_INVALID",
    "EMAIL_EXISTS_OTHER_PROVIDER",
    "GUEST_NOT_ALLOWED",
  ],
});

/** One sign-in method of an account, as shown to its owner. */
export const Identity = z.object({
  providerId: z.string(),
  driver: Driver.nullable().describe("null: e-mail and password"),
  name: z.string(),
  email: z.string().nullable(),
  emailVerified: z.boolean().describe("Verified by e-mail or by the provider"),
  createdAt: Instant,
  synchronisedAt: Instant.nullable(),
});

export const identities = call("identity", "GET", "/account/identities", {
  summary: "Lists the sign-in methods of the account.",
  section: "§7",
  session: "holder",
  request: {},
  answer: { identities: z.array(Identity) },
  refusals: [],
});

export const createIdentity = call("identity", "POST", "/account/createIdentity", {
  summary:
    "Adds a sign-in method: an identity of a provider, or an e-mail sign-in with its identity token (`password`).",
  section: "§7",
  session: "holder",
  request: { authProviderId: Id, authProviderToken: ProviderToken },
  answer: { identities: z.array(Identity) },
  refusals: [
    "PROVIDER_UNKNOWN",
    "TOKEN_INVALID",
    "IDENTITY_EXISTS",
    "IDENTITY_LINKED_ELSEWHERE",
    "EMAIL_EXISTS",
    "REAUTHENTICATION_REQUIRED",
  ],
});

export const deleteIdentity = call("identity", "DELETE", "/account/deleteIdentity", {
  summary: "Removes a sign-in method, after step-up authentication; the last one cannot be removed.",
  section: "§7",
  session: "holder",
  request: { authProviderId: Id },
  answer: { identities: z.array(Identity) },
  refusals: ["NOT_FOUND", "LAST_IDENTITY", "REAUTHENTICATION_REQUIRED"],
});

export const reauthenticate = call("identity", "POST", "/account/reauthenticate", {
  summary: "Authenticates the signed-in person again (step-up authentication), at their provider or by password.",
  session: "holder",
  opensTo: ["deleting"],
  request: {
    authProviderId: Id.optional(),
    authProviderToken: ProviderToken.optional(),
    currentPassword: z.string().max(512).optional(),
  },
  answer: { provedUntil: Instant },
  refusals: ["PROVIDER_UNKNOWN", "TOKEN_INVALID", "PASSWORD_WRONG"],
});

/** One session of the account, as shown to its owner. */
export const SessionEntry = z.object({
  sessionId: Id,
  device: z.string().nullable(),
  client: z.string().describe("The client of the Ticket API that opened the session"),
  application: z.string().nullable().describe("Name of the application"),
  originType: OriginType.nullable(),
  providerId: z.string(),
  traveller: z
    .object({ userId: Id, firstName: z.string() })
    .nullable()
    .describe("The traveller, for a traveller's own sign-in"),
  createdAt: Instant,
  seenAt: Instant,
  isCurrent: z.boolean(),
});

export const getSessions = call("identity", "GET", "/Account/getSessions", {
  summary: "Lists the sessions of the account; a traveller's own sign-in sees only its own sessions.",
  session: "account",
  request: {},
  answer: { sessions: z.array(SessionEntry) },
  refusals: [],
});

export const revokeSession = call("identity", "DELETE", "/Account/revokeSession", {
  summary: "Ends one other session or, without an id, all other sessions.",
  session: "account",
  request: { sessionId: Id.optional() },
  answer: { ended: z.int() },
  refusals: ["NOT_FOUND"],
});
