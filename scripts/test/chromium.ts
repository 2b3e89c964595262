import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import path from "node:path";
import { testSettings } from "./config.ts";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const macPlace = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";

/** The program of `CHROMIUM_PATH`, else the first Chromium or Chrome of this machine. */
export function findChromium(): string | undefined {
  const { chromiumPath, searchPath } = testSettings();
  if (chromiumPath !== undefined) return runnable(chromiumPath) ? chromiumPath : undefined;
  const places = searchPath.flatMap((folder) => names.map((name) => path.join(folder, name)));
  return [...places, macPlace].find(runnable);
}

/** Finds Chromium; as root on Debian installs it when there is none. Answers the program, or the line that says what to do. */
export function bringChromium(say: (line: string) => void): { program: string } | { missing: string } {
  const found = findChromium();
  if (found !== undefined) return { program: found };
  const { chromiumPath } = testSettings();
  if (chromiumPath !== undefined) return { missing: `CHROMIUM_PATH: there is no program ${chromiumPath}.` };
  const debian = existsSync("/etc/debian_version");
  if (debian && process.getuid?.() === 0) {
    say("Installing Chromium from Debian's packages ...");
    const installed = aptGet("install", "-y", "--no-install-recommends", "chromium");
    if (!installed) aptGet("update") && aptGet("install", "-y", "--no-install-recommends", "chromium");
    const program = findChromium();
    if (program !== undefined) return { program };
  }
  const how = debian ? "run `apt-get install chromium` as root" : "install Chromium or Chrome";
  return { missing: `The browser tests need Chromium and none was found: ${how}, or set CHROMIUM_PATH.` };
}

function aptGet(...words: string[]): boolean {
  return (
    spawnSync("apt-get", words, {
      stdio: "inherit",
      env: { ...testSettings().environment, DEBIAN_FRONTEND: "noninteractive" },
    }).status === 0
  );
}

function runnable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
