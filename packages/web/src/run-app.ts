import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { stopGraceMs } from "@guichet/contract/limits/process-limits.ts";
import type { FastifyInstance } from "fastify";

/** The pages as built, by their own server's word for them. */
export async function builtPagesOf<Pages>(buildFolder: string, part: string): Promise<Pages> {
  return import(pathToFileURL(join(buildFolder, "server/pages.js")).href).catch((cause) => {
    throw new Error(`${part} is not built: npm run build`, { cause });
  });
}

/** Listens until it is told to stop; requests in flight finish, up to ten seconds, then the process ends. */
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

/** The configuration, or the end of the start with the lines that say what is wrong. */
export function configured<Config>(read: () => Config): Config {
  try {
    return read();
  } catch (fault) {
    console.error(fault instanceof Error ? fault.message : fault);
    process.exit(2);
  }
}
