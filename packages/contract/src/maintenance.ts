import { z } from "zod";
import { Texts } from "./locales.ts";

/** Maintenance alerts as a beacon tells them (§3, §7 "Maintenance"; decision 049). */

/** Levels by name; on the wire also by their rank (§4). */
export const alertLevelNames = ["INFO", "NOTICE", "WARNING", "DANGER", "CRITICAL"] as const;
export type AlertLevel = (typeof alertLevelNames)[number];
/** What an alert may be about; without one it is about everything. */
export const alertFlags = ["ORDER", "VALIDATION"] as const;
export type AlertFlag = (typeof alertFlags)[number];

export const alertsPerSourceMax = 100;
const textMaxLength = 4_000;
const flagsMax = 20;

const Instant = z.iso.datetime({ offset: true });
const Level = z.union([
  z.enum(alertLevelNames),
  z
    .int()
    .min(1)
    .max(alertLevelNames.length)
    .transform((rank) => alertLevelNames[rank - 1] ?? "INFO"),
]);
const Message = z.union([z.string().max(textMaxLength), Texts]);

export const BeaconAlert = z.object({
  id: z.string().min(1).max(100).optional(),
  level: Level,
  /** One that we do not know is kept: such an alert is not about everything. */
  flags: z.array(z.string().max(40)).max(flagsMax).default([]),
  /** Where it was published; absent: on the channels asked for. */
  channel: z.string().max(120).optional(),
  displayAfter: Instant.nullish().transform((at) => at ?? null),
  displayBefore: Instant.nullish().transform((at) => at ?? null),
  /** Markdown: one text, or texts by language. */
  message: Message.optional(),
  /** The shop is closed while this alert is displayed. */
  maintenance: z.boolean().default(false),
  /** When the work is expected to be done; without it the end of display. */
  estimatedEnd: Instant.nullish().transform((at) => at ?? null),
});
export type BeaconAlert = z.output<typeof BeaconAlert>;

/** What a beacon answers; each alert is parsed by itself, so that a wrong one hides no other. */
export const BeaconAnswer = z.object({
  payload: z.union([
    z.array(z.unknown()),
    z.object({ alerts: z.array(z.unknown()) }).transform(({ alerts }) => alerts),
  ]),
});
