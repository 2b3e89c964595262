import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { stopGraceMs } from "@guichet/contract/limits.ts";
import { readConfig } from "./config.ts";
import { createShop } from "./server.ts";

const config = configured();
const buildFolder = join(import.meta.dirname, "../build");
const pages = await import(pathToFileURL(join(buildFolder, "server/pages.js")).href).catch((cause) => {
  throw new Error("The shop is not built: npm run build -w apps/shop", { cause });
});
const app = await createShop({ config, buildFolder, pages });

let stopping = false;
/** Requests in flight finish, up to ten seconds; then the process ends. */
const stop = () => {
  if (stopping) return;
  stopping = true;
  setTimeout(() => process.exit(1), stopGraceMs).unref();
  app.close().then(() => process.exit(0));
};
process.on("SIGTERM", stop);
process.on("SIGINT", stop);
process.on("disconnect", stop);

await app.listen({ port: config.port, host: config.host });
process.send?.({ ready: true });

function configured() {
  try {
    return readConfig(process.env);
  } catch (fault) {
    console.error(fault instanceof Error ? fault.message : fault);
    process.exit(2);
  }
}
