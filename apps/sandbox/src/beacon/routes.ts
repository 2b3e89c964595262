import {
  type BeaconBehaviourKind,
  BeaconQuery,
  beaconBehaviourRequest,
  PublishedAlert,
  PublishedAlerts,
} from "@guichet/contract/integrations/sandbox-beacon.ts";
import type { FastifyInstance, FastifyReply } from "fastify";
import { type Behaviour, behaviour } from "../behaviour.ts";
import type { Clock } from "../clock.ts";
import { isLoopback } from "../loopback.ts";
import { read } from "../payment/replies.ts";
import { type Alerts, publishedAlerts } from "./alerts.ts";

const maxAgeSeconds = 5;
const hugeBytes = 4 * 1024 * 1024;

export interface BeaconParts {
  clock: Clock;
  newId: () => string;
  /** Delay of a slow response in real milliseconds. */
  slowMs: number;
}

/** A maintenance beacon (§7) with its control routes: publication and faults. */
export function beaconRoutes(app: FastifyInstance, { clock, newId, slowMs }: BeaconParts): void {
  const alerts = publishedAlerts(newId);
  const ordered = behaviour<BeaconBehaviourKind>();

  app.get("/", async (request, reply) => {
    const asked = read(BeaconQuery, request.query, reply);
    if (asked === undefined) return reply;
    if (await wentWrong(ordered, reply, slowMs)) return reply;
    const channels = asked.channel.split(",").map((channel) => channel.trim());
    const payload = alerts.on(channels, asked.displayed === "true" ? clock.now() : undefined);
    return reply.header("cache-control", `max-age=${maxAgeSeconds}`).send({ payload });
  });
  doors(app, alerts, ordered);
}

function doors(app: FastifyInstance, alerts: Alerts, ordered: Behaviour<BeaconBehaviourKind>): void {
  // Publishing can close a shop, so it is limited to this machine.
  app.addHook("preHandler", async (request, reply) => {
    if (request.method === "GET" || isLoopback(request)) return;
    await reply.code(403).send({ error: { code: "loopback_only", message: "from this machine only" } });
  });
  app.get("/alerts", async () => ({ alerts: alerts.all() }));
  app.put("/alerts", async (request, reply) => {
    const asked = read(PublishedAlerts, request.body, reply);
    if (asked === undefined) return reply;
    alerts.replace(asked.alerts);
    return { alerts: alerts.all() };
  });
  app.post("/alerts", async (request, reply) => {
    const asked = read(PublishedAlert, request.body, reply);
    if (asked === undefined) return reply;
    alerts.add(asked);
    return reply.code(201).send({ alerts: alerts.all() });
  });
  app.delete("/alerts", async () => {
    alerts.replace([]);
    return { alerts: [] };
  });
  app.post("/behaviour", async (request, reply) => {
    const asked = read(beaconBehaviourRequest, request.body, reply);
    if (asked === undefined) return reply;
    ordered.set(asked.next, asked.count);
    return { left: ordered.left() };
  });
}

/** Sends the ordered fault instead of the response, if any. */
async function wentWrong(
  ordered: Behaviour<BeaconBehaviourKind>,
  reply: FastifyReply,
  slowMs: number,
): Promise<boolean> {
  if (ordered.take("slow")) {
    await new Promise((resolve) => setTimeout(resolve, slowMs).unref());
    return false;
  }
  if (ordered.take("down")) {
    await reply.code(500).send({ error: { code: "down", message: "as ordered" } });
    return true;
  }
  if (ordered.take("bad-json")) {
    await reply.type("application/json").send('{"payload": [');
    return true;
  }
  if (ordered.take("wrong-schema")) {
    await reply.send({ payload: "none" });
    return true;
  }
  if (!ordered.take("huge")) return false;
  await reply.type("application/json").send(`{"payload":["${"x".repeat(hugeBytes)}"]}`);
  return true;
}
