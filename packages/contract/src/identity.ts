import { z } from "zod";
import { User } from "./accounts.ts";
import { call, OriginType } from "./call.ts";
import { Driver } from "./networks.ts";
import { deviceName, Email, Id, Instant, ofTraveller, WireBoolean } from "./values.ts";
import { Wallet } from "./wallet.ts";

/** What opens the legacy e-mail codes of one-time links (§3). */
export const LegacyAction = z.enum([
  "LEGACY_PASSWORD_CHANGE",
  "LEGACY_EMAIL_VERIFICATION",
  "LEGACY_ACCOUNT_ANONYMIZATION",
]);
export type LegacyAction = z.infer<typeof LegacyAction>;

/** What a sign-in leads to when several travellers match: one is to be picked (§4). */
export const ProfileChoice = z.object({
  userId: Id,
  userName: z.string(),
  userLastname: z.string(),
  isParent: z.boolean(),
});

export const login = call("identity", "POST", "/Account/login.json", {
  summary: "Opens a session from an identity token; the account is created at the first one.",
  section: "§7",
  session: "none",
  request: {
    firebase_token: z.string().max(8192).optional(),
    ...ofTraveller("Who of the account signs in; default: the holder, or whose password it was"),
    device: deviceName,
    provider: z
      .string()
      .max(50)
      .optional()
      .describe(
        "How the person signed in: `password`, `email` or `firebase`; who signed in at another provider goes to `account/authenticate`",
      ),
    client: z
      .string()
      .max(100)
      .optional()
      .describe("The application's own name: kept with the session, told in `getSessions`; default: `oauthClient`"),
    oauthClient: z
      .string()
      .max(100)
      .optional()
      .describe("Its name as an OAuth client, where it has no other; default: `originAgent`"),
    withWallet: WireBoolean.optional().describe("Answers `wallet` too, as `Account/getWallet` would"),
    authAsGuest: WireBoolean.optional().describe("Opens the session of a guest, by `guest` and without a token"),
    forceProfiles: WireBoolean.optional().describe(
      "The holder's token answers `profiles` where there are several; `userId` of one of them opens it",
    ),
    knownDevice: z
      .string()
      .max(200)
      .optional()
      .describe("The token that an earlier login of this browser answered; still good: none is answered"),
    guest: z
      .strictObject({
        firstName: z.string().max(80),
        lastName: z.string().max(80),
        email: Email,
        birthDate: z
          .string()
          .max(40)
          .nullish()
          .describe("YYYY-MM-DD; needed for articles with an age limit, refused where the network hides birth dates"),
      })
      .optional(),
  },
  answer: {
    user: User.optional(),
    profiles: z.array(ProfileChoice).optional(),
    wallet: Wallet.optional().describe("Asked for by `withWallet`"),
    knownDevice: z
      .string()
      .optional()
      .describe(
        "Kept by the browser for a year and sent as `X-Known-Device` with signInWithPassword: five tries of its own",
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
  summary: "Ends the session of the token given; a token that is gone already is no fault.",
  section: "§7",
  session: "none",
  request: {},
  answer: {
    logoutUrl: z
      .string()
      .nullable()
      .describe(
        "Where the browser goes to sign out at the provider too; null: nowhere, or the provider does not answer",
      ),
  },
  refusals: [],
});

const introspection = {
  summary: "Tells whether a user token holds in this network, and whose it is.",
  section: "§7",
  session: "user",
  opensTo: ["deleting", "card"],
  request: {},
  answer: { active: z.literal(true), userId: Id, networkId: Id, authAsGuest: z.boolean(), expiresAt: Instant },
  refusals: [],
} as const;
export const introspectToken = call("identity", "POST", "/Account/introspectToken.json", {
  ...introspection,
  summary: `${introspection.summary} With a provider's access token: whether that one holds there too, for this account.`,
  request: { customToken: z.string().min(1).max(8192).optional(), authProviderId: Id.optional() },
  refusals: ["TOKEN_INVALID", "PROVIDER_UNKNOWN", "PROVIDER_UNAVAILABLE"],
});
export const introspectTokenByGet = call("identity", "GET", "/Account/introspectToken.json", introspection);

export const touch = call("identity", "POST", "/Account/touch", {
  summary: "Records activity and slides the token's expiry.",
  section: "§7",
  session: "user",
  opensTo: ["deleting", "card"],
  request: {},
  answer: { expiresAt: Instant },
  refusals: [],
});

export const sendVerificationEmail = call("identity", "POST", "/Account/sendVerificationEmail", {
  summary: "Sends the verification e-mail again, after a wait.",
  section: "§7",
  session: "holder",
  request: {},
  answer: { retryAfterSeconds: z.int() },
  refusals: ["ALREADY_VERIFIED", "VERIFICATION_WAIT"],
});

export const verify = call("identity", "PUT", "/Account/verify", {
  summary:
    "Confirms an e-mail address in the account's own session: by the code of the e-mail's link, or by the short one as it was typed. Without that session, whoever reads the e-mail takes the address by a new password (`Actions/useCode`).",
  section: "§7",
  session: "optional",
  request: { code: z.string().max(200) },
  answer: { verifiedAt: Instant },
  refusals: ["CODE_INVALID", "CODE_EXPIRED", "ALREADY_VERIFIED", "EMAIL_EXISTS", "ACCOUNT_SESSION_REQUIRED"],
});

export const resetPassword = call("identity", "POST", "/Account/resetPassword", {
  summary: "Sends a reset link, if there is such an account; the answer does not tell.",
  section: "§7",
  session: "none",
  request: { email: Email },
  answer: {},
  refusals: ["TOO_MANY_REQUESTS"],
});

export const useCode = call("identity", "PUT", "/Actions/useCode", {
  summary: "Uses a one-time code of a link: new password, verification, or a deletion asked for without a session.",
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
        "LEGACY_PASSWORD_CHANGE: the new one. LEGACY_EMAIL_VERIFICATION: sets it, needs no session, and ends all others",
      ),
  },
  answer: {
    action: LegacyAction,
    email: z.string().optional(),
    separated: z
      .boolean()
      .optional()
      .describe("A new password: the address had been entered, unproved, at somebody's account, and has left it"),
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

/** A token of a provider, of ours for what a provider said, or an identity token. */
const ProviderToken = z.string().min(1).max(8192);

export const authorizationState = call("identity", "POST", "/authentication/authorizationState", {
  summary:
    "Begins a sign-in at a provider: keeps its state for 10 minutes, once, and answers where to send the browser.",
  section: "§7",
  session: "optional",
  opensTo: ["deleting", "card"],
  request: {
    authProviderId: Id,
    redirectUri: z.string().max(500),
    reauthenticate: WireBoolean.optional().describe("The person must sign in there again, even if they are signed in"),
  },
  answer: { state: z.string(), authorizationUrl: z.string() },
  refusals: ["PROVIDER_UNKNOWN", "PROVIDER_UNAVAILABLE", "REDIRECT_URI_INVALID"],
});

export const exchangeAuthorizationCode = call("identity", "POST", "/authentication/exchangeAuthorizationCode", {
  summary: "Ends a sign-in at a provider: checks its answer and gives a token that `account/authenticate` takes once.",
  section: "§7",
  session: "none",
  request: {
    code: z.string().min(1).max(4096),
    state: z.string().min(1).max(200),
    iss: z.string().max(500).optional().describe("The issuer, where the provider names itself (RFC 9207)"),
  },
  answer: {
    authProviderToken: z.string().describe("Ours: stands for what the provider said, used once within 10 minutes"),
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
    "Opens a session from what a provider said; the account is created at the first one. With a custom provider's access token it goes on with the session of the user token that comes along, unless that one was ended.",
  section: "§7",
  session: "none",
  request: {
    authProviderToken: ProviderToken,
    authProviderId: Id,
    device: deviceName,
    clientSlug: z.string().max(100).optional().describe("The provider's slug; refused where it is another's"),
    provider: z
      .string()
      .max(50)
      .optional()
      .describe("The provider's id, slug or driver; refused where it is another's"),
    oauthClient: z
      .string()
      .max(100)
      .optional()
      .describe("The network's client at the provider (`configuration.client`); refused where it is another's"),
    authAsGuest: WireBoolean.optional().describe("Refused when true: whom a provider names is no guest"),
    withCustomer: WireBoolean.optional().describe("default: true"),
  },
  answer: {
    userToken: z.string(),
    isNew: z.boolean(),
    user: User.optional(),
    logoutUrl: z.string().nullable().describe("Where the browser goes to sign out at the provider too"),
  },
  refusals: [
    "PROVIDER_UNKNOWN",
    "PROVIDER_UNAVAILABLE",
    "TOKEN_INVALID",
    "EMAIL_EXISTS_OTHER_PROVIDER",
    "GUEST_NOT_ALLOWED",
  ],
});

/** One way in of an account, as its owner sees it. */
export const Identity = z.object({
  providerId: z.string(),
  driver: Driver.nullable().describe("null: e-mail and password"),
  name: z.string(),
  email: z.string().nullable(),
  emailVerified: z.boolean().describe("Proved by a letter, or checked by the provider"),
  createdAt: Instant,
  synchronisedAt: Instant.nullable(),
});

export const identities = call("identity", "GET", "/account/identities", {
  summary: "The ways in of the account.",
  section: "§7",
  session: "holder",
  request: {},
  answer: { identities: z.array(Identity) },
  refusals: [],
});

export const createIdentity = call("identity", "POST", "/account/createIdentity", {
  summary: "Adds a way in: what a provider said, or an e-mail sign-in by its identity token (`password`).",
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
  summary: "Removes a way in, after a fresh proof of who asks; the last one stays.",
  section: "§7",
  session: "holder",
  request: { authProviderId: Id },
  answer: { identities: z.array(Identity) },
  refusals: ["NOT_FOUND", "LAST_IDENTITY", "REAUTHENTICATION_REQUIRED"],
});

export const reauthenticate = call("identity", "POST", "/account/reauthenticate", {
  summary: "Proves again who is signed in: by what their provider said just now, or by their password.",
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

/** One session of the account, as its owner would recognise it. */
export const SessionEntry = z.object({
  sessionId: Id,
  device: z.string().nullable(),
  client: z.string().describe("The client of the Ticket API that opened it"),
  application: z.string().nullable().describe("The application's own name, as it gave it"),
  originType: OriginType.nullable(),
  providerId: z.string(),
  traveller: z.object({ userId: Id, firstName: z.string() }).nullable().describe("A traveller's own sign-in"),
  createdAt: Instant,
  seenAt: Instant,
  isCurrent: z.boolean(),
});

export const getSessions = call("identity", "GET", "/Account/getSessions", {
  summary: "Where the account is signed in; a traveller's own sign-in sees its own sessions.",
  session: "account",
  request: {},
  answer: { sessions: z.array(SessionEntry) },
  refusals: [],
});

export const revokeSession = call("identity", "DELETE", "/Account/revokeSession", {
  summary: "Signs out one other session, or (without its id) all others.",
  session: "account",
  request: { sessionId: Id.optional() },
  answer: { ended: z.int() },
  refusals: ["NOT_FOUND"],
});
