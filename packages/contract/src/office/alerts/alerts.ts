import { z } from "zod";
import { alertAheadDaysMax, alertTextMaxLength } from "../../limits/alert-limits.ts";
import { Language } from "../../locales.ts";
import { alertFlags, alertLevelNames } from "../../maintenance.ts";
import { Id, Instant, page, paging, RequestInstant } from "../../values.ts";
import { AuditChange } from "../audit-log.ts";
import { AuditEntry, AuditReason } from "../staff.ts";
import { staffCall } from "../staff-call.ts";

/** Alerts and maintenance that the staff publish (decision 188), served by the beacon of the Ticket API in the format of §7. */

/** `displayed` now; `planned`: from a time to come; `past`: until a time that is over; `withdrawn` by the staff. */
export const AlertState = z.enum(["displayed", "planned", "past", "withdrawn"]);
export type AlertState = z.infer<typeof AlertState>;

/** An alert as the staff enter it. */
export const AlertDetails = z.strictObject({
  level: z.enum(alertLevelNames).describe("Of several alerts the highest level is displayed"),
  flags: z
    .array(z.enum(alertFlags))
    .max(alertFlags.length)
    .describe("`ORDER`: in cart and checkout, closed by CRITICAL; `VALIDATION`: in the wallet; empty: on every page"),
  maintenance: z.boolean().describe("Whether the shop is closed while the alert is displayed; only without flags"),
  message: z
    .partialRecord(Language, z.string().trim().min(1).max(alertTextMaxLength))
    .describe("Markdown by language; required in the network's first one, which is shown where another is missing"),
  displayAfter: RequestInstant.nullable().describe("From when it is displayed; null: at once"),
  displayBefore: RequestInstant.nullable().describe("Until when; null: until it is withdrawn"),
  estimatedEnd: RequestInstant.nullable().describe("The expected end of a maintenance; null: `displayBefore`"),
});
export type AlertDetails = z.infer<typeof AlertDetails>;

export const OfficeAlert = z.object({
  alertId: Id,
  version: z.int().describe("Changes with each change of the alert"),
  state: AlertState,
  details: AlertDetails,
  addedAt: Instant,
  changedAt: Instant,
  changedBy: z.string().nullable(),
});
export type OfficeAlert = z.infer<typeof OfficeAlert>;

/** Why an alert was not changed, in the refusal's details (`reason`). */
export const AlertRefusal = z.enum(["changed", "withdrawn", "too-many"]);
export type AlertRefusal = z.infer<typeof AlertRefusal>;

const alertId = Id.describe("The alert");
const version = z.int32().describe("The alert's version as the caller saw it: another one is refused (`changed`)");
const details = AlertDetails.describe(
  `The alert; its times are at most ${alertAheadDaysMax} days ahead, and \`displayBefore\` is after \`displayAfter\``,
);

export const listAlerts = staffCall("alerts", "GET", "listAlerts", {
  summary: "Lists the alerts of a network, the newest first.",
  permission: "alerts.read",
  request: { state: AlertState.optional().describe("Only alerts in this state"), ...paging },
  answer: page(OfficeAlert),
  refusals: ["CURSOR_INVALID"],
});

export const getAlert = staffCall("alerts", "GET", "getAlert", {
  summary: "Answers an alert with the staff's actions on it.",
  permission: "alerts.read",
  request: { alertId },
  answer: {
    alert: OfficeAlert,
    languages: z.array(Language).describe("Of the network, its first one first"),
    history: z
      .array(AuditEntry.extend({ changes: z.array(AuditChange) }))
      .describe("The latest actions of the staff, the newest first"),
  },
  refusals: ["NOT_FOUND"],
});

export const addAlert = staffCall("alerts", "POST", "addAlert", {
  summary: "Publishes an alert, at once or from a time; with `maintenance` it closes the shop.",
  permission: "alerts.manage",
  idempotent: true,
  multiline: ["details"],
  request: { details },
  answer: { alert: OfficeAlert },
  refusals: ["TRANSITION_NOT_ALLOWED"],
});

export const changeAlert = staffCall("alerts", "POST", "changeAlert", {
  summary: "Changes an alert that was not withdrawn.",
  permission: "alerts.manage",
  multiline: ["details"],
  request: { alertId, version, details },
  answer: { alert: OfficeAlert },
  refusals: ["NOT_FOUND", "TRANSITION_NOT_ALLOWED"],
});

export const withdrawAlert = staffCall("alerts", "POST", "withdrawAlert", {
  summary: "Withdraws an alert: it is displayed no more, and a shop that it closed opens.",
  permission: "alerts.manage",
  multiline: ["reason"],
  request: { alertId, version, reason: AuditReason },
  answer: { alert: OfficeAlert },
  refusals: ["NOT_FOUND", "TRANSITION_NOT_ALLOWED"],
});
