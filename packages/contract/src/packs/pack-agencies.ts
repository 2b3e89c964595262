import { z } from "zod";
import { agencyDaysMax } from "../limits/agency-limits.ts";
import { Day, Id, YearDay } from "../values.ts";

const Clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "not a time of the day, as 08:30");

/** What an agency does: orders are collected there; its counter sells. */
export const AgencyService = z.enum(["COLLECTION", "COUNTER"]);
export type AgencyService = z.infer<typeof AgencyService>;

/** `agencies.json` */
export const PackAgencies = z.strictObject({
  $schema: z.string().optional(),
  agencies: z.array(
    z.strictObject({
      id: Id,
      index: z.int(),
      label: z.string().min(1),
      addressRoute: z.string(),
      addressPostalCode: z.string(),
      addressCity: z.string(),
      latitude: z.number().min(-90, "not a latitude, -90 to 90").max(90, "not a latitude, -90 to 90").optional(),
      longitude: z
        .number()
        .min(-180, "not a longitude, -180 to 180")
        .max(180, "not a longitude, -180 to 180")
        .optional(),
      openingHours: z.array(z.strictObject({ weekday: z.int().min(1).max(7), opens: Clock, closes: Clock })),
      slotMinutes: z.int().min(15).max(480).default(60),
      slotCapacity: z.int().min(1).max(1000).default(10),
      closedOn: z
        .array(z.union([Day, YearDay]))
        .max(agencyDaysMax)
        .default([])
        .describe("Days on which it is closed: `YYYY-MM-DD`, or `MM-DD` for every year"),
      specialHours: z
        .array(z.strictObject({ day: Day, opens: Clock, closes: Clock }))
        .max(agencyDaysMax)
        .default([])
        .describe("Days with hours of their own, instead of those of their weekday, also on a yearly closing day"),
      services: z
        .array(AgencyService)
        .max(2)
        .default(["COLLECTION", "COUNTER"])
        .describe("COLLECTION: orders are collected there; COUNTER: its counter sells"),
    }),
  ),
});
export type PackAgencies = z.infer<typeof PackAgencies>;
