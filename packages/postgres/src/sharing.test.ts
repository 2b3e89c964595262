import { readdir } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { processesOn } from "./leftovers.ts";
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
import { settlesWithin, until } from "./waiting.ts";

cleanAfterEach();

describe("a second server on the same folder", () => {
  test("is refused in one line that names the folder and the first one's pid", async () => {
    const folder = await makeUsedFolder();
    const first = openElsewhere(folder, "server");
    expect(await first.says).toMatch(/^open owned /);
    const refusal = `the database folder ${folder} is in use by a server (pid ${first.child.pid}): stop it first, or give another DATA_DIR`;
    await expect(openHere({ dataDir: folder, role: "server" })).rejects.toThrow(
      expect.objectContaining({ name: "PostgresUnavailable", message: refusal }),
    );
    await first.close();
  });

  test("is refused while the first one is still starting", async () => {
    const folder = await makeFolder();
    const both = [openElsewhere(folder, "server"), openElsewhere(folder, "server")];
    const said = await Promise.all(both.map((owner) => owner.says));
    expect(said.map((line) => line.split(" ")[0]).sort()).toEqual(["open", "refused"]);
  });

  test("gets the folder once the first one has been closed", async () => {
    const folder = await makeUsedFolder();
    const first = openElsewhere(folder, "server");
    await first.says;
    await first.close();
    expect((await openHere({ dataDir: folder, role: "server" })).owned).toBe(true);
  });

  test("never shares it: of five that find a killed server's files at the same moment, one opens", async () => {
    const folder = await makeUsedFolder();
    const killed = openElsewhere(folder, "server");
    await killed.says;
    killed.child.kill("SIGKILL");
    await killed.exited;
    const all = Array.from({ length: 5 }, () => openElsewhere(folder, "server"));
    const said = await Promise.all(all.map((owner) => owner.says));
    expect(said.filter((line) => line.startsWith("open owned "))).toHaveLength(1);
    expect(said.filter((line) => line.startsWith("refused PostgresUnavailable: "))).toHaveLength(4);
  });
});

describe("a command", () => {
  test("uses a server's database, and leaves it running", async () => {
    const folder = await makeUsedFolder();
    const server = await openHere({ dataDir: folder, role: "server" });
    const command = await openHere({ dataDir: folder, role: "command" });
    expect({ url: command.url, owned: command.owned }).toEqual({ url: server.url, owned: false });
    await command.close();
    expect(await query(server.url, "select 1 as one")).toEqual([{ one: 1 }]);
  });

  test("runs the database itself if nobody else does, and stops it at its end", async () => {
    const folder = await makeUsedFolder();
    const command = await openHere({ dataDir: folder, role: "command" });
    expect(command.owned).toBe(true);
    expect(await query(command.url, "show fsync")).toEqual([{ fsync: "on" }]);
    await command.close();
    await expectNothingRuns(folder);
  });

  test("that started the database keeps it until the other commands have ended too", async () => {
    const folder = await makeUsedFolder();
    const first = await openHere({ dataDir: folder, role: "command" });
    const second = await openHere({ dataDir: folder, role: "command" });
    const firstEnds = first.close();
    expect(await settlesWithin(300, firstEnds)).toBe(false);
    expect(await query(second.url, "select 1 as one")).toEqual([{ one: 1 }]);
    await second.close();
    await firstEnds;
    await expectNothingRuns(folder);
  });

  test("waits for a server that is still starting", async () => {
    const folder = await makeFolder();
    const starting = openHere({ dataDir: folder, role: "server" });
    const held = await until(10_000, async () => (await readdir(folder)).includes("postgres.holder") || undefined);
    expect(held).toBe(true);
    expect(await settlesWithin(0, starting)).toBe(false);
    const command = await openHere({ dataDir: folder, role: "command" });
    const server = await starting;
    expect([server.owned, command.owned]).toEqual([true, false]);
    expect(await query(command.url, "select 1 as one")).toEqual([{ one: 1 }]);
  });

  test("that starts while the database is being stopped restarts it for itself", async () => {
    const folder = await makeUsedFolder();
    const server = await openHere({ dataDir: folder, role: "server" });
    const ending = server.close();
    const command = await openHere({ dataDir: folder, role: "command" });
    await ending;
    expect(command.owned).toBe(true);
    expect(await query(command.url, "select 1 as one")).toEqual([{ one: 1 }]);
  });

  test("is notified when the process that runs the database is killed", async () => {
    const folder = await makeUsedFolder();
    const server = openElsewhere(folder, "server");
    await server.says;
    const lost = Promise.withResolvers<unknown>();
    const command = await openHere({ dataDir: folder, role: "command", onExit: lost.resolve });
    expect(command.owned).toBe(false);
    server.child.kill("SIGKILL");
    expect(await lost.promise).toEqual({ code: null, signal: null, restarting: false });
    await expectNothingRuns(folder);
  });
});

describe("a server that finds a command on its folder", () => {
  test("waits for the command's end, then runs", async () => {
    const folder = await makeUsedFolder();
    const command = await openHere({ dataDir: folder, role: "command" });
    const opening = openHere({ dataDir: folder, role: "server" });
    expect(await settlesWithin(300, opening)).toBe(false);
    await command.close();
    expect((await opening).owned).toBe(true);
  });

  test("reports a command that takes too long, and does not disturb it", async () => {
    const folder = await makeUsedFolder();
    const command = openElsewhere(folder, "command");
    await command.says;
    await expect(openHere({ dataDir: folder, role: "server", patienceMs: 200 })).rejects.toThrow(
      `the database folder ${folder} is in use by a command (pid ${command.child.pid}): wait until it has ended`,
    );
    expect(await processesOn(clusterIn(folder))).not.toEqual([]);
    await command.close();
  });
});
