import { z } from "zod";
import { Texts } from "./locales.ts";

/** Maintenance alerts as published by a beacon (§3, §7 "Maintenance"; decision 049). */

/** Alert levels by name; the wire also accepts their rank (§4). */
export const alertLevelNames = ["INFO", "NOTICE", "WARNING", "DANGER", "CRITICAL"] as const;
export type AlertLevel = (typeof alertLevelNames)[number];
/** Subjects of an alert; an alert without flags concerns everything. */
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
  /** Unknown flags are kept, so that such an alert does not concern everything. */
  flags: z.array(z.string().max(40)).max(flagsMax).default([]),
  /** Channel of publication; absent: the requested channels. */
  channel: z.string().max(120).optional(),
  displayAfter: Instant.nullish().transform((at) => at ?? null),
  displayBefore: Instant.nullish().transform((at) => at ?? null),
  /** Markdown: one text, or one per language. */
  message: Message.optional(),
  /** Whether the shop is closed while this alert is displayed. */
  maintenance: z.boolean().default(false),
  /** Expected end of the maintenance; default: the end of display. */
  estimatedEnd: Instant.nullish().transform((at) => at ?? null),
});
export type BeaconAlert = z.output<typeof BeaconAlert>;

/** Response of a beacon; each alert is parsed separately, so that an invalid one does not hide others. */
export const BeaconAnswer = z.object({
  payload: z.union([
    z.array(z.unknown()),
    z.object({ alerts: z.array(z.unknown()) }).transform(({ alerts }) => alerts),
  ]),
});
