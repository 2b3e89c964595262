import { createTicketApi } from "@guichet/client/ticket-api.ts";
import { createAppServer } from "@guichet/web/app-server.ts";
import { followClock, systemClock } from "@guichet/web/clock.ts";
import { type BuiltPages, builtSource, type PageSource } from "@guichet/web/page-source.ts";
import type { FastifyInstance } from "fastify";
import type { OfficeConfig } from "./config.ts";
import { createPages, type Pages } from "./pages.ts";
import { ticketCheckWorker } from "./ticket-check-worker.ts";

/** The worker that reads barcodes: the only script of the office that may compile WebAssembly, and loads only our files. */
const barcodeWorker = /^\/assets\/barcode-worker-[^/]+\.js$/;
const barcodePolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

export interface OfficeParts {
  config: OfficeConfig;
  source: PageSource<Pages>;
  /** The machine's clock, in milliseconds since the epoch. */
  now?: () => number;
}

/** Creates the office's server with the pages of a build, ready to listen. */
export function createOffice({ buildFolder, pages, ...parts }: Omit<OfficeParts, "source"> & BuiltPages<Pages>) {
  return createOfficeFrom({ ...parts, source: builtSource({ buildFolder, pages }) });
}

/** Creates the office's server, ready to listen. */
export async function createOfficeFrom({ config, source, now = Date.now }: OfficeParts): Promise<FastifyInstance> {
  const app = await createAppServer({ ...config, name: "office", source });
  app.addHook("onSend", async (request, reply) => {
    if (barcodeWorker.test(request.url)) reply.header("content-security-policy", barcodePolicy);
  });
  const api = createTicketApi({ baseUrl: config.apiUrl, clientId: config.clientId, key: config.clientKey, clock: now });
  const clock = config.demo
    ? followClock({ apiUrl: config.apiUrl, real: now, moved: () => api.forget() })
    : { ...systemClock, now };
  app.get("/favicon.ico", async (_request, reply) => reply.code(204).send());
  app.get("/ticket-check-worker.js", async (_request, reply) =>
    reply
      .header("cache-control", "no-cache")
      .header("content-security-policy", "default-src 'none'; connect-src 'self'")
      .type("text/javascript; charset=utf-8")
      .send(ticketCheckWorker),
  );
  app.all("/*", createPages({ source, api, clock }));
  return app;
}
