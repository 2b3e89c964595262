import { agencyClosingDaysMax } from "@guichet/contract/limits/agency-limits.ts";
import { AgencyDetails } from "@guichet/contract/office/agencies.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import { addDays, isDay } from "@guichet/rules/dates/days.ts";
import { z } from "zod";

/** The state of an agency that a page showed. */
export const SeenAgency = z.object({ version: z.int(), details: AgencyDetails, isClosed: z.boolean() });
export type SeenAgency = z.infer<typeof SeenAgency>;

/** A closing as it was typed: from a day to a day, which may be the same. */
const TypedClosing = z.object({ from: z.string(), until: z.string(), isYearly: z.boolean() });
export type TypedClosing = z.infer<typeof TypedClosing>;

/** The forms that change an agency. */
export const AgencyForm = z.enum(["change", "close-days", "close", "reopen", "move"]);
export type AgencyForm = z.infer<typeof AgencyForm>;

/** A change that is not made yet: the form that it comes from, what was seen, what it becomes, and why. */
export const AgencyDraft = z.object({
  what: AgencyForm,
  closing: TypedClosing,
  seen: SeenAgency,
  details: AgencyDetails,
  isClosed: z.boolean(),
  reason: z.string(),
});
export type AgencyDraft = z.infer<typeof AgencyDraft>;

/** An agency that is also closed on the typed days; special hours of these days go. */
export function withClosedDays(
  details: AgencyDetails,
  { from, until, isYearly }: TypedClosing,
): Result<AgencyDetails, "FIELD_INVALID" | "FIELD_REQUIRED"> {
  if (from === "") return err("FIELD_REQUIRED", { field: "from" });
  if (!isDay(from)) return err("FIELD_INVALID", { field: "from" });
  const last = until === "" ? from : until;
  if (!isDay(last) || last < from || last > addDays(from, agencyClosingDaysMax - 1))
    return err("FIELD_INVALID", { field: "until" });
  const days: string[] = [];
  for (let day = from; day <= last; day = addDays(day, 1)) days.push(day);
  const closed = [...details.closedOn, ...days.map((day) => (isYearly ? day.slice(5) : day))];
  return ok({
    ...details,
    closedOn: [...new Set(closed)].sort(),
    specialHours: details.specialHours.filter(({ day }) => !days.includes(day)),
  });
}
