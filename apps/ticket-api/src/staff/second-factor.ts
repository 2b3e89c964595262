import { failedSignInWindowMinutes } from "@guichet/contract/limits/sign-in-limits.ts";
import { staffCodesPerDay } from "@guichet/contract/limits/staff-limits.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import { signInLimits } from "../authentication/sign-in.ts";
import { daysMs, minutesMs } from "../clock.ts";
import type { Dependencies } from "../dependencies.ts";
import { hashed } from "../ids.ts";
import { type AttemptLimit, countAttempt, removeLastAttempt } from "../rate-limits/attempt-store.ts";
import { type AttemptResult, takeAttempt, takeKnownAttempt } from "../rate-limits/attempts.ts";
import { seal, unseal } from "../sealing.ts";
import { isKnownStaffDevice } from "./device-store.ts";
import { normaliseCode, stepOfCode } from "./one-time-codes.ts";
import { findSecondFactor, useRecoveryCode, useStep } from "./second-factor-store.ts";

const purpose = "staff second factor";
export const sealSecret = ({ keys }: Pick<Dependencies, "keys">, staffId: string, secret: string): string =>
  seal(keys, purpose, staffId, secret);
export const unsealSecret = (
  { keys }: Pick<Dependencies, "keys">,
  staffId: string,
  sealed: string,
): string | undefined => unseal(keys, purpose, staffId, sealed);

/** Attempts at codes belong to no network. */
const noNetwork = "";
const dayLimit: AttemptLimit = { limit: staffCodesPerDay, windowMs: daysMs(1), blockMs: daysMs(1) };

export interface SecondFactorAttempt {
  staffId: string;
  /** Six digits of the app, or a recovery code. */
  given: { code: string } | { recoveryCode: string };
  address: string;
  knownDevice: string | undefined;
}

/**
 * Checks a second factor after the password. Attempts are counted like those at passwords: only somebody who knows the
 * password gets here, and they take nothing from the owner's own browser. Six digits can be guessed from many addresses, so unknown
 * browsers share a daily limit; a recovery code cannot be guessed and is always checked.
 */
export async function checkSecondFactor(
  deps: Dependencies,
  attempt: SecondFactorAttempt,
): Promise<Result<true, "SECOND_FACTOR_WRONG" | "TOO_MANY_REQUESTS">> {
  const { staffId, given } = attempt;
  const device = await knownDeviceOf(deps, attempt);
  const admitted = await admit(deps, attempt, device);
  if ("waitSeconds" in admitted) return err("TOO_MANY_REQUESTS", { retryAfterSeconds: admitted.waitSeconds });
  const countsPerDay = device === undefined && "code" in given;
  const day = `staff-code-day:${staffId}`;
  if (countsPerDay && !(await countAttempt(deps.db, noNetwork, day, deps.clock.now(), dayLimit))) {
    await admitted.discard();
    return err("TOO_MANY_REQUESTS");
  }
  if (!(await verifyCode(deps, staffId, given))) return err("SECOND_FACTOR_WRONG");
  await admitted.succeed();
  if (countsPerDay) await removeLastAttempt(deps.db, noNetwork, day);
  return ok(true);
}

async function verifyCode(deps: Dependencies, staffId: string, given: SecondFactorAttempt["given"]): Promise<boolean> {
  const at = deps.clock.iso();
  if ("recoveryCode" in given) return useRecoveryCode(deps.db, staffId, hashed(normaliseCode(given.recoveryCode)), at);
  const factor = await findSecondFactor(deps.db, staffId);
  const secret = factor && unsealSecret(deps, staffId, factor.sealedSecret);
  if (secret === undefined) {
    deps.log.warn({ staffId }, "a second factor cannot be decrypted: its installation secret is retired");
    return false;
  }
  const step = stepOfCode(secret, normaliseCode(given.code), deps.clock.now());
  return step !== undefined && useStep(deps.db, staffId, step);
}

/** The hash of this browser's token, if this person signed in with it before. */
async function knownDeviceOf(
  deps: Dependencies,
  { staffId, knownDevice }: SecondFactorAttempt,
): Promise<string | undefined> {
  const device = knownDevice === undefined ? undefined : hashed(knownDevice);
  const isKnown = device !== undefined && (await isKnownStaffDevice(deps.db, staffId, device, deps.clock.iso()));
  return isKnown ? device : undefined;
}

function admit(
  deps: Dependencies,
  { staffId, address }: SecondFactorAttempt,
  device: string | undefined,
): Promise<AttemptResult> {
  if (device !== undefined) {
    const subject = `staff-device-code:${device}`;
    return takeKnownAttempt(deps, { networkId: noNetwork, subject }, signInLimits.pair);
  }
  const target = `staff-code:${staffId}`;
  return takeAttempt(deps, { networkId: noNetwork, target, from: "staff-code-address", address }, signInLimits);
}

/** The limit of attempts to confirm a new second factor, per session. */
const windowMs = minutesMs(failedSignInWindowMinutes);
export const confirmLimit: AttemptLimit = { limit: 10, windowMs, blockMs: windowMs };
