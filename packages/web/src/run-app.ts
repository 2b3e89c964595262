import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { stopGraceMs } from "@guichet/contract/limits/process-limits.ts";
import type { FastifyInstance } from "fastify";

/** Loads the built pages from the app's server bundle. */
export async function builtPagesOf<Pages>(buildFolder: string, part: string): Promise<Pages> {
  return import(pathToFileURL(join(buildFolder, "server/pages.js")).href).catch((cause) => {
    throw new Error(`${part} is not built: npm run build`, { cause });
  });
}

/** Listens until a stop signal; requests in progress get up to ten seconds, then the process exits. */
export async function serve(app: FastifyInstance, { port, host }: { port: number; host: string }): Promise<void> {
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), stopGraceMs).unref();
    app.close().then(() => process.exit(0));
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  process.on("disconnect", stop);
  await app.listen({ port, host });
  process.send?.({ ready: true });
}

/** Returns the configuration, or exits with the lines that describe its errors. */
export function configured<Config>(read: () => Config): Config {
  try {
    return read();
  } catch (fault) {
    console.error(fault instanceof Error ? fault.message : fault);
    process.exit(2);
  }
}
