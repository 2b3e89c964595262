import { join } from "node:path";
import { developmentSource } from "@guichet/web/development-source.ts";
import { configured, serve } from "@guichet/web/run-app.ts";
import { readConfig } from "./config.ts";
import type { Pages } from "./pages.ts";
import { createOfficeFrom } from "./server.ts";

/** The office during development: pages come from their sources, and open pages follow each change. */
const config = configured(() => readConfig(process.env));
const source = developmentSource<Pages>(join(import.meta.dirname, ".."));
await serve(await createOfficeFrom({ config, source }), config);
