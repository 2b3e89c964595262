import type { StaffRole } from "@guichet/contract/staff-roles.ts";
import { hashPassword } from "../authentication/passwords.ts";
import type { Dependencies } from "../dependencies.ts";
import { endStaffSessions } from "../sessions/staff-session-store.ts";
import { insertStaff, saveDisabled, savePasswordHash, saveRoles, staffByEmail } from "../sessions/staff-store.ts";
import { recordAuditEntry } from "./audit-entry-store.ts";
import { dropStaffDevices } from "./device-store.ts";
import { dropSecondFactor } from "./second-factor-store.ts";
import { logByCommand } from "./security-log-job.ts";

/** Who may work in the office is written down on the server (`npm run staff`); each change is an act without an author. */
type Register = Pick<Dependencies, "db" | "ids" | "clock">;

/**
 * Writes somebody down and answers their first password, which is kept nowhere and is to be changed at the first sign-in;
 * undefined: the e-mail is taken.
 */
export async function addStaff(deps: Register, email: string, name: string): Promise<string | undefined> {
  const password = firstPassword(deps);
  const staff = {
    id: deps.ids.uuid(),
    email,
    name,
    passwordHash: await hashPassword(password),
    isPasswordFirst: true,
  };
  return deps.db.transaction().execute(async (tx) => {
    if (!(await insertStaff(tx, staff, deps.clock.iso()))) return undefined;
    await recordAuditEntry(tx, deps, { networkId: null, staffId: null, act: "staff.add", thing: staff.id });
    await logByCommand(tx, deps, { event: "staff.added", staffId: staff.id, networkId: null });
    return password;
  });
}

/** Gives somebody exactly these roles in a network; false: there is no such person. */
export async function giveRoles(
  deps: Register,
  email: string,
  networkId: string,
  roles: readonly StaffRole[],
): Promise<boolean> {
  const staff = await staffByEmail(deps.db, email);
  if (staff === undefined) return false;
  await deps.db.transaction().execute(async (tx) => {
    await saveRoles(tx, staff.id, networkId, roles);
    const reason = roles.join(", ");
    await recordAuditEntry(tx, deps, { networkId, staffId: null, act: "staff.roles", thing: staff.id, reason });
    await logByCommand(tx, deps, { event: "staff.roles-given", staffId: staff.id, networkId });
  });
  return true;
}

/** Lets somebody in no more, or again; whoever is barred is signed out everywhere. False: there is no such person. */
export async function barStaff(deps: Register, email: string, barred: boolean): Promise<boolean> {
  const staff = await staffByEmail(deps.db, email);
  if (staff === undefined) return false;
  await deps.db.transaction().execute(async (tx) => {
    await saveDisabled(tx, staff.id, barred ? deps.clock.iso() : null);
    if (barred) await endStaffSessions(tx, staff.id, null);
    const act = barred ? "staff.disable" : "staff.enable";
    await recordAuditEntry(tx, deps, { networkId: null, staffId: null, act, thing: staff.id });
    const event = barred ? "staff.disabled" : "staff.enabled";
    await logByCommand(tx, deps, { event, staffId: staff.id, networkId: null });
  });
  return true;
}

/** Gives somebody a new password, answers it, and signs them out everywhere; undefined: there is no such person. */
export async function renewPassword(deps: Register, email: string): Promise<string | undefined> {
  const staff = await staffByEmail(deps.db, email);
  if (staff === undefined) return undefined;
  const password = firstPassword(deps);
  const passwordHash = await hashPassword(password);
  await deps.db.transaction().execute(async (tx) => {
    await savePasswordHash(tx, staff.id, passwordHash, { isFirst: true });
    await endStaffSessions(tx, staff.id, null);
    await dropStaffDevices(tx, staff.id);
    await recordAuditEntry(tx, deps, { networkId: null, staffId: null, act: "staff.password", thing: staff.id });
    await logByCommand(tx, deps, { event: "staff.password-renewed", staffId: staff.id, networkId: null });
  });
  return password;
}

/** Takes somebody's second factor away, for a phone that is lost, and signs them out everywhere; undefined: there is no such person, false: they had none. */
export async function resetSecondFactor(deps: Register, email: string): Promise<boolean | undefined> {
  const staff = await staffByEmail(deps.db, email);
  if (staff === undefined) return undefined;
  return deps.db.transaction().execute(async (tx) => {
    if (!(await dropSecondFactor(tx, staff.id))) return false;
    await endStaffSessions(tx, staff.id, null);
    await dropStaffDevices(tx, staff.id);
    await recordAuditEntry(tx, deps, {
      networkId: null,
      staffId: null,
      act: "staff.second-factor-reset",
      thing: staff.id,
    });
    await logByCommand(tx, deps, { event: "staff.second-factor-reset", staffId: staff.id, networkId: null });
    return true;
  });
}

/** Random, and as the rule of passwords wants it: letters of both cases, a digit, a special character. */
const firstPassword = ({ ids }: Register): string => `${ids.spoken(6)}-${ids.token().slice(0, 10)}-aA1`;
