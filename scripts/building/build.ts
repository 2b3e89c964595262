import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { StartRefused } from "../start/config.ts";
import { fingerprint } from "./fingerprint.ts";

const root = path.join(import.meta.dirname, "../..");
/** The parts with pages. */
const parts = ["shop", "office"] as const;
type PagedPart = (typeof parts)[number];

/** All sources of a part's pages. */
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
/** Files that the build itself writes. */
const generated = /\.gen\.ts$/;

/** Builds parts that are missing or outdated; returns whether it built any. Rejects with `StartRefused`. */
export async function buildOutdated(print: (line: string) => void): Promise<boolean> {
  let built = false;
  // One after the other: each build uses the whole machine.
  for (const part of parts) built = (await buildPart(part, print)) || built;
  return built;
}

async function buildPart(part: PagedPart, print: (line: string) => void): Promise<boolean> {
  const folder = path.join(root, "apps", part, "build");
  const result = path.join(folder, "timestamp");
  // The fingerprint of the last complete build; removed during a build, so that an interrupted one is repeated.
  const record = path.join(folder, "made-of");
  const wanted = fingerprint(root, sourcesOf(part), generated);
  if (existsSync(result) && existsSync(record) && readFileSync(record, "utf8") === wanted) return false;
  print(`Building the ${part} ...`);
  rmSync(record, { force: true });
  const output = await runBuild(part);
  if (output !== undefined) throw new StartRefused(`The ${part} cannot be built:\n${output}`);
  writeFileSync(record, wanted);
  return true;
}

/** Runs the build; returns its output if it failed. */
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
