import { timingSafeEqual } from "node:crypto";
import helmet from "@fastify/helmet";
import { isForwarded } from "@guichet/contract/request-head.ts";
import { stopGracefully } from "@guichet/http-server/graceful-stop.ts";
import { logOutput } from "@guichet/logging/log-output.ts";
import Fastify, { type FastifyInstance, type FastifyRequest } from "fastify";
import { collectDefaultMetrics, Histogram, Registry } from "prom-client";
import type { PageSource } from "./page-source.ts";
import { gateAddresses, gateSettings } from "./request-gate.ts";

export interface AppServerParts {
  /** Name of the app in its metrics, e.g. `shop`. */
  name: string;
  source: Pick<PageSource<unknown>, "timestamp" | "serveAssets">;
  apiUrl: string;
  metricsToken: string | undefined;
  trustedProxies: string[];
  logLevel: string;
}

const requestTimeoutMs = 30_000;
const connectionTimeoutMs = 60_000;
const keepAliveTimeoutMs = 72_000;
/** Uploads are at most 10 MB, plus the form around them. */
const bodyMaxBytes = 11 * 1024 * 1024;

/** Creates the server of an app, except for its pages: health, metrics, build time, cacheable assets. */
export async function createAppServer(parts: AppServerParts): Promise<FastifyInstance> {
  const app = Fastify({
    ...gateSettings,
    logger: { level: parts.logLevel, serializers: { req: reported }, stream: logOutput() },
    trustProxy: parts.trustedProxies,
    requestTimeout: requestTimeoutMs,
    connectionTimeout: connectionTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    bodyLimit: bodyMaxBytes,
    genReqId: () => crypto.randomUUID(),
    forceCloseConnections: "idle",
    routerOptions: { ignoreTrailingSlash: false, caseSensitive: true, maxParamLength: 500 },
  });
  stopGracefully(app);
  await app.register(helmet, { contentSecurityPolicy: false, referrerPolicy: { policy: "same-origin" } });
  app.addHook("onRequest", async (request, reply) => void reply.header("x-request-id", request.id));
  gateAddresses(app);
  // Pages answer every other address; scripts and styles of an earlier build are for browsers only.
  app.setNotFoundHandler((_request, reply) =>
    reply
      .code(404)
      .type("text/plain; charset=utf-8")
      .header("cache-control", "no-store")
      .send("There is no such file."),
  );
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, next) => next(null, body));

  const registry = metricsOf(app, parts.name);
  app.get("/healthz", async () => ({ status: "ok" }));
  app.get("/readyz", async (_request, reply) => {
    const ready = await fetch(`${parts.apiUrl}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
      (response) => response.ok,
      () => false,
    );
    return reply.code(ready ? 200 : 503).send({ status: ready ? "ok" : "the Ticket API cannot be reached" });
  });
  app.get("/metrics", async (request, reply) => {
    if (!maySeeMetrics(request, parts.metricsToken)) return reply.code(404).send();
    return reply.type(registry.contentType).send(await registry.metrics());
  });

  app.get("/builds/latest.json", async (_request, reply) =>
    reply.header("cache-control", "no-cache").send({ timestamp: parts.source.timestamp }),
  );
  await parts.source.serveAssets(app);
  return app;
}

/** Log fields of a request: without query, cookie or client address. */
function reported(request: FastifyRequest) {
  return { method: request.method, host: request.host, path: request.url.split("?")[0] };
}

function metricsOf(app: FastifyInstance, name: string): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const seconds = new Histogram({
    name: `${name}_request_seconds`,
    help: "Time to answer, by method and status",
    labelNames: ["method", "status"],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  });
  app.addHook("onResponse", async (request, reply) => {
    seconds.observe({ method: request.method, status: `${reply.statusCode}` }, reply.elapsedTime / 1000);
  });
  return registry;
}

function maySeeMetrics(request: FastifyRequest, token: string | undefined): boolean {
  const peer = request.socket.remoteAddress ?? "";
  if (!isForwarded(request.headers) && /^(::ffff:)?127\.|^::1$/.test(peer)) return true;
  if (token === undefined) return false;
  const given = Buffer.from(request.headers.authorization ?? "");
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
