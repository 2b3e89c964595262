import { join } from "node:path";
import { builtPagesOf } from "@guichet/web/run-app.ts";
import type { Pages } from "../server/pages.ts";

export const buildFolder = join(import.meta.dirname, "../build");

/** For tests: the shop's pages, built before the first test. */
export const builtPages = (): Promise<Pages> => builtPagesOf<Pages>(buildFolder, "The shop");
