import { join } from "node:path";
import { builtPagesOf, configured, serve } from "@guichet/web/run-app.ts";
import { readConfig } from "./config.ts";
import type { Pages } from "./pages.ts";
import { createShop } from "./server.ts";

const config = configured(() => readConfig(process.env));
const buildFolder = join(import.meta.dirname, "../build");
const pages = await builtPagesOf<Pages>(buildFolder, "The shop");
await serve(await createShop({ config, buildFolder, pages }), config);
