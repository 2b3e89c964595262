import { existsSync } from "node:fs";
import path from "node:path";

const root = path.join(import.meta.dirname, "..");

/**
 * Reads the settings of a file into the environment, which takes precedence: `.env` next to `package.json`, or the file that
 * `GUICHET_ENV_FILE` names; empty: none. Import this before anything that reads the environment.
 */
const file = process.env.GUICHET_ENV_FILE ?? path.join(root, ".env");
if (file !== "" && (process.env.GUICHET_ENV_FILE !== undefined || existsSync(file))) readSettings(file);

function readSettings(from: string): void {
  try {
    process.loadEnvFile(from);
  } catch (failure) {
    console.error(`Settings cannot be read from ${from}: ${failure instanceof Error ? failure.message : failure}`);
    process.exit(2);
  }
}
