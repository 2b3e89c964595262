import { createTicketApi } from "@guichet/client/ticket-api.ts";
import { beaconFreshMinMs, beaconSkipMs, ownBeaconSkipMs } from "@guichet/contract/limits/maintenance-limits.ts";
import { createAppServer } from "@guichet/web/app-server.ts";
import { followClock, systemClock } from "@guichet/web/clock.ts";
import { type BuiltPages, builtSource, type PageSource } from "@guichet/web/page-source.ts";
import type { FastifyInstance } from "fastify";
import { createSessionMemory } from "../app/session/session-memory.server.ts";
import { createBeacons } from "./beacons.ts";
import type { ShopConfig } from "./config.ts";
import { createNetworks } from "./networks.ts";
import { createPageCache } from "./page-cache.ts";
import { createPages, type Pages } from "./pages.ts";
import { walletWorker } from "./wallet-worker.ts";

export interface ShopParts {
  config: ShopConfig;
  source: PageSource<Pages>;
  /** The machine's clock, in milliseconds since the epoch. */
  now?: () => number;
}

/** Creates the shop's server with the pages of a build, ready to listen. */
export function createShop({ buildFolder, pages, ...parts }: Omit<ShopParts, "source"> & BuiltPages<Pages>) {
  return createShopFrom({ ...parts, source: builtSource({ buildFolder, pages }) });
}

/** Creates the shop's server, ready to listen. */
export async function createShopFrom({ config, source, now = Date.now }: ShopParts): Promise<FastifyInstance> {
  const app = await createAppServer({ ...config, name: "shop", source });
  const api = createTicketApi({
    baseUrl: config.apiUrl,
    clientId: config.apiClientId,
    key: config.apiClientKey,
    clock: now,
  });
  const cache = createPageCache(now);
  const memory = createSessionMemory(now);
  const [ownBeacon] = config.beacons;
  const beacons = createBeacons({
    sources: config.beacons,
    now: () => clock.now(),
    skipMs: (source) => (source === ownBeacon ? ownBeaconSkipMs : beaconSkipMs),
    failed: (source, cause) =>
      app.log.warn({ host: new URL(source).host, cause: String(cause) }, "an alert source failed"),
  });
  const moved = () => {
    beacons.forget();
    cache.drop();
    memory.clear();
    api.forget();
  };
  // Caches expire by the machine's clock; what the shop shows and decides follows the demo's clock.
  const clock = config.demo ? followClock({ apiUrl: config.apiUrl, real: now, moved }) : { ...systemClock, now };
  const networks = createNetworks({
    api,
    defaultNetwork: config.defaultNetwork,
    now,
    changed: (network) => cache.drop(network),
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

  app.get("/wallet-worker.js", async (_request, reply) =>
    reply
      .header("cache-control", "no-cache")
      .header("content-security-policy", "default-src 'none'; connect-src 'self'")
      .type("text/javascript; charset=utf-8")
      .send(walletWorker(`${source.timestamp}`)),
  );
  const answer = createPages({
    clock,
    source,
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

/** Extracts the SVG from a data URL. */
function svgOf(address: string): string | undefined {
  const match = /^data:image\/svg\+xml(;[^,]*)?,(.*)$/s.exec(address);
  if (!match) return undefined;
  const [, settings = "", content = ""] = match;
  return settings.includes("base64") ? Buffer.from(content, "base64").toString() : decodeURIComponent(content);
}
