import type { Call } from "@guichet/contract/call.ts";
import { staffIdleMinutes, staffSessionHours } from "@guichet/contract/limits.ts";
import type { StaffStep, stepRefusals } from "@guichet/contract/office/steps.ts";
import { done, type Outcome, refuse } from "@guichet/contract/outcome.ts";
import { hoursMs, later, minutesMs } from "../clock.ts";
import type { House } from "../house.ts";
import { hashed } from "../ids.ts";
import { findStaffSession, insertStaffSession, type StaffSession, touchStaffSession } from "./session-store.ts";

/** A use is written at most this often. */
const touchEveryMs = minutesMs(1);

/** Opens a session of the staff and answers its token, which is kept nowhere. */
export async function openStaffSession(
  house: House,
  staffId: string,
  clientId: string,
): Promise<{ token: string; expiresAt: string }> {
  const token = house.ids.token();
  const now = house.clock.now();
  const expiresAt = later(now, hoursMs(staffSessionHours)).toISOString();
  await insertStaffSession(house.db, {
    tokenHash: hashed(token),
    staffId,
    clientId,
    at: now.toISOString(),
    expiresAt,
  });
  return { token, expiresAt };
}

/** The session of a staff token; undefined when it is none, is over, was not used for an hour, or its person is barred. */
export async function useStaffSession(house: House, token: string): Promise<StaffSession | undefined> {
  const now = house.clock.now();
  const at = now.toISOString();
  const usedSince = later(now, -minutesMs(staffIdleMinutes)).toISOString();
  const session = await findStaffSession(house.db, hashed(token), at, usedSince);
  if (session === undefined) return undefined;
  if (now.getTime() - Date.parse(session.seenAt) < touchEveryMs) return session;
  await touchStaffSession(house.db, session.tokenHash, at);
  return { ...session, seenAt: at };
}

/** The contract's own words, which the compiler compares. */
const refusedUntil = {
  "choose-password": "PASSWORD_CHANGE_REQUIRED",
} as const satisfies typeof stepRefusals;

/** What somebody has to do before the office is open to them; null: nothing. */
export const nextStepOf = ({ isPasswordFirst }: Pick<StaffSession, "isPasswordFirst">): StaffStep | null =>
  isPasswordFirst ? "choose-password" : null;

/**
 * May somebody make this call in a network? Refuses with the code of the step at which the sign-in is, and with
 * `ROLE_NOT_ALLOWED` who has none of its roles there.
 */
export function mayMake(
  { roles, opensAt = [] }: Pick<Call, "roles" | "opensAt">,
  session: StaffSession,
  networkId: string | undefined,
): Outcome<StaffSession, "ROLE_NOT_ALLOWED" | (typeof stepRefusals)[StaffStep]> {
  const step = nextStepOf(session);
  if (step !== null && !opensAt.includes(step)) return refuse(refusedUntil[step]);
  if (roles === undefined) return done(session);
  const theirs = networkId === undefined ? undefined : session.roles[networkId];
  return theirs?.some((role) => roles.includes(role)) ? done(session) : refuse("ROLE_NOT_ALLOWED");
}
