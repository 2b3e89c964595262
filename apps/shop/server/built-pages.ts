import { join } from "node:path";
import { builtApp } from "@guichet/web/built-app.ts";
import type { Pages } from "./pages.ts";

export { buildTimeoutMs } from "@guichet/web/built-app.ts";

const folder = join(import.meta.dirname, "..");
export const buildFolder = join(folder, "build");

/** For tests: the shop's built pages. */
export const builtPages = (): Promise<Pages> => builtApp<Pages>(folder);
