import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { StartRefused } from "../start/config.ts";
import { fingerprint } from "./fingerprint.ts";

const root = path.join(import.meta.dirname, "../..");
const result = path.join(root, "apps/shop/build/timestamp");
/** What the last complete build was made of; removed while a build runs, so that a killed one is made again. */
const record = path.join(root, "apps/shop/build/made-of");

/** All that the shop's pages are made of. */
const sources = [
  "apps/shop/app",
  "apps/shop/scripts",
  "apps/shop/package.json",
  "apps/shop/react-router.config.ts",
  "apps/shop/vite.config.ts",
  "packages/contract/src",
  "packages/rules/src",
  "packages/ui/src",
  "packages/ui/scripts",
  "package-lock.json",
];
/** Written by the build itself. */
const written = /\.gen\.ts$/;

/** Builds the shop when it is not built, or was built from other sources. Rejects with `StartRefused`. */
export async function buildOutdated(say: (line: string) => void): Promise<boolean> {
  const wanted = fingerprint(root, sources, written);
  if (existsSync(result) && existsSync(record) && readFileSync(record, "utf8") === wanted) return false;
  say("Building the shop ...");
  rmSync(record, { force: true });
  const output = await runBuild();
  if (output !== undefined) throw new StartRefused(`The shop cannot be built:\n${output}`);
  writeFileSync(record, wanted);
  return true;
}

/** What the build said, when it failed. */
async function runBuild(): Promise<string | undefined> {
  const child = spawn(process.execPath, [path.join(root, "apps/shop/scripts/build.ts")], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (text) => {
      output += text;
    });
  const { promise, resolve } = Promise.withResolvers<number | null>();
  child.once("error", (failure) => {
    output += failure.message;
    resolve(null);
  });
  child.once("close", resolve);
  return (await promise) === 0 ? undefined : output;
}
