import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { afterAll, afterEach, expect, vi } from "vitest";
import { endLeftovers, processesOn } from "../leftovers.ts";
import { type OpenedPostgres, type OpenPostgresOptions, openPostgres } from "../open-postgres.ts";
import { connected } from "../store.ts";
import { until } from "../waiting.ts";

/** Another process that opens a folder (`testing/owner.ts`). */
export type Owner = { child: ChildProcess; says: Promise<string>; exited: Promise<unknown>; close(): Promise<void> };

const folders: string[] = [];
const afterThisFile: string[] = [];
const opened: OpenedPostgres[] = [];
const children: ChildProcess[] = [];

/** Ends processes and deletes folders after each test. */
export function cleanAfterEach(): void {
  // The tests run real programs, possibly on a busy machine.
  vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
  afterAll(async () => {
    for (const folder of afterThisFile.splice(0)) await rm(folder, { recursive: true, force: true });
    pattern = undefined;
    vi.resetConfig();
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((postgres) => postgres.close()));
    for (const child of children.splice(0)) child.kill("SIGKILL");
    for (const folder of folders.splice(0)) {
      await endLeftovers(clusterIn(folder), () => undefined);
      await rm(folder, { recursive: true, force: true });
    }
  });
}

export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "postgres-test-"));
  folders.push(folder);
  return folder;
}

let pattern: Promise<string> | undefined;

/** Creates a folder after its first start, which takes a second and matters to few tests. */
export async function makeUsedFolder(): Promise<string> {
  pattern ??= makePattern();
  const folder = await makeFolder();
  const { status, stderr } = spawnSync("cp", ["-a", clusterIn(await pattern), folder], { encoding: "utf8" });
  expect(status, stderr).toBe(0);
  return folder;
}

async function makePattern(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "postgres-test-"));
  const postgres = await openPostgres({ dataDir: folder, role: "test" });
  await postgres.close();
  afterThisFile.push(folder);
  return folder;
}

export const clusterIn = (folder: string) => path.join(folder, "postgres");

export async function openHere(options: OpenPostgresOptions): Promise<OpenedPostgres> {
  const postgres = await openPostgres(options);
  opened.push(postgres);
  return postgres;
}

/** `searchPath` replaces the owner's PATH: an empty folder simulates a machine without util-linux. */
export function openElsewhere(
  folder: string,
  role: string,
  given: { searchPath?: string; patienceMs?: number } = {},
): Owner {
  const program = path.join(import.meta.dirname, "owner.ts");
  const child = spawn(process.execPath, [program, folder, role, String(given.patienceMs ?? 15_000)], {
    env: { ...process.env, PATH: given.searchPath ?? process.env.PATH },
    stdio: ["pipe", "pipe", "inherit"],
  });
  children.push(child);
  const exit = Promise.withResolvers<unknown>();
  child.once("exit", exit.resolve);
  const said = Promise.withResolvers<string>();
  createInterface({ input: child.stdout }).once("line", said.resolve);
  return {
    child,
    says: said.promise,
    exited: exit.promise,
    async close() {
      child.stdin.write("close\n");
      await exit.promise;
    },
  };
}

export async function query<T extends object>(url: string, text: string): Promise<T[]> {
  const { rows } = await connected({ connectionString: url, connectionTimeoutMillis: 5_000 }, (c) => c.query<T>(text));
  return rows;
}

/** Repeats a query until the database has restarted. */
export async function queryWhenBack<T extends object>(url: string, text: string): Promise<T[]> {
  const rows = await until(15_000, () => query<T>(url, text).catch(() => undefined));
  expect(rows, "the database came back within 15 s").toBeDefined();
  return rows ?? [];
}

export async function expectNothingRuns(folder: string): Promise<void> {
  const gone = await until(10_000, async () =>
    (await processesOn(clusterIn(folder))).length === 0 ? true : undefined,
  );
  expect(gone, `PostgreSQL processes left on ${folder}`).toBe(true);
}
