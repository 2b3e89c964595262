import { failedSignInsPerAccount, failedSignInWindowMinutes } from "@guichet/contract/limits/sign-in-limits.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import { normaliseEmail } from "@guichet/rules/persons/emails.ts";
import { hashLike, isSameHash, PasswordQueueFull, verifyPassword } from "../authentication/passwords.ts";
import { signInLimits } from "../authentication/sign-in.ts";
import { minutesMs } from "../clock.ts";
import type { Dependencies } from "../dependencies.ts";
import { hashed } from "../ids.ts";
import { type AttemptLimit, countAttempt, forgetAttempts } from "../rate-limits/attempt-store.ts";
import { takeAttempt, takeKnownAttempt } from "../rate-limits/attempts.ts";
import type { StaffSession } from "../sessions/staff-session-store.ts";
import { type StaffRow, staffByEmail } from "../sessions/staff-store.ts";
import { isKnownStaffDevice } from "./device-store.ts";

/** Attempts of the staff belong to no network. */
const noNetwork = "";
const windowMs = minutesMs(failedSignInWindowMinutes);
const pairLimit: AttemptLimit = { limit: failedSignInsPerAccount, windowMs, blockMs: windowMs };

export interface StaffSignInAttempt {
  email: string;
  password: string;
  address: string;
  /** The token of a browser that this person signed in with before. */
  knownDevice: string | undefined;
}

/**
 * Checks the e-mail and password of a member of the staff. Attempts are counted like customers' (decisions: failed sign-ins), but
 * separately. An unknown e-mail, a wrong password and a disabled person take the same work and have the same response.
 */
export async function checkStaffSignIn(
  deps: Dependencies,
  attempt: StaffSignInAttempt,
): Promise<Result<StaffRow, "CREDENTIALS_INVALID" | "TOO_MANY_REQUESTS" | "UNAVAILABLE">> {
  const email = normaliseEmail(attempt.email);
  const { address } = attempt;
  const staff = await staffByEmail(deps.db, email);
  const device = attempt.knownDevice === undefined ? undefined : hashed(attempt.knownDevice);
  const isKnownDevice =
    staff !== undefined &&
    device !== undefined &&
    (await isKnownStaffDevice(deps.db, staff.id, device, deps.clock.iso()));
  const admitted = isKnownDevice
    ? await takeKnownAttempt(deps, { networkId: noNetwork, subject: `staff-device:${device}` }, pairLimit)
    : await takeAttempt(
        deps,
        { networkId: noNetwork, target: `staff:${hashed(email)}`, from: "staff-address", address },
        signInLimits,
      );
  if ("waitSeconds" in admitted) return err("TOO_MANY_REQUESTS", { retryAfterSeconds: admitted.waitSeconds });
  const passwordHash = await hashLike(staff?.passwordHash, attempt.password).catch(async (error) => {
    // Nothing was checked.
    await admitted.discard();
    if (error instanceof PasswordQueueFull) return undefined;
    throw error;
  });
  if (passwordHash === undefined) return err("UNAVAILABLE");
  if (staff === undefined || staff.disabledAt !== null || !isSameHash(staff.passwordHash, passwordHash)) {
    return err("CREDENTIALS_INVALID");
  }
  await admitted.succeed();
  return ok(staff);
}

/** Checks the user's own password before a change; five attempts in 15 minutes per session. */
export async function confirmStaffPassword(
  deps: Dependencies,
  staff: StaffRow,
  session: Pick<StaffSession, "tokenHash">,
  password: string,
): Promise<Result<true, "PASSWORD_WRONG" | "TOO_MANY_REQUESTS">> {
  const subject = `staff-confirm:${staff.id}@${session.tokenHash}`;
  if (!(await countAttempt(deps.db, noNetwork, subject, deps.clock.now(), pairLimit))) return err("TOO_MANY_REQUESTS");
  if (!(await verifyPassword(staff.passwordHash, password))) return err("PASSWORD_WRONG");
  await forgetAttempts(deps.db, noNetwork, subject);
  return ok(true);
}
