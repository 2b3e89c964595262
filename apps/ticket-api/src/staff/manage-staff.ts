import type { StaffRole } from "@guichet/contract/staff-roles.ts";
import { hashPassword } from "../authentication/passwords.ts";
import type { Dependencies } from "../dependencies.ts";
import { endStaffSessions } from "../sessions/staff-session-store.ts";
import { insertStaff, saveDisabled, savePasswordHash, saveRoles, staffByEmail } from "../sessions/staff-store.ts";
import { recordAuditEntry } from "./audit-entry-store.ts";
import { dropStaffDevices } from "./device-store.ts";
import { dropInvitation } from "./invitation-store.ts";
import { rolesChange, rolesIn } from "./role-changes.ts";
import { dropSecondFactor } from "./second-factor-store.ts";
import { queueCommandEvent } from "./security-log-job.ts";

/** Staff as managed on the server (`npm run staff`); each change is an audit entry without an author. */
type StaffDependencies = Pick<Dependencies, "db" | "ids" | "clock">;

/**
 * Adds a member of the staff and returns their first password, which is not stored and must be changed at the first sign-in;
 * undefined: the e-mail is taken.
 */
export async function addStaff(deps: StaffDependencies, email: string, name: string): Promise<string | undefined> {
  const password = newFirstPassword(deps);
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
    await queueCommandEvent(tx, deps, { event: "staff.added", staffId: staff.id, networkId: null });
    return password;
  });
}

/** Sets the roles of a person in a network; false: there is no such person. */
export async function setRoles(
  deps: StaffDependencies,
  email: string,
  networkId: string,
  roles: readonly StaffRole[],
): Promise<boolean> {
  const staff = await staffByEmail(deps.db, email);
  if (staff === undefined) return false;
  await deps.db.transaction().execute(async (tx) => {
    const before = await rolesIn(tx, networkId, staff.id);
    await saveRoles(tx, staff.id, networkId, roles);
    const changes = rolesChange(before, roles);
    const entry = { networkId, staffId: null, act: "staff.roles", thing: staff.id, reason: roles.join(", "), changes };
    await recordAuditEntry(tx, deps, entry);
    await queueCommandEvent(tx, deps, { event: "staff.roles-given", staffId: staff.id, networkId });
  });
  return true;
}

/** Disables or enables a person; a disabled person is signed out everywhere. False: there is no such person. */
export async function setStaffDisabled(deps: StaffDependencies, email: string, disabled: boolean): Promise<boolean> {
  const staff = await staffByEmail(deps.db, email);
  if (staff === undefined) return false;
  await deps.db.transaction().execute(async (tx) => {
    await saveDisabled(tx, staff.id, disabled ? deps.clock.iso() : null);
    if (disabled) await endStaffSessions(tx, staff.id, null);
    const act = disabled ? "staff.disable" : "staff.enable";
    await recordAuditEntry(tx, deps, { networkId: null, staffId: null, act, thing: staff.id });
    const event = disabled ? "staff.disabled" : "staff.enabled";
    await queueCommandEvent(tx, deps, { event, staffId: staff.id, networkId: null });
  });
  return true;
}

/** Sets a new password, returns it, and signs the person out everywhere; undefined: there is no such person. */
export async function renewPassword(deps: StaffDependencies, email: string): Promise<string | undefined> {
  const staff = await staffByEmail(deps.db, email);
  if (staff === undefined) return undefined;
  const password = newFirstPassword(deps);
  const passwordHash = await hashPassword(password);
  await deps.db.transaction().execute(async (tx) => {
    await savePasswordHash(tx, staff.id, passwordHash, { isFirst: true });
    await dropInvitation(tx, staff.id);
    await endStaffSessions(tx, staff.id, null);
    await dropStaffDevices(tx, staff.id);
    await recordAuditEntry(tx, deps, { networkId: null, staffId: null, act: "staff.password", thing: staff.id });
    await queueCommandEvent(tx, deps, { event: "staff.password-renewed", staffId: staff.id, networkId: null });
  });
  return password;
}

/**
 * Removes a person's second factor, for a lost phone, and signs them out everywhere; undefined: there is no such person, false: they
 * had none.
 */
export async function resetSecondFactor(deps: StaffDependencies, email: string): Promise<boolean | undefined> {
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
    await queueCommandEvent(tx, deps, { event: "staff.second-factor-reset", staffId: staff.id, networkId: null });
    return true;
  });
}

/** A random password that meets the rule: letters of both cases, a digit, a special character. */
const newFirstPassword = ({ ids }: StaffDependencies): string => `${ids.spoken(6)}-${ids.token().slice(0, 10)}-aA1`;
