import { join } from "node:path";
import { builtPagesOf, configured, serve } from "@guichet/web/run-app.ts";
import { readConfig } from "./config.ts";
import type { Pages } from "./pages.ts";
import { createOffice } from "./server.ts";

const config = configured(() => readConfig(process.env));
const buildFolder = join(import.meta.dirname, "../build");
const pages = await builtPagesOf<Pages>(buildFolder, "The office");
await serve(await createOffice({ config, buildFolder, pages }), config);
