import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

export const root = path.join(import.meta.dirname, "..");

/** The project's files that git tracks or would track, including binary ones. */
export const files: readonly string[] = execFileSync(
  "git",
  ["-c", "safe.directory=*", "ls-files", "--cached", "--others", "--exclude-standard"],
  { cwd: root, encoding: "utf8", maxBuffer: 50_000_000 },
)
  .split("\n")
  .filter((file) => file !== "" && existsSync(path.join(root, file)))
  .sort();

export const read = (file: string): string => readFileSync(path.join(root, file), "utf8");

export const isTest = (file: string): boolean => /\.(test|journey)\.tsx?$/.test(file) || /(^|\/)testing\//.test(file);
export const isCode = (file: string): boolean => /\.(ts|tsx|mjs)$/.test(file);

/** Source code without tests. */
export const sources = files.filter((file) => isCode(file) && !isTest(file));
export const tests = files.filter((file) => isCode(file) && isTest(file));

/** Finds `pattern`, as `file:line: text`; comments count too. */
export function occurrences(among: readonly string[], pattern: RegExp): string[] {
  return among.flatMap((file) =>
    read(file)
      .split("\n")
      .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}: ${line.trim().slice(0, 120)}`] : [])),
  );
}
