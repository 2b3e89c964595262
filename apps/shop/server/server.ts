import { timingSafeEqual } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import helmet from "@fastify/helmet";
import fastifyStatic from "@fastify/static";
import { createTicketApi } from "@guichet/client/ticket-api.ts";
import { beaconFreshMinMs, beaconSkipMs } from "@guichet/contract/limits.ts";
import Fastify, { type FastifyInstance, type FastifyRequest } from "fastify";
import { collectDefaultMetrics, Histogram, Registry } from "prom-client";
import { createSessionMemory } from "../app/shell/session-memory.server.ts";
import { createBeacons } from "./beacons.ts";
import { followClock, systemClock } from "./clock.ts";
import type { ShopConfig } from "./config.ts";
import { createNetworks } from "./networks.ts";
import { createPageCache } from "./page-cache.ts";
import { createPages, type Pages } from "./pages.ts";
import { walletWorker } from "./wallet-worker.ts";

export interface ShopParts {
  config: ShopConfig;
  /** Folder with the built pages. */
  buildFolder: string;
  pages: Pages;
  /** The machine's clock, in milliseconds since the epoch. */
  now?: () => number;
}

const requestTimeoutMs = 30_000;
const connectionTimeoutMs = 60_000;
const keepAliveTimeoutMs = 72_000;
/** Uploads are at most 10 MB, and a form round them. */
const bodyMaxBytes = 11 * 1024 * 1024;

/** The shop's server, ready to listen. */
export async function createShop({ config, buildFolder, pages, now = Date.now }: ShopParts): Promise<FastifyInstance> {
  const app = Fastify({
    logger: { level: config.logLevel, serializers: { req: told } },
    trustProxy: config.trustedProxies,
    requestTimeout: requestTimeoutMs,
    connectionTimeout: connectionTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    bodyLimit: bodyMaxBytes,
    genReqId: () => crypto.randomUUID(),
    forceCloseConnections: "idle",
    routerOptions: { ignoreTrailingSlash: false, caseSensitive: true, maxParamLength: 500 },
  });
  const api = createTicketApi({
    baseUrl: config.apiUrl,
    clientId: config.apiClientId,
    key: config.apiClientKey,
    clock: now,
  });
  const cache = createPageCache(now);
  const memory = createSessionMemory(now);
  const beacons = createBeacons({
    sources: config.beacons,
    now: () => clock.now(),
    skipMs: beaconSkipMs,
    failed: (source, cause) =>
      app.log.warn({ host: new URL(source).host, cause: String(cause) }, "a source of alerts failed"),
  });
  const moved = () => {
    beacons.forget();
    cache.drop();
    memory.clear();
    api.forget();
  };
  // What is kept for a while is kept by the machine's own time; only what the shop says and decides follows the clock.
  const clock = config.demo ? followClock({ apiUrl: config.apiUrl, real: now, moved }) : { ...systemClock, now };
  const networks = createNetworks({
    api,
    defaultNetwork: config.defaultNetwork,
    now,
    changed: (network) => cache.drop(network),
  });

  await app.register(helmet, { contentSecurityPolicy: false, referrerPolicy: { policy: "same-origin" } });
  app.addHook("onRequest", async (request, reply) => void reply.header("x-request-id", request.id));
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, next) => next(null, body));

  const registry = metricsOf(app);
  app.get("/healthz", async () => ({ status: "ok" }));
  app.get("/readyz", async (_request, reply) => {
    const ready = await fetch(`${config.apiUrl}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
      (response) => response.ok,
      () => false,
    );
    return reply.code(ready ? 200 : 503).send({ status: ready ? "ok" : "the Ticket API cannot be reached" });
  });
  app.get("/metrics", async (request, reply) => {
    if (!maySeeMetrics(request, config.metricsToken)) return reply.code(404).send();
    return reply.type(registry.contentType).send(await registry.metrics());
  });

  const client = join(buildFolder, "client");
  const timestamp = readFileSync(join(buildFolder, "timestamp"), "utf8").trim();
  app.get("/builds/latest.json", async (_request, reply) =>
    reply.header("cache-control", "no-cache").send({ timestamp: Number(timestamp) }),
  );
  app.get("/wallet-worker.js", async (_request, reply) =>
    reply
      .header("cache-control", "no-cache")
      .header("content-security-policy", "default-src 'none'; connect-src 'self'")
      .type("text/javascript; charset=utf-8")
      .send(walletWorker(timestamp)),
  );
  await app.register(fastifyStatic, {
    root: join(client, "assets"),
    prefix: "/assets/",
    immutable: true,
    maxAge: "365d",
    preCompressed: true,
    index: false,
    decorateReply: false,
  });
  app.get("/network/logo.svg", async (request, reply) => {
    const network = await networks.find(request.host);
    const svg = network && svgOf(network.logo);
    if (!svg) return reply.code(404).send();
    const policy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
    return reply
      .header("cache-control", "public, max-age=31536000, immutable")
      .header("content-security-policy", policy)
      .type("image/svg+xml")
      .send(svg);
  });

  const textFiles = JSON.parse(readFileSync(join(client, "texts.json"), "utf8"));
  const answer = createPages({
    clock,
    pages,
    textFiles,
    api,
    networks,
    cache,
    memory,
    beacons,
    demo: config.demo,
  });
  app.all("/*", answer);
  const renewing = setInterval(() => beacons.renewDue(), beaconFreshMinMs).unref();
  app.addHook("onClose", async () => clearInterval(renewing));
  return app;
}

/** What a log line tells of a request: no query, no cookie, no address of a person. */
function told(request: FastifyRequest) {
  return { method: request.method, host: request.host, path: request.url.split("?")[0] };
}

function metricsOf(app: FastifyInstance): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const seconds = new Histogram({
    name: "shop_request_seconds",
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
  const forwarded = request.headers["x-forwarded-for"] ?? request.headers.forwarded;
  const peer = request.socket.remoteAddress ?? "";
  if (forwarded === undefined && /^(::ffff:)?127\.|^::1$/.test(peer)) return true;
  if (token === undefined) return false;
  const given = Buffer.from(request.headers.authorization ?? "");
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

/** The drawing in a data address. */
function svgOf(address: string): string | undefined {
  const match = /^data:image\/svg\+xml(;[^,]*)?,(.*)$/s.exec(address);
  if (!match) return undefined;
  const [, settings = "", content = ""] = match;
  return settings.includes("base64") ? Buffer.from(content, "base64").toString() : decodeURIComponent(content);
}
