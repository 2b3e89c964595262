import type { Call } from "@guichet/contract/call.ts";
import { secondFactorMinutes, staffIdleMinutes, staffSessionHours } from "@guichet/contract/limits/staff-limits.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import { hasPermission } from "@guichet/contract/staff-roles.ts";
import type { StaffStep, stepRefusals } from "@guichet/contract/staff-sign-in-steps.ts";
import { hoursMs, later, minutesMs } from "../clock.ts";
import type { Config } from "../config.ts";
import type { Dependencies } from "../dependencies.ts";
import { hashed } from "../ids.ts";
import { findStaffSession, insertStaffSession, type StaffSession, touchStaffSession } from "./staff-session-store.ts";
import type { StaffRow } from "./staff-store.ts";

/** How often a use is written at most. */
const touchEveryMs = minutesMs(1);

/** When a session that is opened now expires. */
export const endOfStaffSession = ({ clock }: Pick<Dependencies, "clock">): string =>
  later(clock.now(), hoursMs(staffSessionHours)).toISOString();

/** Opens a staff session and returns its token, which is not stored. It is short until the second factor is given. */
export async function openStaffSession(
  deps: Dependencies,
  { id: staffId, hasSecondFactor }: Pick<StaffRow, "id" | "hasSecondFactor">,
  clientId: string,
): Promise<{ token: string; expiresAt: string }> {
  const token = deps.ids.token();
  const now = deps.clock.now();
  const expiresAt = hasSecondFactor
    ? later(now, minutesMs(secondFactorMinutes)).toISOString()
    : endOfStaffSession(deps);
  await insertStaffSession(deps.db, {
    tokenHash: hashed(token),
    staffId,
    clientId,
    at: now.toISOString(),
    expiresAt,
  });
  return { token, expiresAt };
}

/** The session of a staff token; undefined if unknown, expired, unused for an hour, or its person is disabled. */
export async function useStaffSession(deps: Dependencies, token: string): Promise<StaffSession | undefined> {
  const now = deps.clock.now();
  const at = now.toISOString();
  const usedSince = later(now, -minutesMs(staffIdleMinutes)).toISOString();
  const session = await findStaffSession(deps.db, hashed(token), at, usedSince);
  if (session === undefined) return undefined;
  if (now.getTime() - Date.parse(session.seenAt) < touchEveryMs) return session;
  await touchStaffSession(deps.db, session.tokenHash, at);
  return { ...session, seenAt: at };
}

/** The contract's own codes, which the compiler compares. */
const stepCodes = {
  "second-factor": "SECOND_FACTOR_REQUIRED",
  "choose-password": "PASSWORD_CHANGE_REQUIRED",
  "set-up-second-factor": "SECOND_FACTOR_SETUP_REQUIRED",
} as const satisfies typeof stepRefusals;

/** The step that a member of the staff must complete before using the office; null: none. */
export function nextStepOf(
  session: Pick<StaffSession, "isPasswordFirst" | "hasSecondFactor" | "isSecondFactorGiven">,
  { isSecondFactorRequired }: Pick<Config, "isSecondFactorRequired">,
): StaffStep | null {
  if (session.hasSecondFactor && !session.isSecondFactorGiven) return "second-factor";
  if (session.isPasswordFirst) return "choose-password";
  return isSecondFactorRequired && !session.hasSecondFactor ? "set-up-second-factor" : null;
}

/**
 * Whether a member of the staff may make this call in a network. Refuses with the code of the pending sign-in step, or
 * with `ROLE_NOT_ALLOWED` when none of their roles there has its permission.
 */
export function mayMake(
  { permission, opensAt = [] }: Pick<Call, "permission" | "opensAt">,
  session: StaffSession,
  networkId: string | undefined,
  config: Pick<Config, "isSecondFactorRequired">,
): Result<StaffSession, "ROLE_NOT_ALLOWED" | (typeof stepRefusals)[StaffStep]> {
  const step = nextStepOf(session, config);
  if (step !== null && !opensAt.includes(step)) return err(stepCodes[step]);
  if (permission === undefined) return ok(session);
  const roles = networkId === undefined ? [] : (session.roles[networkId] ?? []);
  return hasPermission(roles, permission) ? ok(session) : err("ROLE_NOT_ALLOWED");
}
