import path from "node:path";
import { testSettings } from "./config.ts";
import { installDebianPackage, isDebian, isRunnable } from "./debian-package.ts";

/** Chromium without windows comes first: it needs a quarter less CPU time for the same pages. */
const names = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const debianPackage = "chromium-headless-shell";
const macProgram = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";

/** The program of `CHROMIUM_PATH`, or the first Chromium or Chrome of this machine. */
export function findChromium(): string | undefined {
  const { chromiumPath, searchPath } = testSettings();
  if (chromiumPath !== undefined) return isRunnable(chromiumPath) ? chromiumPath : undefined;
  const places = searchPath.flatMap((folder) => names.map((name) => path.join(folder, name)));
  return [...places, macProgram].find(isRunnable);
}

/** Finds Chromium; as root on Debian, installs it if it is missing. Returns the program, or a line that says what to do. */
export function bringChromium(print: (line: string) => void): { program: string } | { missing: string } {
  const found = findChromium();
  if (found !== undefined) return { program: found };
  const { chromiumPath } = testSettings();
  if (chromiumPath !== undefined) return { missing: `CHROMIUM_PATH: there is no program ${chromiumPath}.` };
  installDebianPackage(debianPackage, print);
  const program = findChromium();
  if (program !== undefined) return { program };
  const how = isDebian() ? `run \`apt-get install ${debianPackage}\` as root` : "install Chromium or Chrome";
  return { missing: `The browser tests need Chromium and none was found: ${how}, or set CHROMIUM_PATH.` };
}
