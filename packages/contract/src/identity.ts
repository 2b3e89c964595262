import { z } from "zod";
import { User } from "./accounts.ts";
import { call } from "./call.ts";
import { Email, Id, Instant, WireBoolean } from "./values.ts";

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
    provider: z.string().max(50).optional(),
    client: z.string().max(100).optional(),
    withWallet: WireBoolean.optional(),
    authAsGuest: WireBoolean.optional(),
    forceProfiles: WireBoolean.optional(),
    knownDevice: z
      .string()
      .max(200)
      .optional()
      .describe("The token that an earlier login of this browser answered; still good: none is answered"),
    guest: z.strictObject({ firstName: z.string().max(80), lastName: z.string().max(80), email: Email }).optional(),
  },
  answer: {
    user: User.optional(),
    profiles: z.array(ProfileChoice).optional(),
    knownDevice: z
      .string()
      .optional()
      .describe(
        "Kept by the browser for a year and sent as `X-Known-Device` with signInWithPassword: five tries of its own",
      ),
  },
  refusals: ["TOKEN_INVALID", "GUEST_NOT_ALLOWED", "GUEST_DATA_REQUIRED", "EMAIL_EXISTS_OTHER_PROVIDER"],
});

export const logout = call("identity", "POST", "/Account/logout.json", {
  summary: "Ends the session of the token given; a token that is gone already is no fault.",
  section: "§7",
  session: "none",
  request: {},
  answer: {},
  refusals: [],
});

const introspection = {
  summary: "Tells whether a user token holds in this network, and whose it is.",
  section: "§7",
  session: "user",
  request: {},
  answer: { active: z.literal(true), userId: Id, networkId: Id, authAsGuest: z.boolean(), expiresAt: Instant },
  refusals: [],
} as const;
export const introspectToken = call("identity", "POST", "/Account/introspectToken.json", introspection);
export const introspectTokenByGet = call("identity", "GET", "/Account/introspectToken.json", introspection);

export const touch = call("identity", "POST", "/Account/touch", {
  summary: "Records activity and slides the token's expiry.",
  section: "§7",
  session: "user",
  request: {},
  answer: { expiresAt: Instant },
  refusals: [],
});

export const sendVerificationEmail = call("identity", "POST", "/Account/sendVerificationEmail", {
  summary: "Sends the verification e-mail again, after a wait.",
  section: "§7",
  session: "account",
  request: {},
  answer: { retryAfterSeconds: z.int() },
  refusals: ["ALREADY_VERIFIED", "VERIFICATION_WAIT"],
});

export const verify = call("identity", "PUT", "/Account/verify", {
  summary: "Confirms an e-mail address by the code that was sent to it.",
  section: "§7",
  session: "optional",
  request: { code: z.string().max(200) },
  answer: { verifiedAt: Instant },
  refusals: ["CODE_INVALID", "CODE_EXPIRED", "ALREADY_VERIFIED", "EMAIL_EXISTS"],
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
  session: "none",
  request: { code: z.string().max(200), action: LegacyAction, password: z.string().max(512).optional() },
  answer: { action: LegacyAction, email: z.string().optional() },
  refusals: ["CODE_INVALID", "CODE_EXPIRED", "ALREADY_VERIFIED", "EMAIL_EXISTS", "PASSWORD_DOES_NOT_MEET_REQUIREMENTS"],
});
