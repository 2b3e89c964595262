import { z } from "zod";
import { call } from "../call.ts";
import { auditReasonMaxLength } from "../limits/staff-limits.ts";
import { Language } from "../locales.ts";
import { StaffRole } from "../staff-roles.ts";
import { NextStep, StaffStep } from "../staff-sign-in-steps.ts";
import { Email, Id, Instant } from "../values.ts";
import { staffCall } from "./staff-call.ts";

/** A network of a staff member, with their roles there. */
export const StaffNetwork = z.object({
  id: Id,
  name: z.string(),
  timeZone: z.string(),
  languages: z.array(Language).describe("Of the network, its first one first"),
  roles: z.array(StaffRole),
});
export type StaffNetwork = z.infer<typeof StaffNetwork>;

/** A staff member, as shown to themselves. */
export const Staff = z.object({
  staffId: Id,
  name: z.string(),
  email: z.string(),
  language: Language.nullable().describe("Of the office, as the person chose it; null: not chosen yet"),
  networks: z.array(StaffNetwork),
});
export type Staff = z.infer<typeof Staff>;

/** Reason for an action, in the words of its author. */
export const AuditReason = z.string().trim().min(1).max(auditReasonMaxLength);

/** A record of a staff action. */
export const AuditEntry = z.object({
  act: z.string().describe("The action, as `<thing>.<verb>`"),
  by: z.string().nullable().describe("Name of the author; null: a command on the server"),
  at: Instant,
  reason: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export const officeLogin = call("staff", "POST", "/Office/login", {
  summary: "Signs a staff member in, for 12 hours at most and 60 minutes without use.",
  session: "none",
  right: "office",
  network: "optional",
  request: {
    email: Email,
    password: z.string().max(512),
    knownDevice: z.string().max(200).optional().describe("The token returned by an earlier sign-in of this browser"),
  },
  answer: {
    staffToken: z.string(),
    expiresAt: Instant,
    staff: Staff,
    nextStep: NextStep,
    knownDevice: z
      .string()
      .optional()
      .describe("Stored by the browser for a year: five attempts of its own, whatever strangers try"),
  },
  refusals: ["CREDENTIALS_INVALID", "TOO_MANY_REQUESTS"],
});

export const officeLogout = call("staff", "POST", "/Office/logout", {
  summary: "Ends the staff session of the token; a token that is no longer valid is not an error.",
  session: "none",
  right: "office",
  network: "optional",
  request: {},
  answer: {},
  refusals: [],
});

export const getStaff = staffCall("staff", "GET", "getStaff", {
  summary: "Returns the signed-in staff member with networks and roles.",
  network: "optional",
  opensAt: StaffStep.options,
  request: {},
  answer: {
    staff: Staff,
    expiresAt: Instant,
    nextStep: NextStep,
    secondFactor: z
      .object({ since: Instant, recoveryCodesLeft: z.number().int() })
      .nullable()
      .describe("The caller's own; null: none, or not given yet"),
    isSecondFactorRequired: z.boolean(),
  },
  refusals: [],
});

export const changeStaffPassword = staffCall("staff", "POST", "changePassword", {
  summary: "Changes the caller's own password and ends their other sessions.",
  network: "optional",
  opensAt: ["choose-password"],
  request: { currentPassword: z.string().max(512), newPassword: z.string().max(512) },
  answer: {},
  refusals: ["PASSWORD_WRONG", "PASSWORD_UNCHANGED", "PASSWORD_DOES_NOT_MEET_REQUIREMENTS", "TOO_MANY_REQUESTS"],
});

export const setStaffLanguage = staffCall("staff", "POST", "setLanguage", {
  summary: "Stores the language in which the caller reads the office, for all of their browsers.",
  network: "optional",
  opensAt: StaffStep.options,
  request: { language: Language.describe("The language of the office") },
  answer: {},
  refusals: [],
});

/** A staff member of a network, as shown to an admin. */
export const StaffMember = z.object({
  staffId: Id,
  name: z.string(),
  email: z.string(),
  roles: z.array(StaffRole),
  disabledAt: Instant.nullable(),
  lastSeenAt: Instant.nullable(),
  hasSecondFactor: z.boolean(),
  invitedUntil: Instant.nullable().describe("When the pending invitation expires, or expired; null: none"),
});
export type StaffMember = z.infer<typeof StaffMember>;

export const listStaff = staffCall("staff", "GET", "listStaff", {
  summary: "Lists the staff of this network with their roles.",
  permission: "staff.manage",
  request: {},
  answer: { members: z.array(StaffMember) },
  refusals: [],
});
