import path from "node:path";
import { testSettings } from "./config.ts";
import { installDebianPackage, isRunnable } from "./debian-package.ts";

/** The nginx of this machine; it stands where only root looks. */
export function findNginx(): string | undefined {
  const folders = [...testSettings().searchPath, "/usr/sbin", "/usr/local/sbin"];
  return folders.map((folder) => path.join(folder, "nginx")).find(isRunnable);
}

/** Finds nginx; as root on Debian installs it when there is none. Undefined: the test of the example says how to get it. */
export function bringNginx(say: (line: string) => void): string | undefined {
  const found = findNginx();
  if (found !== undefined) return found;
  installDebianPackage("nginx-light", say);
  return findNginx();
}
