import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { StartRefused } from "../start/config.ts";
import { fingerprint } from "./fingerprint.ts";

const root = path.join(import.meta.dirname, "../..");
/** The parts with pages. */
const parts = ["shop", "office"] as const;
type PagedPart = (typeof parts)[number];

/** All that a part's pages are made of. */
const sourcesOf = (part: PagedPart): string[] => [
  ...["app", "scripts", "package.json", "react-router.config.ts", "vite.config.ts"].map(
    (place) => `apps/${part}/${place}`,
  ),
  "packages/contract/src",
  "packages/rules/src",
  "packages/ui/src",
  "packages/ui/scripts",
  "packages/texts/src",
  "packages/web/src",
  "package-lock.json",
];
/** Written by the build itself. */
const written = /\.gen\.ts$/;

/** Builds what is not built, or was built from other sources; tells whether it did. Rejects with `StartRefused`. */
export async function buildOutdated(say: (line: string) => void): Promise<boolean> {
  let built = false;
  // One after the other: each takes all that the machine has.
  for (const part of parts) built = (await buildPart(part, say)) || built;
  return built;
}

async function buildPart(part: PagedPart, say: (line: string) => void): Promise<boolean> {
  const folder = path.join(root, "apps", part, "build");
  const result = path.join(folder, "timestamp");
  // What the last complete build was made of; removed while a build runs, so that a killed one is made again.
  const record = path.join(folder, "made-of");
  const wanted = fingerprint(root, sourcesOf(part), written);
  if (existsSync(result) && existsSync(record) && readFileSync(record, "utf8") === wanted) return false;
  say(`Building the ${part} ...`);
  rmSync(record, { force: true });
  const output = await runBuild(part);
  if (output !== undefined) throw new StartRefused(`The ${part} cannot be built:\n${output}`);
  writeFileSync(record, wanted);
  return true;
}

/** What the build said, when it failed. */
async function runBuild(part: PagedPart): Promise<string | undefined> {
  const child = spawn(process.execPath, [path.join(root, "apps", part, "scripts/build.ts")], {
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
