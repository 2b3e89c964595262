import { timingSafeEqual } from "node:crypto";
import { isForwarded } from "@guichet/contract/request-head.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { sql } from "kysely";
import { collectDefaultMetrics, Histogram, Registry } from "prom-client";
import type { Dependencies } from "../dependencies.ts";
import { jobDetails, jobMetrics } from "../jobs/report.ts";
import { countDiscrepancies } from "../payment-records/discrepancy-store.ts";

/** Routes `/healthz` (alive), `/readyz` (can serve) and `/metrics` (Prometheus text, restricted). */
export function registerHealth(server: FastifyInstance, deps: Dependencies): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: "guichet_answer_seconds",
    help: "How long calls took, by route and status",
    labelNames: ["method", "route", "status"],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  server.addHook("onResponse", (request, reply, done) => {
    durations.observe(
      { method: request.method, route: request.routeOptions.url ?? "none", status: String(reply.statusCode) },
      reply.elapsedTime / 1000,
    );
    done();
  });
  server.get("/healthz", async () => ({ status: "ok" }));
  server.get("/readyz", async (request, reply) => {
    try {
      await sql`select 1`.execute(deps.db);
      // Waiting and given-up jobs concern the operator, and are no reason to stop routing requests here.
      return mayRead(request, deps.config.metricsToken)
        ? { status: "ok", jobs: await jobDetails(deps), certificates: deps.walletPasses.certificates() }
        : { status: "ok" };
    } catch {
      return reply.code(503).header("retry-after", "2").send({ status: "unavailable", missing: "database" });
    }
  });
  server.get("/metrics", async (request, reply) => {
    if (!mayRead(request, deps.config.metricsToken)) return reply.code(403).send({ status: "forbidden" });
    const discrepancies = `guichet_payment_discrepancies ${await countDiscrepancies(deps.db)}\n`;
    const own = (await jobMetrics(deps)) + discrepancies;
    return reply.type(registry.contentType).send((await registry.metrics()) + own);
  });
}

/** Allows loopback callers without a proxy, and others with the token, compared in constant time. */
function mayRead(request: FastifyRequest, token: string | undefined): boolean {
  const remote = request.socket.remoteAddress ?? "";
  const loopback = remote === "::1" || remote.startsWith("127.") || remote.startsWith("::ffff:127.");
  if (loopback && !isForwarded(request.headers)) return true;
  if (token === undefined) return false;
  const received = Buffer.from(request.headers.authorization ?? "");
  const expected = Buffer.from(`Bearer ${token}`);
  return received.length === expected.length && timingSafeEqual(received, expected);
}
