import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createDatabase, databaseUrlFor, dropDatabase, socketUrl } from "./databases.ts";
import { type OpenedPostgres, openPostgres } from "./open-postgres.ts";
import { cleanAfterEach, query } from "./testing/stage.ts";

cleanAfterEach();

// Runs on the server of DATABASE_URL if set, else on our own: the guarantees are the same.
let server: OpenedPostgres;
let folder: string;
const made: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "postgres-test-"));
  server = await openPostgres({ databaseUrl: process.env.DATABASE_URL, dataDir: folder, role: "test" });
});

afterAll(async () => {
  for (const name of made) await dropDatabase(server.url, name);
  await server.close();

  await rm(folder, { recursive: true });
});

function newName(): string {
  const name = `guichet test ${randomUUID()}`;
  made.push(name);
  return name;
}

describe("a database per test file", () => {
  test("is a copy of the template, and changes in one are not visible in another", async () => {
    const [template, one, two] = [newName(), newName(), newName()];
    await createDatabase(server.url, template);
    await query(databaseUrlFor(server.url, template), "create table stops as select 'Opéra' as name");
    await Promise.all([createDatabase(server.url, one, template), createDatabase(server.url, two, template)]);
    await query(databaseUrlFor(server.url, one), "delete from stops");
    expect(await query(databaseUrlFor(server.url, two), "select name from stops")).toEqual([{ name: "Opéra" }]);
    expect(await query(databaseUrlFor(server.url, one), "select name from stops")).toEqual([]);
  });

  test("is created as soon as no connection to the template is left", async () => {
    const [template, copy] = [newName(), newName()];
    await createDatabase(server.url, template);
    const busy = query(databaseUrlFor(server.url, template), "select pg_sleep(6)");
    await createDatabase(server.url, copy, template);
    await busy;
    expect(await query(databaseUrlFor(server.url, copy), "select 1 as one")).toEqual([{ one: 1 }]);
  });

  test("can be copied and dropped by an address of that same database", async () => {
    const [template, copy] = [newName(), newName()];
    await createDatabase(server.url, template);
    await createDatabase(databaseUrlFor(server.url, template), copy, template);
    await dropDatabase(databaseUrlFor(server.url, copy), copy);
    await expect(query(databaseUrlFor(server.url, copy), "select 1")).rejects.toThrow("does not exist");
  });

  test("is dropped despite open connections, and dropping it again does nothing", async () => {
    const name = newName();
    await createDatabase(server.url, name);
    const asleep = query(databaseUrlFor(server.url, name), "select pg_sleep(60)").catch((failure: unknown) => failure);
    await query(databaseUrlFor(server.url, name), "select 1");
    await dropDatabase(server.url, name);
    await dropDatabase(server.url, name);
    expect(await asleep).toBeInstanceOf(Error);
  });

  test("is refused when its name is taken, empty or longer than PostgreSQL keeps", async () => {
    const name = newName();
    await createDatabase(server.url, name);
    await expect(createDatabase(server.url, name)).rejects.toThrow("already exists");
    await expect(createDatabase(server.url, "é".repeat(32))).rejects.toThrow("1 to 63 bytes, not 64");
    await expect(createDatabase(server.url, "")).rejects.toThrow("1 to 63 bytes, not 0");
  });
});

describe("databaseUrlFor", () => {
  test.each([
    ["postgresql://u:p@db.example:5433/a?sslmode=require", "postgresql://u:p@db.example:5433/b?sslmode=require"],
    ["postgresql://guichet@localhost/a?host=%2Ftmp%2Fx", "postgresql://guichet@localhost/b?host=%2Ftmp%2Fx"],
    ["postgresql:///a?host=/tmp/x", "postgresql:///b?host=/tmp/x"],
    ["postgresql://guichet@/a?host=/tmp/x", "postgresql://guichet@localhost/b?host=/tmp/x"],
    ["socket:/tmp/x?db=a", "socket:/tmp/x?db=b"],
  ])("%s", (url, expected) => {
    expect(databaseUrlFor(url, "b")).toBe(expected);
  });
});

describe("the server of DATABASE_URL", () => {
  const open = (databaseUrl: string) => openPostgres({ databaseUrl, dataDir: "/nowhere", role: "server" });

  test("that responds is used unchanged and never stopped", async () => {
    const opened = await open(server.url);
    expect({ url: opened.url, owned: opened.owned }).toEqual({ url: server.url, owned: false });
    await opened.close();
    expect(await query(server.url, "select 1 as one")).toEqual([{ one: 1 }]);
  });

  test("that does not respond is refused without its password", async () => {
    const closed = net.createServer().listen(0, "127.0.0.1");
    await new Promise((listening) => closed.once("listening", listening));
    const address = closed.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    await new Promise((over) => closed.close(over));
    await expect(open(`postgresql://me:secret@127.0.0.1:${port}/shop`)).rejects.toThrow(
      expect.objectContaining({
        name: "PostgresUnavailable",
        message: `the database of DATABASE_URL (postgresql://127.0.0.1:${port}/shop) cannot be used: nothing answers there`,
      }),
    );
  });

  test("without that database, or with an invalid address, is refused in one line", async () => {
    await expect(open(databaseUrlFor(server.url, "no such one"))).rejects.toThrow(
      'database "no such one" does not exist',
    );
    await expect(open(socketUrl("/nowhere", "guichet"))).rejects.toThrow(
      "in /nowhere) cannot be used: there is no such socket",
    );
    await expect(open("postgresql://me:sec ret@:x")).rejects.toThrow(
      /^(?!.*sec).*DATABASE_URL \(not readable as an address\)/,
    );
  });

  test("older than 15 is refused with its version", async () => {
    const name = newName();
    await createDatabase(server.url, name);
    const url = databaseUrlFor(server.url, name);
    // Simulates a server of version 14.
    await query(url, "create schema old");
    await query(
      url,
      `create function old.current_setting(asked text) returns text language sql as
       $$ select case asked when 'server_version_num' then '140011' when 'server_version' then '14.11'
                 else pg_catalog.current_setting(asked) end $$`,
    );
    await query(url, `alter database "${name}" set search_path = old, pg_catalog`);
    await expect(open(url)).rejects.toThrow("is PostgreSQL 14.11, and 15 or later is needed");
  });

  test("without UTF-8 encoding is refused", async () => {
    const name = newName();
    await query(
      server.url,
      `create database "${name}" template template0 encoding 'SQL_ASCII' locale 'C' locale_provider libc`,
    );
    await expect(open(databaseUrlFor(server.url, name))).rejects.toThrow("keeps text as SQL_ASCII, and UTF8 is needed");
  });
});
