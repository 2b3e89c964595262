import { createTicketApi } from "@guichet/client/ticket-api.ts";
import { createAppServer } from "@guichet/web/app-server.ts";
import { followClock, systemClock } from "@guichet/web/clock.ts";
import { type BuiltPages, builtSource, type PageSource } from "@guichet/web/page-source.ts";
import type { FastifyInstance } from "fastify";
import type { OfficeConfig } from "./config.ts";
import { createPages, type Pages } from "./pages.ts";

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
  const api = createTicketApi({ baseUrl: config.apiUrl, clientId: config.clientId, key: config.clientKey, clock: now });
  const clock = config.demo
    ? followClock({ apiUrl: config.apiUrl, real: now, moved: () => api.forget() })
    : { ...systemClock, now };
  app.get("/favicon.ico", async (_request, reply) => reply.code(204).send());
  app.all("/*", createPages({ source, api, clock }));
  return app;
}
