import { alertFreshSeconds } from "@guichet/contract/limits/alert-limits.ts";
import { type alertFlags, alertsPerSourceMax, type BeaconAlert } from "@guichet/contract/maintenance.ts";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { later } from "../clock.ts";
import type { Dependencies } from "../dependencies.ts";
import { openAlerts } from "./alert-store.ts";

/** The query of a beacon (§7 "Maintenance"): channels, comma-joined, and whether only displayed alerts are asked for. */
const BeaconQuery = z.object({
  channel: z.string().max(2_000).default("global"),
  displayed: z.enum(["true", "false"]).default("false"),
});

/** Networks that one request may ask for. */
const networksMax = 20;

/**
 * Serves the alerts that the staff publish as a maintenance beacon: `GET /beacon` (§7). Nothing in it is secret. With `displayed=true` the
 * answer also has what begins before it is asked for again, so that an alert is displayed at its time.
 */
export function registerBeacon(server: FastifyInstance, { db, clock }: Dependencies): void {
  server.get("/beacon", async (request, reply) => {
    const query = BeaconQuery.safeParse(request.query);
    if (!query.success)
      return reply.code(400).send({ error: { code: "FIELD_INVALID", message: "channel or displayed" } });
    const channels = query.data.channel.split(",").map((one) => one.trim());
    const networks = new Set(channels.flatMap((channel) => /^network\/([^/]+)/.exec(channel)?.[1] ?? []));
    const until =
      query.data.displayed === "true" ? later(clock.now(), 2 * alertFreshSeconds * 1_000).toISOString() : null;
    const asked = { now: clock.iso(), until, limit: alertsPerSourceMax };
    const found = await openAlerts(db, [...networks].slice(0, networksMax), asked);
    const payload = found.flatMap(({ id, networkId, details }): BeaconAlert[] =>
      channelsOf(networkId, details.flags).some((channel) => channels.includes(channel))
        ? [{ id, channel: `network/${networkId}`, ...details }]
        : [],
    );
    return reply.header("cache-control", `public, max-age=${alertFreshSeconds}`).send({ payload });
  });
}

/** The channels of an alert: one for each flag, or that of its network. */
const channelsOf = (networkId: string, flags: readonly (typeof alertFlags)[number][]): string[] =>
  flags.length === 0 ? [`network/${networkId}`] : flags.map((flag) => `network/${networkId}/${flag}`);
