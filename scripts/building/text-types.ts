import { globSync } from "node:fs";
import path from "node:path";
import { StartRefused } from "../start/config.ts";

const root = path.join(import.meta.dirname, "../..");

/**
 * Generates `messages.gen.ts`, the types of its texts, for every part with texts. Rejects with `StartRefused`, naming the errors of PO
 * files.
 */
export async function writeAllTextTypes(): Promise<void> {
  for (const script of globSync("apps/*/scripts/write-text-types.ts", { cwd: root }).sort())
    await import(path.join(root, script)).catch((failure: Error) => {
      throw new StartRefused(failure.message);
    });
}
