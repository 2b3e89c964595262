import { failedSignInsPerAccount, failedSignInWindowMinutes } from "@guichet/contract/limits/sign-in-limits.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import { tidyEmail } from "@guichet/rules/emails.ts";
import { hashLike, isSameHash, PasswordQueueFull, passwordHolds } from "../authentication/passwords.ts";
import { signInLimits } from "../authentication/sign-in.ts";
import { minutesMs } from "../clock.ts";
import type { Dependencies } from "../dependencies.ts";
import { hashed } from "../ids.ts";
import { countAttempt, forgetAttempts, type TryLimit } from "../rate-limits/attempt-store.ts";
import { takeAttempt, takeKnownAttempt } from "../rate-limits/attempts.ts";
import type { StaffSession } from "../sessions/staff-session-store.ts";
import { type StaffRow, staffByEmail } from "../sessions/staff-store.ts";
import { isKnownStaffDevice } from "./device-store.ts";

/** The staff's tries are of no network. */
const noNetwork = "";
const windowMs = minutesMs(failedSignInWindowMinutes);
const ownLimit: TryLimit = { limit: failedSignInsPerAccount, windowMs, blockMs: windowMs };

export interface StaffSignInTry {
  email: string;
  password: string;
  address: string;
  /** The token of a browser that this person signed in with before. */
  knownDevice: string | undefined;
}

/**
 * Checks e-mail and password of somebody of the staff. Tries are counted as customers' are (decisions: failed sign-ins),
 * apart from theirs; an unknown e-mail, a wrong password and a person who is barred are worked on and answered alike.
 */
export async function checkStaffSignIn(
  deps: Dependencies,
  attempt: StaffSignInTry,
): Promise<Result<StaffRow, "CREDENTIALS_INVALID" | "TOO_MANY_REQUESTS" | "UNAVAILABLE">> {
  const email = tidyEmail(attempt.email);
  const { address } = attempt;
  const staff = await staffByEmail(deps.db, email);
  const device = attempt.knownDevice === undefined ? undefined : hashed(attempt.knownDevice);
  const known =
    staff !== undefined &&
    device !== undefined &&
    (await isKnownStaffDevice(deps.db, staff.id, device, deps.clock.iso()));
  const taken = known
    ? await takeKnownAttempt(deps, { networkId: noNetwork, subject: `staff-device:${device}` }, ownLimit)
    : await takeAttempt(
        deps,
        { networkId: noNetwork, target: `staff:${hashed(email)}`, from: "staff-address", address },
        signInLimits,
      );
  if ("waitSeconds" in taken) return err("TOO_MANY_REQUESTS", { retryAfterSeconds: taken.waitSeconds });
  const reckoned = await hashLike(staff?.passwordHash, attempt.password).catch(async (error) => {
    // Nothing was checked.
    await taken.takeBack();
    if (error instanceof PasswordQueueFull) return undefined;
    throw error;
  });
  if (reckoned === undefined) return err("UNAVAILABLE");
  if (staff === undefined || staff.disabledAt !== null || !isSameHash(staff.passwordHash, reckoned)) {
    return err("CREDENTIALS_INVALID");
  }
  await taken.succeed();
  return ok(staff);
}

/** Checks one's own password before it is changed; five tries in 15 minutes of that session. */
export async function confirmStaffPassword(
  deps: Dependencies,
  staff: StaffRow,
  session: Pick<StaffSession, "tokenHash">,
  password: string,
): Promise<Result<true, "PASSWORD_WRONG" | "TOO_MANY_REQUESTS">> {
  const subject = `staff-confirm:${staff.id}@${session.tokenHash}`;
  if (!(await countAttempt(deps.db, noNetwork, subject, deps.clock.now(), ownLimit))) return err("TOO_MANY_REQUESTS");
  if (!(await passwordHolds(staff.passwordHash, password))) return err("PASSWORD_WRONG");
  await forgetAttempts(deps.db, noNetwork, subject);
  return ok(true);
}
