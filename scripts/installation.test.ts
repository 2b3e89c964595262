import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { isDemoMode } from "@guichet/contract/demo-mode.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readConfig as readOffice } from "../apps/office/server/config.ts";
import { readConfig as readSandbox } from "../apps/sandbox/src/config.ts";
import { readConfig as readShop } from "../apps/shop/server/config.ts";
import { readConfig as readApi } from "../apps/ticket-api/src/config.ts";
import { connect } from "../apps/ticket-api/src/database/connection.ts";
import { migrate } from "../apps/ticket-api/src/database/migrate.ts";
import { demoCardNumbers, makeDemoCards } from "../apps/ticket-api/src/demo/cards.ts";
import { demoPassword, makeDemoPeople } from "../apps/ticket-api/src/demo/people.ts";
import { makeDemoStaff } from "../apps/ticket-api/src/demo/staff.ts";
import { claimInstallation } from "../apps/ticket-api/src/installation/claim-installation.ts";
import { readInstallation, recordInstallation } from "../apps/ticket-api/src/installation/installation-store.ts";
import { allStaff } from "../apps/ticket-api/src/sessions/staff-store.ts";
import { testDatabase } from "../apps/ticket-api/src/testing/database.ts";
import { openTestApi } from "../apps/ticket-api/src/testing/test-api.ts";
import { registeredCard } from "../apps/ticket-api/src/transport-card-records/transport-card-store.ts";

const root = path.join(import.meta.dirname, "..");
const production = {
  NODE_ENV: "production",
  LYRA_SHOP_ID: "12345678",
  LYRA_PASSWORD: "prodpassword_real",
  LYRA_URL: "https://pay.example",
  SMTP_URL: "smtp://127.0.0.1:9",
  API_PUBLIC_URL: "https://api.example",
  SHOP_PUBLIC_URL: "https://shop.example",
  API_PORT: "0",
};

interface Ended {
  code: number;
  out: string;
  err: string;
}

/** Runs a program of Guichet with exactly these settings; kills a server after a while. */
function run(program: string, words: string[], settings: Record<string, string>, limitMs = 20_000): Promise<Ended> {
  const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE, ...settings };
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...words], { cwd: root, env, timeout: limitMs }, (error, out, err) =>
      resolve({ code: typeof error?.code === "number" ? error.code : error === null ? 0 : -1, out, err }),
    );
  });
}

const startApi = (settings: Record<string, string>) => run("apps/ticket-api/src/main.ts", [], settings);

describe("the kind of a database", () => {
  // covers §1: a database belongs to a demo or to a real installation, and the other kind refuses to start on it
  test("production refuses a database that once ran as a demo, and says how to clear it", async () => {
    const { url, drop } = await testDatabase();
    const connection = connect(url, 1, () => undefined);
    await recordInstallation(connection.db, "demo");
    const ended = await startApi({ ...production, DATABASE_URL: url });
    expect(ended.code).toBe(2);
    expect(ended.err).toContain("This database is a demo's");
    expect(ended.err).toContain("npm run demo -- remove");
    const command = await run("scripts/client.ts", ["make", "shop"], { NODE_ENV: "production", DATABASE_URL: url });
    expect(command).toMatchObject({ code: 2, err: expect.stringContaining("This database is a demo's") });
    await connection.close();
    await drop();
  });

  // covers §1: a database belongs to a demo or to a real installation, and the other kind refuses to start on it
  test.each([
    ["recorded as a production's", true],
    ["recorded by nobody yet", false],
  ])("a demo writes nothing into a database with a real network, %s", async (_, recorded) => {
    const { url, drop } = await testDatabase();
    const imported = await run("scripts/network.ts", ["import", "networks/bare"], {
      DATABASE_URL: url,
      ...(recorded ? { NODE_ENV: "production" } : {}),
    });
    expect(imported.code, imported.err).toBe(0);
    const ended = await startApi({ DATABASE_URL: url, API_PORT: "0" });
    expect(ended.code).toBe(2);
    expect(ended.err).toContain("This database holds a real installation (bare)");
    const connection = connect(url, 1, () => undefined);
    expect(await allStaff(connection.db, 10)).toEqual([]);
    expect((await readInstallation(connection.db))?.kind).toBe(recorded ? "production" : undefined);
    await connection.close();
    await drop();
  });

  test("the first start on an empty database records its kind; the same kind may start again", async () => {
    const { url, drop } = await testDatabase();
    const connection = connect(url, 1, () => undefined);
    await claimInstallation(connection.db, true);
    await claimInstallation(connection.db, true);
    await expect(claimInstallation(connection.db, false)).rejects.toThrow("This database is a demo's");
    await connection.close();
    await drop();
  });
});

describe("npm run demo -- remove", () => {
  let api: Awaited<ReturnType<typeof openTestApi>>;
  beforeAll(async () => {
    api = await openTestApi();
    await makeDemoPeople(api.deps);
    await makeDemoCards(api.deps);
    await makeDemoStaff(api.deps);
    await recordInstallation(api.deps.db, "demo");
  });
  afterAll(() => api.close());
  const remove = () => run("scripts/demo.ts", ["remove"], { ...production, DATABASE_URL: api.deps.config.databaseUrl });

  // covers §1: a database belongs to a demo or to a real installation, and the other kind refuses to start on it
  test("removes the demo's people, staff, cards and keys from a real installation, which then starts", async () => {
    const staffSignIn = () => api.call("officeLogin", { email: "admin@demo.example", password: demoPassword });
    expect((await staffSignIn()).http).toBe(200);
    const ended = await remove();
    expect(ended.code, ended.err).toBe(0);
    expect(ended.out).toContain("Removed: 6 people, 7 staff, 10 cards.");
    expect(ended.out).toContain("The key of these clients was public and has been replaced: shop.");
    expect((await staffSignIn()).http).not.toBe(200);
    const [number = ""] = demoCardNumbers("north");
    expect((await registeredCard(api.deps.db, "north", number))?.status).toBe("expired");
    const stranger = await api.send(
      "POST",
      "/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=demo-north",
      {
        body: { email: "holder@demo.example", password: demoPassword },
      },
    );
    expect(stranger.http).toBe(400);
    await expect(claimInstallation(api.deps.db, false)).resolves.toBeUndefined();
    expect((await remove()).out).toContain("Removed: 0 people, 7 staff, 0 cards.");
  });

  test("is refused if the database has networks of its own besides the demo's", async () => {
    const { url, drop } = await testDatabase();
    expect((await run("scripts/network.ts", ["import", "networks/bare"], { DATABASE_URL: url })).code).toBe(0);
    const ended = await run("scripts/demo.ts", ["remove"], { ...production, DATABASE_URL: url });
    expect(ended).toMatchObject({ code: 1, err: expect.stringContaining("The networks bare are the demo's") });
    await drop();
  });
});

describe("the mode", () => {
  // covers §1: demo mode is determined in one place; production reports every missing setting, and its commands need `DATABASE_URL`
  test.each([
    [{}, true],
    [{ NODE_ENV: "development" }, true],
    [{ NODE_ENV: "production" }, false],
    [{ NODE_ENV: "production", GUICHET_DEMO: "1" }, true],
    [{ GUICHET_DEMO: "0" }, false],
    [{ NODE_ENV: "test", GUICHET_DEMO: "0" }, false],
  ])("%o is a demo: %s, for every part", (settings: Record<string, string>, demo) => {
    expect(isDemoMode(settings)).toBe(demo);
    const keys = { API_CLIENT_KEY: "a-key-of-the-shop", OFFICE_CLIENT_KEY: "a-key-of-the-office" };
    expect(readShop({ ...settings, ...keys }).demo).toBe(demo);
    expect(readOffice({ ...settings, ...keys }).demo).toBe(demo);
    expect(readApi({ ...production, NODE_ENV: "test", DATABASE_URL: "postgresql://x", ...settings }).demo).toBe(demo);
    const sandbox = () => readSandbox(settings);
    if (demo) expect(sandbox).not.toThrow();
    else expect(sandbox).toThrow("the sandbox is only for demos");
  });

  // covers §1: demo mode is determined in one place; production reports every missing setting, and its commands need `DATABASE_URL`
  test("outside the demo a start names everything that is missing, and starts nothing", async () => {
    for (const mode of [{ GUICHET_DEMO: "0" }, { NODE_ENV: "production" }]) {
      const dataDir = path.join(tmpdir(), `guichet-none-${process.pid}`);
      const ports = { SHOP_PORT: "0", API_PORT: "0", OFFICE_PORT: "0" };
      const ended = await run("scripts/start.ts", [], { ...mode, ...ports, DATA_DIR: dataDir });
      expect(ended.code).toBe(1);
      for (const name of ["DATABASE_URL", "SHOP_PUBLIC_URL", "API_PUBLIC_URL", "API_CLIENT_KEY", "OFFICE_CLIENT_KEY"])
        expect(ended.err).toContain(`${name}: `);
      expect(ended.err).toContain("the keys of a payment account are required outside the demo");
      expect(existsSync(dataDir)).toBe(false);
    }
  });

  // covers §1: demo mode is determined in one place; production reports every missing setting, and its commands need `DATABASE_URL`
  test.each([
    ["client", ["make", "shop"]],
    ["network", ["import", "networks/bare"]],
    ["network", ["export", "bare", "/nowhere"]],
    ["staff", ["list"]],
    ["vignettes", ["list", "bare"]],
    ["audit", []],
    ["migrate", []],
    ["demo", ["remove"]],
  ])("production's command %s is refused without DATABASE_URL and makes no database", async (name, words) => {
    const dataDir = path.join(tmpdir(), `guichet-none-${process.pid}`);
    const ended = await run(`scripts/${name}.ts`, words, { NODE_ENV: "production", DATA_DIR: dataDir });
    expect(ended).toMatchObject({ code: 2, err: expect.stringContaining("DATABASE_URL: required in production") });
    expect(existsSync(dataDir)).toBe(false);
  });
});

describe("migrations", () => {
  // covers §1: migrations have no time limit, and commands that read run none
  test("take as long as they need, whatever limit other statements have", async () => {
    const { url, drop } = await testDatabase();
    const folder = await mkdtemp(path.join(tmpdir(), "guichet-migrations-"));
    const connection = connect(`${url}${url.includes("?") ? "&" : "?"}statement_timeout=100`, 1, () => undefined);
    await expect(connection.pool.query("select pg_sleep(0.3)")).rejects.toThrow("statement timeout");
    await writeFile(path.join(folder, "9001-slow.sql"), "select pg_sleep(0.3); create table slow (id int);");
    expect(await migrate(connection.pool, pathToFileURL(`${folder}/`))).toEqual(["9001-slow.sql"]);
    await expect(connection.pool.query("select pg_sleep(0.3)")).rejects.toThrow("statement timeout");
    await connection.close();
    await rm(folder, { recursive: true });
    await drop();
  });

  // covers §1: migrations have no time limit, and commands that read run none
  test("are never run by a command that only reads: it names the missing ones", async () => {
    const { url, drop } = await testDatabase();
    const connection = connect(url, 1, () => undefined);
    await connection.pool.query("delete from migration where name like '0049%'; drop table installation");
    const ended = await run("scripts/staff.ts", ["list"], { DATABASE_URL: url });
    expect(ended).toMatchObject({
      code: 1,
      err: expect.stringContaining("0049-installation.sql first): run `npm run migrate`"),
    });
    expect((await connection.pool.query("select to_regclass('installation') as found")).rows).toEqual([
      { found: null },
    ]);
    expect((await run("scripts/migrate.ts", [], { DATABASE_URL: url })).code).toBe(0);
    expect((await run("scripts/staff.ts", ["list"], { DATABASE_URL: url })).code).toBe(0);
    await connection.close();
    await drop();
  });
});
