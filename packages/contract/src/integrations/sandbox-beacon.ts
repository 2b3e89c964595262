import { z } from "zod";
import { alertsPerSourceMax, BeaconAlert } from "../maintenance.ts";

/** Routes of the sandbox's maintenance beacon. */

/** An alert as published by a tester, for all networks unless it has a channel. Unknown fields are refused. */
export const PublishedAlert = z.strictObject({ ...BeaconAlert.shape, channel: z.string().max(120).default("global") });
export const PublishedAlerts = z.strictObject({ alerts: z.array(PublishedAlert).max(alertsPerSourceMax) });

/** Faults of the next response: late, status 500, not JSON, JSON of another schema, or larger than the limit. */
export const beaconBehaviourKind = z.enum(["slow", "down", "bad-json", "wrong-schema", "huge"]);
export type BeaconBehaviourKind = z.infer<typeof beaconBehaviourKind>;
export const beaconBehaviourRequest = z.strictObject({
  next: beaconBehaviourKind,
  count: z.int().min(0).max(1000).default(1),
});

export const BeaconQuery = z.object({
  channel: z.string().max(2_000).default("global"),
  displayed: z.enum(["true", "false"]).default("false"),
});
