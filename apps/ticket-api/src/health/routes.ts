import type { FastifyInstance, FastifyRequest } from "fastify";
import { sql } from "kysely";
import { collectDefaultMetrics, Histogram, Registry } from "prom-client";
import type { House } from "../house.ts";
import { countWork } from "../jobs/work-store.ts";

/** `/healthz` (alive), `/readyz` (can serve) and `/metrics` (Prometheus text, not for strangers). */
export function registerHealth(server: FastifyInstance, house: House): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const answered = new Histogram({
    name: "guichet_answer_seconds",
    help: "How long calls took, by route and status",
    labelNames: ["method", "route", "status"],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  server.addHook("onResponse", (request, reply, done) => {
    answered.observe(
      { method: request.method, route: request.routeOptions.url ?? "none", status: String(reply.statusCode) },
      reply.elapsedTime / 1000,
    );
    done();
  });
  server.get("/healthz", async () => ({ status: "ok" }));
  server.get("/readyz", async (_, reply) => {
    try {
      await sql`select 1`.execute(house.db);
      return { status: "ok" };
    } catch {
      return reply.code(503).header("retry-after", "2").send({ status: "unavailable", missing: "database" });
    }
  });
  server.get("/metrics", async (request, reply) => {
    if (!mayRead(request, house.config.metricsToken)) return reply.code(403).send({ status: "forbidden" });
    const work = await countWork(house.db);
    const own = `guichet_work_waiting ${work.waiting}\nguichet_work_given_up ${work.givenUp}\n`;
    return reply.type(registry.contentType).send((await registry.metrics()) + own);
  });
}

/** Loopback callers that no proxy stands before, others with the token. */
function mayRead(request: FastifyRequest, token: string | undefined): boolean {
  const remote = request.socket.remoteAddress ?? "";
  const loopback = remote === "::1" || remote.startsWith("127.") || remote.startsWith("::ffff:127.");
  if (loopback && request.headers["x-forwarded-for"] === undefined && request.headers.forwarded === undefined)
    return true;
  return token !== undefined && request.headers.authorization === `Bearer ${token}`;
}
