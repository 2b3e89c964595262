import type {
  changeStaffAccess,
  getStaffMember,
  inviteStaff,
  StaffAccessAction,
  setStaffRoles,
} from "@guichet/contract/office/staff-management.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import { hasPermission } from "@guichet/contract/staff-roles.ts";
import { normaliseEmail } from "@guichet/rules/persons/emails.ts";
import { hashPassword } from "../authentication/passwords.ts";
import type { Tx } from "../database/database.ts";
import { runTransaction } from "../database/transaction.ts";
import type { Dependencies } from "../dependencies.ts";
import type { Handler, ModuleHandlers } from "../http/call-handler.ts";
import { isUuid } from "../ids.ts";
import { endStaffSessions, type StaffSession } from "../sessions/staff-session-store.ts";
import {
  insertStaff,
  lockAdmins,
  memberOf,
  rolesOf,
  type StaffRow,
  saveDisabled,
  saveRoles,
  staffByEmail,
  staffById,
} from "../sessions/staff-store.ts";
import { auditEntriesOn, recordAuditEntry } from "./audit-entry-store.ts";
import { dropStaffDevices } from "./device-store.ts";
import { sendInvitation } from "./invitation-handlers.ts";
import { invitationOf } from "./invitation-store.ts";
import { rolesChange, rolesIn } from "./role-changes.ts";
import { dropSecondFactor } from "./second-factor-store.ts";

/** How many actions on a member of the staff are shown. */
const actsMax = 50;

/** Handlers of the calls by which an admin manages the staff of a network. */
export const memberHandlers: ModuleHandlers<"getStaffMember" | "inviteStaff" | "setStaffRoles" | "changeStaffAccess"> =
  {
    getStaffMember: async (ctx) => memberHandler(ctx),
    inviteStaff: async (ctx) => inviteHandler(ctx),
    setStaffRoles: async (ctx) => rolesHandler(ctx),
    changeStaffAccess: async (ctx) => accessHandler(ctx),
  };

const memberHandler: Handler<typeof getStaffMember> = async ({ deps, network, request: { staffId } }) => {
  const member = isUuid(staffId) ? await memberOf(deps.db, network.id, staffId) : undefined;
  if (member === undefined) return err("NOT_FOUND");
  return ok({ member, acts: await auditEntriesOn(deps.db, network.id, staffId, actsMax) });
};

/** Whether the caller is still an admin, with the admins of the network locked: of two who remove each other, one succeeds. */
async function isStillAdmin(tx: Tx, networkId: string, { staffId }: StaffSession): Promise<boolean> {
  return (await lockAdmins(tx, networkId)).includes(staffId);
}

const inviteHandler: Handler<typeof inviteStaff> = async ({ deps, network, request, session }) => {
  const { name, roles, language } = request;
  const email = normaliseEmail(request.email);
  // Nobody knows this password; the invited person replaces it.
  const passwordHash = await hashPassword(deps.ids.token());
  const networkId = network.id;
  type Invited = { staffId: string; invitedUntil: string | null };
  const done = await runTransaction<Invited, "STAFF_KNOWN" | "ROLE_NOT_ALLOWED">(deps.db, async (tx) => {
    if (!(await isStillAdmin(tx, networkId, session))) return err("ROLE_NOT_ALLOWED");
    const known = await staffByEmail(tx, email);
    if (known !== undefined && (await rolesOf(tx, known.id)).some((each) => each.networkId === networkId))
      return err("STAFF_KNOWN");
    const staffId = known?.id ?? deps.ids.uuid();
    const added = { id: staffId, email, name, passwordHash, isPasswordFirst: true, language };
    if (known === undefined && !(await insertStaff(tx, added, deps.clock.iso()))) return err("STAFF_KNOWN");
    await saveRoles(tx, staffId, networkId, roles);
    const changes = rolesChange([], await rolesIn(tx, networkId, staffId));
    const entry = { networkId, staffId: session.staffId, thing: staffId, reason: roles.join(", "), changes };
    await recordAuditEntry(tx, deps, { ...entry, act: known === undefined ? "staff.invite" : "staff.roles" });
    const invited = { networkId, staffId, name, email, language, by: session.name };
    return ok({ staffId, invitedUntil: known === undefined ? await sendInvitation(tx, deps, invited) : null });
  });
  if (done.ok) deps.wake();
  return done;
};

type Nothing = Record<string, never>;
type MemberCode = "NOT_FOUND" | "STAFF_OWN_ACCOUNT" | "ROLE_NOT_ALLOWED";

/** Another member of this network's staff, to be changed by an admin who is one until the end of the transaction. */
async function memberToChange(
  tx: Tx,
  networkId: string,
  session: StaffSession,
  staffId: string,
): Promise<Result<StaffRow, MemberCode>> {
  if (!(await isStillAdmin(tx, networkId, session))) return err("ROLE_NOT_ALLOWED");
  if (staffId === session.staffId) return err("STAFF_OWN_ACCOUNT");
  const staff = isUuid(staffId) ? await staffById(tx, staffId) : undefined;
  if (staff === undefined) return err("NOT_FOUND");
  const isMember = (await rolesOf(tx, staffId)).some((each) => each.networkId === networkId);
  return isMember ? ok(staff) : err("NOT_FOUND");
}

const rolesHandler: Handler<typeof setStaffRoles> = async ({ deps, network, request, session }) => {
  const { staffId, roles, reason } = request;
  return runTransaction<Nothing, MemberCode>(deps.db, async (tx) => {
    const found = await memberToChange(tx, network.id, session, staffId);
    if (!found.ok) return found;
    const before = await rolesIn(tx, network.id, staffId);
    await saveRoles(tx, staffId, network.id, roles);
    const entry = { networkId: network.id, staffId: session.staffId, act: "staff.roles", thing: staffId };
    const changes = rolesChange(before, await rolesIn(tx, network.id, staffId));
    await recordAuditEntry(tx, deps, { ...entry, reason: `${roles.join(", ") || "-"}: ${reason}`, changes });
    return ok({});
  });
};

const accessHandler: Handler<typeof changeStaffAccess> = async ({ deps, network, request, session }) => {
  const { staffId, action, reason } = request;
  const done = await runTransaction<Nothing, MemberCode | "STAFF_OF_ANOTHER_NETWORK" | "TRANSITION_NOT_ALLOWED">(
    deps.db,
    async (tx) => {
      const found = await memberToChange(tx, network.id, session, staffId);
      if (!found.ok) return found;
      const theirs = await rolesOf(tx, staffId);
      const isAdminOf = (id: string) => hasPermission(session.roles[id] ?? [], "staff.manage");
      if (!theirs.every(({ networkId }) => isAdminOf(networkId))) return err("STAFF_OF_ANOTHER_NETWORK");
      if (!(await actions[action](tx, deps, { staff: found.value, networkId: network.id, by: session.name })))
        return err("TRANSITION_NOT_ALLOWED");
      const act = `staff.${action === "reset-second-factor" ? "second-factor-reset" : action}`;
      const entry = { networkId: network.id, staffId: session.staffId, act, thing: staffId, reason };
      await recordAuditEntry(tx, deps, entry);
      return ok({});
    },
  );
  if (done.ok) deps.wake();
  return done;
};

interface Changed {
  staff: StaffRow;
  networkId: string;
  by: string;
}

/** What each action does; false: not in the current state. */
const actions: Readonly<Record<StaffAccessAction, (tx: Tx, deps: Dependencies, of: Changed) => Promise<boolean>>> = {
  disable: async (tx, deps, { staff }) => {
    if (staff.disabledAt !== null) return false;
    await saveDisabled(tx, staff.id, deps.clock.iso());
    await endStaffSessions(tx, staff.id, null);
    return true;
  },
  enable: async (tx, _, { staff }) => {
    if (staff.disabledAt === null) return false;
    await saveDisabled(tx, staff.id, null);
    return true;
  },
  "end-sessions": async (tx, _, { staff }) => {
    await endStaffSessions(tx, staff.id, null);
    return true;
  },
  "reset-second-factor": async (tx, _, { staff }) => {
    if (!(await dropSecondFactor(tx, staff.id))) return false;
    await endStaffSessions(tx, staff.id, null);
    await dropStaffDevices(tx, staff.id);
    return true;
  },
  "invite-again": async (tx, deps, { staff, networkId, by }) => {
    const pending = await invitationOf(tx, staff.id);
    if (pending === undefined || staff.disabledAt !== null) return false;
    await sendInvitation(tx, deps, { ...pending, networkId, by });
    return true;
  },
};
