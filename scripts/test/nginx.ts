import path from "node:path";
import { testSettings } from "./config.ts";
import { installDebianPackage, isRunnable } from "./debian-package.ts";

/** The nginx of this machine; its folder is in the search path of root only. */
export function findNginx(): string | undefined {
  const folders = [...testSettings().searchPath, "/usr/sbin", "/usr/local/sbin"];
  return folders.map((folder) => path.join(folder, "nginx")).find(isRunnable);
}

/** Finds nginx; as root on Debian, installs it if it is missing. Undefined: the test of the example says how to install it. */
export function bringNginx(print: (line: string) => void): string | undefined {
  const found = findNginx();
  if (found !== undefined) return found;
  installDebianPackage("nginx-light", print);
  return findNginx();
}
