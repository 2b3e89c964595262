import { appendFileSync, mkdirSync, renameSync, statSync } from "node:fs";
import path from "node:path";
import type { StartConfig } from "./config.ts";

/** A log larger than this is rotated at the next start, replacing the previous one. */
const logLimitBytes = 20_000_000;
/** Routine messages of PostgreSQL. */
const routine = /^(LOG|HINT|DETAIL|STATEMENT|CONTEXT): /;

/** In the demo each part has a log file; otherwise all output goes to standard output, for the machine's own log. */
export function logsFolderOf({ demo, dataDir }: StartConfig): string | undefined {
  return demo ? path.join(dataDir, "logs") : undefined;
}

/** The part's log file, ready to be written to. */
export function beginLog(folder: string, part: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, `${part}.log`);
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > logLimitBytes) renameSync(file, `${file}.1`);
  return file;
}

/** Handles PostgreSQL's output: routine messages go to its log, others also to standard output. */
export function databaseLines(config: StartConfig, print: (line: string) => void): (line: string) => void {
  const folder = logsFolderOf(config);
  if (folder === undefined) return print;
  let file: string | undefined;
  return (line) => {
    file ??= beginLog(folder, "database");
    appendFileSync(file, `${line}\n`, { mode: 0o600 });
    if (!routine.test(line)) print(line);
  };
}
