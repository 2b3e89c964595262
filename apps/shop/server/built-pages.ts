import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import type { Pages } from "./pages.ts";

export const buildFolder = join(import.meta.dirname, "../build");
export const buildTimeoutMs = 180_000;
const underWay = join(import.meta.dirname, "../.building");

/** For tests: the built pages, built first when they are older than what they are made of; by one file at a time. */
export async function builtPages(): Promise<Pages> {
  const until = Date.now() + buildTimeoutMs;
  while (!isBuilt() || existsSync(underWay)) {
    if (takeTurn() || Date.now() > until) build();
    else await pause(200);
  }
  return import(pathToFileURL(join(buildFolder, "server/pages.js")).href);
}

function takeTurn(): boolean {
  try {
    mkdirSync(underWay);
    return true;
  } catch {
    return false;
  }
}

function build(): void {
  try {
    execFileSync(process.execPath, [join(import.meta.dirname, "../scripts/build.ts")], { stdio: "ignore" });
  } finally {
    rmSync(underWay, { recursive: true, force: true });
  }
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
