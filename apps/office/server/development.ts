import { join } from "node:path";
import { developmentSource } from "@guichet/web/development-source.ts";
import { configured, serve } from "@guichet/web/run-app.ts";
import { readConfig } from "./config.ts";
import type { Pages } from "./pages.ts";
import { createOfficeFrom } from "./server.ts";

/** Starts the office for development: pages are served from their sources, and open pages reload on each change. */
const config = configured(() => readConfig(process.env));
const source = developmentSource<Pages>(join(import.meta.dirname, ".."));
await serve(await createOfficeFrom({ config, source }), config);
