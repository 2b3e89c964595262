import { cp, mkdir, mkdtemp, readdir, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

const root = path.join(import.meta.dirname, "..");
const sourceFolders = ["apps", "packages", "scripts", "networks"];
const sourceFiles = ["package.json", "package-lock.json", "tsconfig.json"];
const notSources = new Set(["node_modules", "build", ".react-router"]);

/** Copies the sources into a separate folder, where a test may change them; installed packages are linked. */
export async function copySources(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "guichet-sources-"));
  for (const name of [...sourceFolders, ...sourceFiles]) {
    await cp(path.join(root, name), path.join(folder, name), {
      recursive: true,
      filter: (file) => !notSources.has(path.basename(file)),
    });
  }
  await linkEntries(path.join(root, "node_modules"), path.join(folder, "node_modules"), [
    "@guichet",
    ".cache",
    ".vite",
  ]);
  // Our own packages are those of the copy: npm's links to them are relative.
  await cp(path.join(root, "node_modules/@guichet"), path.join(folder, "node_modules/@guichet"), {
    recursive: true,
    verbatimSymlinks: true,
  });
  for (const app of await readdir(path.join(root, "apps"))) {
    await linkEntries(path.join(root, "apps", app, "node_modules"), path.join(folder, "apps", app, "node_modules"), [
      ".vite",
    ]);
  }
  return folder;
}

async function linkEntries(from: string, to: string, except: readonly string[]): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const name of await readdir(from).catch((): string[] => [])) {
    if (!except.includes(name)) await symlink(path.join(from, name), path.join(to, name));
  }
}
