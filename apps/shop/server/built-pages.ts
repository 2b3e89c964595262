import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Pages } from "./pages.ts";

export const buildFolder = join(import.meta.dirname, "../build");

/** For tests: the built pages, built anew when they are older than what they are made of. */
export async function builtPages(): Promise<Pages> {
  if (!isBuilt()) {
    execFileSync(process.execPath, [join(import.meta.dirname, "../scripts/build.ts")], { stdio: "ignore" });
  }
  return import(pathToFileURL(join(buildFolder, "server/pages.js")).href);
}

/** Is there a build, newer than what it is made of? */
function isBuilt(): boolean {
  const stamp = join(buildFolder, "timestamp");
  if (!existsSync(stamp)) return false;
  const builtAt = Number(readFileSync(stamp, "utf8"));
  const app = join(import.meta.dirname, "../app");
  const files = readdirSync(app, { recursive: true, encoding: "utf8" }).filter((file) => !file.endsWith(".gen.ts"));
  return files.every((file) => statSync(join(app, file)).mtimeMs <= builtAt);
}
