import { z } from "zod";
import { NextStep } from "../staff-sign-in-steps.ts";
import { Instant } from "../values.ts";
import { staffCall } from "./staff-call.ts";

/** What is typed of an app or of paper: spaces and dashes do not matter. */
const TypedCode = z.string().trim().min(1).max(40);
const RecoveryCodes = z.array(z.string()).describe("Each good once; shown now and never again");
const CurrentPassword = z.string().max(512);

export const giveSecondFactor = staffCall("staff", "POST", "secondFactor", {
  summary: "Ends a sign-in by the code of an app, or by a recovery code: the session goes on under a new token.",
  network: "optional",
  opensAt: ["second-factor"],
  request: {
    code: TypedCode.optional().describe("Six digits (RFC 6238), taken once"),
    recoveryCode: TypedCode.optional().describe("In its place"),
    knownDevice: z.string().max(200).optional().describe("What an earlier sign-in of this browser answered"),
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
  summary: "Makes the key of a second factor, the same until it is confirmed; it takes the place of one that there is.",
  network: "optional",
  opensAt: ["set-up-second-factor"],
  request: { currentPassword: CurrentPassword.optional().describe("Needed where the sign-in is done") },
  answer: {
    key: z.string().describe("Base32, for typing into an app"),
    uri: z.string().describe("`otpauth://`, for apps on this device"),
    qr: z.object({ side: z.number(), path: z.string() }).describe("The same as a QR code: a path of SVG in modules"),
  },
  refusals: ["PASSWORD_WRONG", "FIELD_REQUIRED", "TOO_MANY_REQUESTS"],
});

export const confirmSecondFactor = staffCall("staff", "POST", "confirmSecondFactor", {
  summary: "Puts a second factor in place by a code of it, ends one's other sessions and answers the recovery codes.",
  network: "optional",
  opensAt: ["set-up-second-factor"],
  request: { code: TypedCode },
  answer: { recoveryCodes: RecoveryCodes, knownDevice: z.string() },
  refusals: ["SECOND_FACTOR_WRONG", "TRANSITION_NOT_ALLOWED", "TOO_MANY_REQUESTS"],
});

export const renewRecoveryCodes = staffCall("staff", "POST", "renewRecoveryCodes", {
  summary: "Makes other recovery codes; those before are good no more.",
  network: "optional",
  request: { currentPassword: CurrentPassword },
  answer: { recoveryCodes: RecoveryCodes },
  refusals: ["PASSWORD_WRONG", "TRANSITION_NOT_ALLOWED", "TOO_MANY_REQUESTS"],
});

export const removeSecondFactor = staffCall("staff", "POST", "removeSecondFactor", {
  summary: "Takes one's second factor away, where the installation does not require one.",
  network: "optional",
  request: { currentPassword: CurrentPassword },
  answer: {},
  refusals: ["PASSWORD_WRONG", "TRANSITION_NOT_ALLOWED", "TOO_MANY_REQUESTS"],
});
