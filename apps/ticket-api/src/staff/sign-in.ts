import {
  failedSignInsPerAccount,
  failedSignInsPerAddress,
  failedSignInWindowMinutes,
} from "@guichet/contract/limits.ts";
import { done, type Outcome, refuse } from "@guichet/contract/outcome.ts";
import { tidyEmail } from "@guichet/rules/emails.ts";
import { minutesMs } from "../clock.ts";
import type { House } from "../house.ts";
import { addressBlock } from "../identity/address-block.ts";
import { hashLike, isSameHash, PasswordQueueFull, passwordHolds } from "../identity/passwords.ts";
import { forgetTries, giveTryBack, type TryLimit, takeTry } from "../identity/tries-store.ts";
import { hashed } from "../ids.ts";
import { type StaffRow, staffByEmail } from "./store.ts";

/** The staff's tries are of no network. */
const noNetwork = "";
const windowMs = minutesMs(failedSignInWindowMinutes);
const personLimit: TryLimit = { limit: failedSignInsPerAccount, windowMs, blockMs: windowMs };
const addressLimit: TryLimit = { limit: failedSignInsPerAddress, windowMs, blockMs: windowMs };

/**
 * Checks e-mail and password of somebody of the staff. Tries are counted as customers' are (decisions: failed sign-ins),
 * apart from theirs; an unknown e-mail, a wrong password and a person who is barred are worked on and answered alike.
 */
export async function checkStaffSignIn(
  house: House,
  attempt: { email: string; password: string; address: string },
): Promise<Outcome<StaffRow, "CREDENTIALS_INVALID" | "TOO_MANY_REQUESTS" | "UNAVAILABLE">> {
  const email = tidyEmail(attempt.email);
  const now = house.clock.now();
  const person = `staff:${hashed(email)}`;
  const from = `staff-address:${addressBlock(attempt.address)}`;
  if (!(await takeTry(house.db, noNetwork, person, now, personLimit))) return refuse("TOO_MANY_REQUESTS");
  if (!(await takeTry(house.db, noNetwork, from, now, addressLimit))) {
    await giveTryBack(house.db, noNetwork, person);
    return refuse("TOO_MANY_REQUESTS");
  }
  const staff = await staffByEmail(house.db, email);
  const reckoned = await hashLike(staff?.passwordHash, attempt.password).catch(async (error) => {
    // Nothing was checked.
    await giveTryBack(house.db, noNetwork, person);
    await giveTryBack(house.db, noNetwork, from);
    if (error instanceof PasswordQueueFull) return undefined;
    throw error;
  });
  if (reckoned === undefined) return refuse("UNAVAILABLE");
  if (staff === undefined || staff.disabledAt !== null || !isSameHash(staff.passwordHash, reckoned)) {
    return refuse("CREDENTIALS_INVALID");
  }
  await forgetTries(house.db, noNetwork, person);
  await giveTryBack(house.db, noNetwork, from);
  return done(staff);
}

/** Checks one's own password before it is changed; five tries in 15 minutes. */
export async function confirmStaffPassword(
  house: House,
  staff: StaffRow,
  password: string,
): Promise<Outcome<true, "PASSWORD_WRONG" | "TOO_MANY_REQUESTS">> {
  const subject = `staff-confirm:${staff.id}`;
  if (!(await takeTry(house.db, noNetwork, subject, house.clock.now(), personLimit)))
    return refuse("TOO_MANY_REQUESTS");
  if (!(await passwordHolds(staff.passwordHash, password))) return refuse("PASSWORD_WRONG");
  await forgetTries(house.db, noNetwork, subject);
  return done(true);
}
