import { failedSignInWindowMinutes } from "@guichet/contract/limits/sign-in-limits.ts";
import { staffCodesPerDay } from "@guichet/contract/limits/staff-limits.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import { signInLimits } from "../authentication/sign-in.ts";
import { daysMs, minutesMs } from "../clock.ts";
import type { Dependencies } from "../dependencies.ts";
import { hashed } from "../ids.ts";
import { countAttempt, giveTryBack, type TryLimit } from "../rate-limits/attempt-store.ts";
import { type Attempted, takeAttempt, takeKnownAttempt } from "../rate-limits/attempts.ts";
import { seal, unseal } from "../sealing.ts";
import { isKnownStaffDevice } from "./device-store.ts";
import { stepOfCode, tidyCode } from "./one-time-codes.ts";
import { findSecondFactor, takeRecoveryCode, takeStep } from "./second-factor-store.ts";

const use = "staff second factor";
export const sealSecret = ({ keys }: Pick<Dependencies, "keys">, staffId: string, secret: string): string =>
  seal(keys, use, staffId, secret);
export const unsealSecret = (
  { keys }: Pick<Dependencies, "keys">,
  staffId: string,
  sealed: string,
): string | undefined => unseal(keys, use, staffId, sealed);

/** Tries at codes are of no network. */
const noNetwork = "";
const dayLimit: TryLimit = { limit: staffCodesPerDay, windowMs: daysMs(1), blockMs: daysMs(1) };

export interface SecondFactorTry {
  staffId: string;
  /** Six digits of the app, or a code on paper. */
  given: { code: string } | { recoveryCode: string };
  address: string;
  knownDevice: string | undefined;
}

/**
 * Checks a code of somebody whose password was right. Tries are counted as those at passwords are: who does not know the
 * password never gets here, and who does takes nothing from the owner's own browser. Six digits can be guessed by somebody
 * with many addresses: unknown browsers have a number of them a day; a code on paper cannot, and is always looked at.
 */
export async function checkSecondFactor(
  deps: Dependencies,
  attempt: SecondFactorTry,
): Promise<Result<true, "SECOND_FACTOR_WRONG" | "TOO_MANY_REQUESTS">> {
  const { staffId, given } = attempt;
  const device = await knownDeviceOf(deps, attempt);
  const taken = await admit(deps, attempt, device);
  if ("waitSeconds" in taken) return err("TOO_MANY_REQUESTS", { retryAfterSeconds: taken.waitSeconds });
  const isCounted = device === undefined && "code" in given;
  const day = `staff-code-day:${staffId}`;
  if (isCounted && !(await countAttempt(deps.db, noNetwork, day, deps.clock.now(), dayLimit))) {
    await taken.takeBack();
    return err("TOO_MANY_REQUESTS");
  }
  if (!(await isRight(deps, staffId, given))) return err("SECOND_FACTOR_WRONG");
  await taken.succeed();
  if (isCounted) await giveTryBack(deps.db, noNetwork, day);
  return ok(true);
}

async function isRight(deps: Dependencies, staffId: string, given: SecondFactorTry["given"]): Promise<boolean> {
  const at = deps.clock.iso();
  if ("recoveryCode" in given) return takeRecoveryCode(deps.db, staffId, hashed(tidyCode(given.recoveryCode)), at);
  const factor = await findSecondFactor(deps.db, staffId);
  const secret = factor && unsealSecret(deps, staffId, factor.sealedSecret);
  if (secret === undefined) {
    deps.log.warn({ staffId }, "a second factor cannot be read: its secret of the installation is retired");
    return false;
  }
  const step = stepOfCode(secret, tidyCode(given.code), deps.clock.now());
  return step !== undefined && takeStep(deps.db, staffId, step);
}

/** The hash of this browser's token, where this person signed in with it before. */
async function knownDeviceOf(
  deps: Dependencies,
  { staffId, knownDevice }: SecondFactorTry,
): Promise<string | undefined> {
  const device = knownDevice === undefined ? undefined : hashed(knownDevice);
  const isKnown = device !== undefined && (await isKnownStaffDevice(deps.db, staffId, device, deps.clock.iso()));
  return isKnown ? device : undefined;
}

function admit(
  deps: Dependencies,
  { staffId, address }: SecondFactorTry,
  device: string | undefined,
): Promise<Attempted> {
  if (device !== undefined) {
    const subject = `staff-device-code:${device}`;
    return takeKnownAttempt(deps, { networkId: noNetwork, subject }, signInLimits.pair);
  }
  const target = `staff-code:${staffId}`;
  return takeAttempt(deps, { networkId: noNetwork, target, from: "staff-code-address", address }, signInLimits);
}

/** Tries at confirming a new one, of one session. */
const windowMs = minutesMs(failedSignInWindowMinutes);
export const confirmLimit: TryLimit = { limit: 10, windowMs, blockMs: windowMs };
