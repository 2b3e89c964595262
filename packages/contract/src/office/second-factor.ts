import { z } from "zod";
import { NextStep } from "../staff-sign-in-steps.ts";
import { Instant } from "../values.ts";
import { staffCall } from "./staff-call.ts";

/** A code typed from an app or from paper; spaces and dashes are ignored. */
const TypedCode = z.string().trim().min(1).max(40);
const RecoveryCodes = z.array(z.string()).describe("Each works once; returned only this time");
const CurrentPassword = z.string().max(512);

export const giveSecondFactor = staffCall("staff", "POST", "secondFactor", {
  summary:
    "Completes a sign-in with the code of an authenticator app or with a recovery code; the session continues under a new token.",
  network: "optional",
  opensAt: ["second-factor"],
  request: {
    code: TypedCode.optional().describe("Six digits of the authenticator app (RFC 6238); works once"),
    recoveryCode: TypedCode.optional().describe("A recovery code, instead of `code`"),
    knownDevice: z.string().max(200).optional().describe("The token returned by an earlier sign-in of this browser"),
  },
  answer: {
    staffToken: z.string(),
    expiresAt: Instant,
    nextStep: NextStep,
    knownDevice: z.string().optional(),
  },
  refusals: ["SECOND_FACTOR_WRONG", "FIELD_REQUIRED", "TRANSITION_NOT_ALLOWED", "TOO_MANY_REQUESTS"],
});

export const beginSecondFactor = staffCall("staff", "POST", "beginSecondFactor", {
  summary:
    "Creates the key of a second factor, the same until it is confirmed; once confirmed, it replaces the previous one.",
  network: "optional",
  opensAt: ["set-up-second-factor"],
  request: {
    currentPassword: CurrentPassword.optional().describe("The current password; needed once the sign-in is complete"),
  },
  answer: {
    key: z.string().describe("Base32, to type into an authenticator app"),
    uri: z.string().describe("`otpauth://` URI, for an app on this device"),
    qr: z
      .object({ side: z.number(), path: z.string() })
      .describe("The URI as a QR code: an SVG path, one unit per module"),
  },
  refusals: ["PASSWORD_WRONG", "FIELD_REQUIRED", "TOO_MANY_REQUESTS"],
});

export const confirmSecondFactor = staffCall("staff", "POST", "confirmSecondFactor", {
  summary:
    "Confirms a second factor with one of its codes, ends the caller's other sessions and returns the recovery codes.",
  network: "optional",
  opensAt: ["set-up-second-factor"],
  request: { code: TypedCode },
  answer: { recoveryCodes: RecoveryCodes, knownDevice: z.string() },
  refusals: ["SECOND_FACTOR_WRONG", "TRANSITION_NOT_ALLOWED", "TOO_MANY_REQUESTS"],
});

export const renewRecoveryCodes = staffCall("staff", "POST", "renewRecoveryCodes", {
  summary: "Creates new recovery codes; the previous ones become invalid.",
  network: "optional",
  request: { currentPassword: CurrentPassword },
  answer: { recoveryCodes: RecoveryCodes },
  refusals: ["PASSWORD_WRONG", "TRANSITION_NOT_ALLOWED", "TOO_MANY_REQUESTS"],
});

export const removeSecondFactor = staffCall("staff", "POST", "removeSecondFactor", {
  summary: "Removes the caller's second factor, where the installation does not require one.",
  network: "optional",
  request: { currentPassword: CurrentPassword },
  answer: {},
  refusals: ["PASSWORD_WRONG", "TRANSITION_NOT_ALLOWED", "TOO_MANY_REQUESTS"],
});
