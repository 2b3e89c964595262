import { z } from "zod";
import { call } from "../call.ts";
import { staffNameMaxLength } from "../limits/staff-limits.ts";
import { Language } from "../locales.ts";
import { StaffRole } from "../staff-roles.ts";
import { Email, Id, Instant } from "../values.ts";
import { AuditEntry, AuditReason, StaffMember } from "./staff.ts";
import { staffCall } from "./staff-call.ts";

const Roles = z.array(StaffRole).max(StaffRole.options.length);
const MemberId = Id.describe("The member of the staff");
const Code = z.string().max(100);

export const getStaffMember = staffCall("staff", "GET", "getStaffMember", {
  summary: "Returns a member of this network's staff with the staff's actions on them, the newest first.",
  permission: "staff.manage",
  request: { staffId: MemberId },
  answer: { member: StaffMember, acts: z.array(AuditEntry) },
  refusals: ["NOT_FOUND"],
});

export const inviteStaff = staffCall("staff", "POST", "inviteStaff", {
  summary:
    "Gives a person roles in this network. Somebody new gets an e-mail with a link, valid for three days, to choose a password; a member of another network's staff has access at once.",
  permission: "staff.manage",
  request: {
    email: Email.describe("The address of the invited person"),
    name: z.string().trim().min(1).max(staffNameMaxLength).describe("The name of somebody new"),
    roles: Roles.min(1).describe("The roles in this network"),
    language: Language.describe("The language of the e-mail"),
  },
  answer: { staffId: Id, invitedUntil: Instant.nullable().describe("null: a member of another network's staff") },
  refusals: ["STAFF_KNOWN", "ROLE_NOT_ALLOWED"],
});

export const setStaffRoles = staffCall("staff", "POST", "setStaffRoles", {
  summary: "Sets the roles of another member of the staff in this network, effective at once; none: no access.",
  permission: "staff.manage",
  request: {
    staffId: MemberId,
    roles: Roles.describe("The roles in this network; none: no access"),
    reason: AuditReason,
  },
  answer: {},
  refusals: ["NOT_FOUND", "STAFF_OWN_ACCOUNT", "ROLE_NOT_ALLOWED"],
});

/** What an admin does with the access of another member of the staff. */
export const StaffAccessAction = z.enum(["disable", "enable", "end-sessions", "reset-second-factor", "invite-again"]);
export type StaffAccessAction = z.infer<typeof StaffAccessAction>;

export const changeStaffAccess = staffCall("staff", "POST", "changeStaffAccess", {
  summary:
    "Disables or enables another member of the staff, ends their sessions, removes the second factor of a lost phone, or sends the invitation again. It applies to all of their networks, in each of which the caller must be an admin.",
  permission: "staff.manage",
  request: { staffId: MemberId, action: StaffAccessAction.describe("What to do"), reason: AuditReason },
  answer: {},
  refusals: [
    "NOT_FOUND",
    "STAFF_OWN_ACCOUNT",
    "STAFF_OF_ANOTHER_NETWORK",
    "TRANSITION_NOT_ALLOWED",
    "ROLE_NOT_ALLOWED",
  ],
});

export const getInvitation = call("staff", "POST", "/Office/getInvitation", {
  summary: "Returns whom the code of an invitation invites.",
  session: "none",
  right: "office",
  network: "optional",
  request: { code: Code },
  answer: { name: z.string(), email: z.string(), expiresAt: Instant },
  refusals: ["CODE_INVALID", "CODE_EXPIRED"],
});

export const acceptInvitation = call("staff", "POST", "/Office/acceptInvitation", {
  summary: "Sets the first password of an invited person, once; the sign-in follows as usual.",
  session: "none",
  right: "office",
  network: "optional",
  request: { code: Code, newPassword: z.string().max(512) },
  answer: { email: z.string() },
  refusals: ["CODE_INVALID", "CODE_EXPIRED", "PASSWORD_DOES_NOT_MEET_REQUIREMENTS"],
});
