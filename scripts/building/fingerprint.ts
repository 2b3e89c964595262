import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";

const excluded = /(^|\/)(node_modules|build)(\/|$)|\.test\.tsx?$/;

/** One hash of the names and contents of files and folders. Dates do not count, because a fresh clone has others. */
export function fingerprint(root: string, places: readonly string[], except: RegExp): string {
  const hash = createHash("sha256");
  for (const place of places) {
    for (const file of filesIn(root, place)) {
      if (excluded.test(file) || except.test(file)) continue;
      hash
        .update(`${file}\0`)
        .update(readFileSync(path.join(root, file)))
        .update("\0");
    }
  }
  return hash.digest("hex");
}

function filesIn(root: string, place: string): string[] {
  const found = statSync(path.join(root, place), { throwIfNoEntry: false });
  if (found === undefined) return [];
  if (found.isFile()) return [place];
  return readdirSync(path.join(root, place), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .sort();
}
