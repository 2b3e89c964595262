import type { Answer } from "@guichet/client/peer.ts";
import { readConfig } from "../server/config.ts";
import { createShop } from "../server/server.ts";
import { startApiPeer } from "./api-peer.ts";
import { buildFolder, builtPages } from "./built-pages.ts";

/** For tests: a successful call with this response. */
export const ok =
  (answer: object): Answer =>
  () => ({ status: "ok", ...answer });

/** For tests: a failed call with this error code. */
export const ko =
  (status: number, code: string, details?: object): Answer =>
  (_seen, reply) =>
    reply.code(status).send({ status: "ko", error: { code, message: "", details } });

/**
 * For tests: opens a shop on a Ticket API that responds to the calls at `paths` with the current entries of `says`; a
 * path without an entry is not found. `asked`: the first request of a call.
 */
export async function openScriptedShop(paths: readonly string[], says: () => Readonly<Record<string, Answer>>) {
  const pages = await builtPages();
  const unsaid = ko(404, "NOT_FOUND");
  const peer = await startApiPeer(
    Object.fromEntries(paths.map((path): [string, Answer] => [path, (...ask) => (says()[path] ?? unsaid)(...ask)])),
  );
  const config = readConfig({ API_URL: peer.baseUrl, LOG_LEVEL: "silent" });
  const server = await createShop({ config, buildFolder, pages });
  return {
    server,
    seen: peer.seen,
    asked: (path: string) => peer.seen.find((seen) => seen.path === path),
    async stop() {
      await server.close();
      await peer.stop();
    },
  };
}
