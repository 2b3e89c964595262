import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { describe, expect, test } from "vitest";
import {
  cleanAfterEach,
  clusterIn,
  expectNothingRuns,
  makeFolder,
  makeUsedFolder,
  openElsewhere,
  openHere,
  query,
} from "./testing/stage.ts";

cleanAfterEach();

const settingsOf = (url: string) =>
  query<{ name: string; setting: string }>(
    url,
    "select name, setting from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes', 'listen_addresses', 'max_connections', 'server_encoding') order by name",
  ).then((rows) => Object.fromEntries(rows.map(({ name, setting }) => [name, setting])));

describe("a PostgreSQL of our own", () => {
  test("is version 18 with UTF-8 text sorted alike on every machine, user and database guichet", async () => {
    const { url, owned } = await openHere({ dataDir: await makeFolder(), role: "test" });
    expect(owned).toBe(true);
    const [answer] = await query(
      url,
      "select current_user, current_database(), current_setting('server_version_num')::int / 10000 as major, datcollate, datlocprovider from pg_database where datname = current_database()",
    );
    expect(answer).toEqual({
      current_user: "guichet",
      current_database: "guichet",
      major: 18,
      datcollate: "C.UTF-8",
      datlocprovider: "b",
    });
  });

  test("keeps a server's data for the next start, and stops when closed", async () => {
    const dataDir = await makeFolder();
    const first = await openHere({ dataDir, role: "server" });
    await query(first.url, "create table kept as select 42 as answer");
    await first.close();
    await expectNothingRuns(dataDir);
    const second = await openHere({ dataDir, role: "server" });
    expect(second.url).toBe(first.url);
    expect(await query(second.url, "select answer from kept")).toEqual([{ answer: 42 }]);
  });

  test("is durable for a server, not for tests, and never listens on the network", async () => {
    const server = await openHere({ dataDir: await makeUsedFolder(), role: "server" });
    const test = await openHere({ dataDir: await makeUsedFolder(), role: "test" });
    const always = { listen_addresses: "", max_connections: "200", server_encoding: "UTF8" };
    expect(await settingsOf(server.url)).toEqual({
      ...always,
      fsync: "on",
      full_page_writes: "on",
      synchronous_commit: "on",
    });
    expect(await settingsOf(test.url)).toEqual({
      ...always,
      fsync: "off",
      full_page_writes: "off",
      synchronous_commit: "off",
    });
  });

  test("runs as an unprivileged account in a folder closed to others, root starting it or not", async () => {
    const dataDir = await makeUsedFolder();
    await openHere({ dataDir, role: "test" });
    const pid = (await readFile(path.join(clusterIn(dataDir), "postmaster.pid"), "utf8")).split("\n")[0];
    const { uid } = await stat(`/proc/${pid}`);
    const cluster = await stat(clusterIn(dataDir));
    expect(uid).not.toBe(0);
    expect(cluster.uid).toBe(uid);
    expect(cluster.mode & 0o777).toBe(0o700);
  });

  test("gets none of our environment, which contains secrets", async () => {
    const dataDir = await makeUsedFolder();
    process.env.GUICHET_TEST_SECRET = "do not pass on";
    await openHere({ dataDir, role: "test" });
    delete process.env.GUICHET_TEST_SECRET;
    const pid = (await readFile(path.join(clusterIn(dataDir), "postmaster.pid"), "utf8")).split("\n")[0];
    expect(await readFile(`/proc/${pid}/environ`, "latin1")).not.toContain("GUICHET_TEST_SECRET");
  });

  test("is not affected by Ctrl+C: it runs outside our process group until we stop it", async () => {
    const dataDir = await makeUsedFolder();
    const owner = openElsewhere(dataDir, "server");
    expect(await owner.says).toMatch(/^open owned /);
    const pid = (await readFile(path.join(clusterIn(dataDir), "postmaster.pid"), "utf8")).split("\n")[0];
    const groupOf = async (who: unknown) => (await readFile(`/proc/${who}/stat`, "utf8")).split(") ")[1]?.split(" ")[2];
    expect(await groupOf(pid)).not.toBe(await groupOf(owner.child.pid));
    await owner.close();
  });

  test("can be closed twice", async () => {
    const dataDir = await makeUsedFolder();
    const postgres = await openHere({ dataDir, role: "test" });
    await Promise.all([postgres.close(), postgres.close()]);
    await expectNothingRuns(dataDir);
    expect(await readdir(dataDir)).not.toContain("postgres.holder");
  });
});
