import { spawn } from "node:child_process";
import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { processesOn } from "./leftovers.ts";
import { serverAccount } from "./server-account.ts";
import type { UnexpectedExit } from "./supervised-postmaster.ts";
import {
  cleanAfterEach,
  clusterIn,
  expectNothingRuns,
  makeFolder,
  makeUsedFolder,
  openElsewhere,
  openHere,
  query,
  queryWhenBack,
} from "./testing/stage.ts";
import { until } from "./waiting.ts";

cleanAfterEach();

const postmasterOf = async (folder: string) =>
  Number((await readFile(path.join(clusterIn(folder), "postmaster.pid"), "utf8")).split("\n")[0]);

/** Pids of the watchers of one postmaster, found by their command line. */
async function watchersOver(postmaster: number): Promise<number[]> {
  const found: number[] = [];
  for (const pid of await readdir("/proc")) {
    const words = (await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")).split("\0");
    if (words[3] === "guichet-postgres-watch" && words[4] === String(postmaster)) found.push(Number(pid));
  }
  return found;
}

async function ownerWithTable(folder: string, given = {}) {
  const owner = openElsewhere(folder, "server", given);
  const said = await owner.says;
  expect(said).toMatch(/^open owned /);
  const url = said.split(" ")[2] ?? "";
  await query(url, "create table kept as select 42 as answer");
  return { owner, url, postmaster: await postmasterOf(folder) };
}

async function expectKept(folder: string): Promise<void> {
  const { url } = await openHere({ dataDir: folder, role: "server" });
  expect(await query(url, "select answer from kept")).toEqual([{ answer: 42 }]);
}

describe("kill -9", () => {
  test("of the owner leaves no PostgreSQL behind, and committed data are there at the next start", async () => {
    const folder = await makeUsedFolder();
    const { owner } = await ownerWithTable(folder);
    owner.child.kill("SIGKILL");
    await expectNothingRuns(folder);
    await expectKept(folder);
  });

  test("of the owner leaves no PostgreSQL behind on a machine without setpriv", async () => {
    const folder = await makeUsedFolder();
    const { owner } = await ownerWithTable(folder, { searchPath: await makeFolder() });
    owner.child.kill("SIGKILL");
    await expectNothingRuns(folder);
  });

  test("of the owner and of its watcher leaves no PostgreSQL behind", async () => {
    const folder = await makeUsedFolder();
    const { owner, postmaster } = await ownerWithTable(folder);
    const watchers = await watchersOver(postmaster);
    expect(watchers).toHaveLength(1);
    for (const watcher of watchers) process.kill(watcher, "SIGKILL");
    owner.child.kill("SIGKILL");
    await expectNothingRuns(folder);
  });

  test("of everything that could have stopped PostgreSQL: the next start stops it cleanly and continues", async () => {
    const folder = await makeUsedFolder();
    const { owner, postmaster } = await ownerWithTable(folder, { searchPath: await makeFolder() });
    for (const watcher of await watchersOver(postmaster)) process.kill(watcher, "SIGKILL");
    owner.child.kill("SIGKILL");
    await owner.exited;
    expect(await processesOn(clusterIn(folder))).toContain(postmaster);
    await expectKept(folder);
    expect(await processesOn(clusterIn(folder))).not.toContain(postmaster);
  });

  // covers: our own PostgreSQL recovers after any kill
  test("of the owner and of PostgreSQL at once: the next start recovers committed data", async () => {
    const folder = await makeUsedFolder();
    const { owner, postmaster } = await ownerWithTable(folder);
    process.kill(postmaster, "SIGKILL");
    owner.child.kill("SIGKILL");
    await expectKept(folder);
  });

  test("of the owner during the creation of the cluster: the next start creates it again", async () => {
    const folder = await makeFolder();
    const owner = openElsewhere(folder, "server");
    const begun = await until(10_000, async () => {
      const name = (await readdir(folder)).find((entry) => entry.startsWith("postgres.unfinished-"));
      return name !== undefined && (await readdir(path.join(folder, name))).includes("base") ? true : undefined;
    });
    expect(begun).toBe(true);
    owner.child.kill("SIGKILL");
    await owner.exited;
    const { url } = await openHere({ dataDir: folder, role: "server" });
    expect(await query(url, "select 1 as one")).toEqual([{ one: 1 }]);
    expect((await readdir(folder)).filter((entry) => entry.includes("unfinished"))).toEqual([]);
  });

  test("of PostgreSQL: the owner is notified, and the same address serves committed data again", async () => {
    const folder = await makeUsedFolder();
    const exits: UnexpectedExit[] = [];
    const { url } = await openHere({ dataDir: folder, role: "server", onExit: (exit) => exits.push(exit) });
    await query(url, "create table kept as select 42 as answer");
    const killed = await postmasterOf(folder);
    process.kill(killed, "SIGKILL");
    await until(5_000, async () => (exits.length > 0 ? true : undefined));
    expect(exits).toEqual([{ code: null, signal: "SIGKILL", restarting: true }]);
    expect(await queryWhenBack(url, "select answer from kept")).toEqual([{ answer: 42 }]);
    expect(await postmasterOf(folder)).not.toBe(killed);
  });

  test("of one connection's process: PostgreSQL recovers automatically and the owner is not notified", async () => {
    const folder = await makeUsedFolder();
    const exits: UnexpectedExit[] = [];
    const { url } = await openHere({ dataDir: folder, role: "server", onExit: (exit) => exits.push(exit) });
    const asleep = query(url, "select pg_sleep(60) /* victim */").catch((failure: unknown) => failure);
    const victim = await until(5_000, async () => {
      const [row] = await query<{ pid: number }>(
        url,
        "select pid from pg_stat_activity where query like '%victim%' and pid <> pg_backend_pid()",
      );
      return row?.pid;
    });
    if (victim === undefined) throw new Error("the sleeping connection was not found");
    process.kill(victim, "SIGKILL");
    expect(await asleep).toBeInstanceOf(Error);
    expect(await queryWhenBack(url, "select 1 as one")).toEqual([{ one: 1 }]);
    expect(exits).toEqual([]);
  });
});

describe("a pid file left behind", () => {
  test("with a reused pid neither prevents the start nor stops the other process", async () => {
    const folder = await makeUsedFolder();
    const first = await openHere({ dataDir: folder, role: "server" });
    const names = ["postmaster.pid", ".s.PGSQL.5432.lock"].map((name) => path.join(clusterIn(folder), name));
    const left = await Promise.all(names.map((name) => readFile(name, "utf8")));
    await first.close();
    const account = await serverAccount(clusterIn(folder));
    const other = spawn("sleep", ["60"], { ...account, cwd: "/", stdio: "ignore" });
    for (const [index, name] of names.entries())
      await writeFile(name, (left[index] ?? "").replace(/^\d+/, String(other.pid)));
    const { url } = await openHere({ dataDir: folder, role: "server" });
    expect(await query(url, "select 1 as one")).toEqual([{ one: 1 }]);
    expect(other.exitCode ?? other.signalCode).toBeNull();
    other.kill();
  });
});

describe("PostgreSQL that cannot stay up", () => {
  test("is restarted five times in a minute, then the owner is notified that it stays down", async () => {
    const folder = await makeUsedFolder();
    const exits: UnexpectedExit[] = [];
    const { url } = await openHere({ dataDir: folder, role: "test", onExit: (exit) => exits.push(exit) });
    for (let round = 1; round <= 6; round += 1) {
      await queryWhenBack(url, "select 1 as one");
      process.kill(await postmasterOf(folder), "SIGKILL");
      await until(10_000, async () => (exits.length >= round ? true : undefined));
      expect(exits).toHaveLength(round);
    }
    expect(exits.map(({ restarting }) => restarting)).toEqual([true, true, true, true, true, false]);
  });
});
