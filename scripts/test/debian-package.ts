import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { testSettings } from "./config.ts";

/**
 * Installs a Debian package as root on a Debian machine; returns false if that is not possible. `say` receives a note that it takes a
 * moment.
 */
export function installDebianPackage(name: string, say: (line: string) => void): boolean {
  if (!isDebian() || process.getuid?.() !== 0) return false;
  say(`Installing ${name} from Debian's packages ...`);
  const install = () => aptGet("install", "-y", "--no-install-recommends", name);
  return install() || (aptGet("update") && install());
}

export const isDebian = (): boolean => existsSync("/etc/debian_version");

export function isRunnable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function aptGet(...words: string[]): boolean {
  return (
    spawnSync("apt-get", words, {
      stdio: "inherit",
      env: { ...testSettings().environment, DEBIAN_FRONTEND: "noninteractive" },
    }).status === 0
  );
}
