import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { builtPagesOf } from "./run-app.ts";

export const buildTimeoutMs = 180_000;

/** For tests: a part's built pages, built first when they are older than what they are made of; by one file at a time. */
export async function builtApp<Pages>(folder: string): Promise<Pages> {
  const until = Date.now() + buildTimeoutMs;
  const underWay = join(folder, ".building");
  while (!isBuilt(folder) || existsSync(underWay)) {
    if (takeTurn(underWay) || Date.now() > until) build(folder, underWay);
    else await pause(200);
  }
  return builtPagesOf<Pages>(join(folder, "build"), folder);
}

function takeTurn(underWay: string): boolean {
  try {
    mkdirSync(underWay);
    return true;
  } catch {
    return false;
  }
}

function build(folder: string, underWay: string): void {
  try {
    execFileSync(process.execPath, [join(folder, "scripts/build.ts")], { stdio: "ignore" });
  } finally {
    rmSync(underWay, { recursive: true, force: true });
  }
}

/** Is there a build, newer than what it is made of? */
function isBuilt(folder: string): boolean {
  const stamp = join(folder, "build/timestamp");
  if (!existsSync(stamp)) return false;
  const builtAt = Number(readFileSync(stamp, "utf8"));
  return sourcesOf(folder).every((file) => statSync(file).mtimeMs <= builtAt);
}

/** The part's own files, and those of the packages that may be in its pages. */
function sourcesOf(folder: string): string[] {
  const packages = join(import.meta.dirname, "../..");
  const folders = [join(folder, "app"), ...readdirSync(packages).map((name) => join(packages, name, "src"))];
  return folders.filter(existsSync).flatMap((from) =>
    readdirSync(from, { recursive: true, encoding: "utf8" })
      .filter((file) => !/\.gen\.ts$|\.test\.tsx?$/.test(file))
      .map((file) => join(from, file)),
  );
}
