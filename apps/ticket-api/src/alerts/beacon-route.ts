import { alertFreshSeconds } from "@guichet/contract/limits/alert-limits.ts";
import type { AlertFlag, BeaconAlert } from "@guichet/contract/maintenance.ts";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { later } from "../clock.ts";
import type { Dependencies } from "../dependencies.ts";
import { openAlerts } from "./alert-store.ts";

/** The query of a beacon (§7 "Maintenance"): channels, comma-joined. Only displayed alerts are answered, whether they are asked for or not. */
const BeaconQuery = z.object({
  channel: z.string().max(2_000).default("global"),
  displayed: z.enum(["true", "false"]).optional(),
});

/** Networks that one request may ask for. */
const networksMax = 20;
const networkIn = /^network\/([A-Za-z0-9_-]{1,64})(?:\/|$)/;

/**
 * Serves the alerts that the staff publish as a maintenance beacon: `GET /beacon` (§7). The answer also
 * has what begins before it is asked for again, so that an alert is displayed at its time; what is planned for later is nobody's business.
 */
export function registerBeacon(server: FastifyInstance, { db, clock }: Dependencies): void {
  server.get("/beacon", async (request, reply) => {
    const query = BeaconQuery.safeParse(request.query);
    if (!query.success)
      return reply.code(400).send({ error: { code: "FIELD_INVALID", message: "channel or displayed" } });
    const channels = query.data.channel.split(",").map((one) => one.trim());
    const networks = new Set(channels.flatMap((channel) => networkIn.exec(channel)?.[1] ?? []));
    const asked = { now: clock.iso(), until: later(clock.now(), 2 * alertFreshSeconds * 1_000).toISOString() };
    const found = networks.size === 0 ? [] : await openAlerts(db, [...networks].slice(0, networksMax), asked);
    const payload = found.flatMap(({ id, networkId, details }): BeaconAlert[] =>
      channelsOf(networkId, details.flags).some((channel) => channels.includes(channel))
        ? [{ id, channel: `network/${networkId}`, ...details }]
        : [],
    );
    return reply.header("cache-control", `public, max-age=${alertFreshSeconds}`).send({ payload });
  });
}

/** The channels of an alert: one for each flag, or that of its network. */
const channelsOf = (networkId: string, flags: readonly AlertFlag[]): string[] =>
  flags.length === 0 ? [`network/${networkId}`] : flags.map((flag) => `network/${networkId}/${flag}`);
