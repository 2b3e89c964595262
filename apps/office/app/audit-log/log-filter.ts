import { auditSubjectMaxLength } from "@guichet/contract/limits/staff-limits.ts";
import { AuditKind } from "@guichet/contract/office/audit-log.ts";
import { isDay } from "@guichet/rules/dates/days.ts";

/** The filter of the log in an address; a value that is none counts as absent. */
export function logFilterIn(query: URLSearchParams) {
  const kind = AuditKind.safeParse(query.get("kind")).data;
  const staffId = /^[\w-]{1,64}$/.exec(query.get("staff") ?? "")?.[0];
  const subject = query.get("subject")?.trim().slice(0, auditSubjectMaxLength);
  const [from, until] = ["from", "until"]
    .map((name) => query.get(name) ?? "")
    .map((day) => (isDay(day) ? day : undefined));
  return {
    ...(kind === undefined ? {} : { kind }),
    ...(staffId === undefined ? {} : { staffId }),
    ...(subject ? { subject } : {}),
    ...(from === undefined ? {} : { from }),
    ...(until === undefined ? {} : { until }),
  };
}
