import { createTicketApi } from "@guichet/client/ticket-api.ts";
import { createAppServer, textFilesOf } from "@guichet/web/app-server.ts";
import { followClock, systemClock } from "@guichet/web/clock.ts";
import type { FastifyInstance } from "fastify";
import type { OfficeConfig } from "./config.ts";
import { createPages, type Pages } from "./pages.ts";

export interface OfficeParts {
  config: OfficeConfig;
  /** Folder with the built pages. */
  buildFolder: string;
  pages: Pages;
  /** The machine's clock, in milliseconds since the epoch. */
  now?: () => number;
}

/** The office's server, ready to listen. */
export async function createOffice({
  config,
  buildFolder,
  pages,
  now = Date.now,
}: OfficeParts): Promise<FastifyInstance> {
  const app = await createAppServer({ ...config, name: "office", buildFolder });
  const api = createTicketApi({ baseUrl: config.apiUrl, clientId: config.clientId, key: config.clientKey, clock: now });
  const clock = config.demo
    ? followClock({ apiUrl: config.apiUrl, real: now, moved: () => api.forget() })
    : { ...systemClock, now };
  app.get("/favicon.ico", async (_request, reply) => reply.code(204).send());
  app.all("/*", createPages({ pages, api, clock, textFiles: textFilesOf(buildFolder) }));
  return app;
}
