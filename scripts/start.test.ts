import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import net from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { until } from "@guichet/postgres/waiting.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Installation, startInstallation } from "../e2e/installation.ts";

const root = path.join(import.meta.dirname, "..");
const limitMs = 30_000;

describe("an installation", () => {
  let one: Installation;
  beforeAll(async () => {
    one = await startInstallation();
  }, 120_000);
  afterAll(async () => {
    await one.remove();
  });

  // covers: one command starts everything and prints its addresses
  it("prints addresses, demo sign-ins and sandbox cards in one block", () => {
    for (const word of [
      one.shop,
      one.api,
      one.sandbox,
      "holder@demo.example",
      "Guichet-demo-2026",
      "4970 1000 0000 0014",
    ])
      expect(one.printed()).toContain(word);
  });

  // covers §1: several networks, each served by its host name
  it("serves the three demo networks under their hosts", async () => {
    for (const network of ["demo", "zones", "bare"]) {
      const host = network === "demo" ? "localhost" : `${network}.localhost`;
      const url = new URL("/Networks/getNetworkConfiguration.json", one.api);
      expect(one.printed()).toContain(`//${host}:`);
      expect((await fetch(url)).status).not.toBe(404);
    }
    expect((await fetch(new URL("/fr", one.shop))).status).toBe(200);
  });

  // covers: a second start on the same folder is refused
  it("refuses a second start on the same data folder with a line that names the folder", () => {
    const second = spawnSync(process.execPath, ["scripts/on-node-24.mjs", "start"], {
      cwd: root,
      encoding: "utf8",
      env: {
        ...process.env,
        DATA_DIR: one.dataDir,
        SHOP_PORT: "0",
        API_PORT: "0",
        OFFICE_PORT: "0",
        SANDBOX_PORT: "0",
        SANDBOX_SMTP_PORT: "0",
      },
    });
    expect(second.status).toBe(1);
    expect(second.stderr.trim()).toMatch(/is in use by a server/);
    expect(second.stderr).toContain(one.dataDir);
    expect(second.stderr.trim().split("\n")).toHaveLength(1);
  });

  // covers: killed processes are restarted; none is left behind
  it.each([
    "apps/sandbox/src/main.ts",
    "apps/ticket-api/src/main.ts",
    "apps/shop/server/main.ts",
    "apps/office/server/main.ts",
  ])("starts %s again when it is killed, at the same address", async (program) => {
    const [victim] = childrenOf(pidOf(one)).filter((pid) => commandOf(pid).includes(program));
    if (victim === undefined) throw new Error(`${program} does not run`);
    process.kill(victim, "SIGKILL");
    expect(await until(limitMs, async () => (runs(victim) ? undefined : true))).toBe(true);
    for (const address of [one.sandbox, one.api, one.shop, one.office])
      expect(await until(limitMs, () => answers(`${address}/readyz`)), address).toBe(true);
  });

  it("serves again after PostgreSQL was killed", async () => {
    const [postgres] = childrenOf(pidOf(one)).filter((pid) => commandOf(pid).includes("bin/postgres"));
    if (postgres === undefined) throw new Error("PostgreSQL does not run");
    process.kill(postgres, "SIGKILL");
    expect(await until(limitMs, async () => (runs(postgres) ? undefined : true))).toBe(true);
    expect(await until(limitMs, () => answers(`${one.api}/readyz`))).toBe(true);
  });

  // covers: a stop signal ends with 0
  it("ends with 0 at a stop signal, leaves nothing running, and starts again on its data", async () => {
    const family = descendantsOf(pidOf(one));
    expect(family.length).toBeGreaterThan(3);
    expect(await one.stop("SIGTERM")).toBe(0);
    expect(family.filter(runs)).toEqual([]);
    one = await startInstallation({ dataDir: one.dataDir });
    expect(await answers(`${one.api}/readyz`)).toBe(true);
  });

  // covers: killed processes are restarted; none is left behind
  it("leaves no process when it is killed without warning, and starts again on its data", async () => {
    const family = descendantsOf(pidOf(one));
    await one.stop("SIGKILL");
    expect(await until(limitMs, async () => (family.some(runs) ? undefined : true)), commands(family)).toBe(true);
    one = await startInstallation({ dataDir: one.dataDir });
    expect(await answers(`${one.api}/readyz`)).toBe(true);
  });
}, 90_000);

describe("a start that cannot be", () => {
  it("names the port that is in use and the variable that sets another", async () => {
    const taken = net.createServer();
    await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
    const address = taken.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const failed = startOn({ API_PORT: String(port) });
    await expect(failed).rejects.toThrow(`Port ${port} of 127.0.0.1 is in use: stop what uses it, or set API_PORT`);
    taken.close();
  });

  it("names the setting that is wrong", async () => {
    await expect(startOn({ SHOP_PORT: "many" })).rejects.toThrow("SHOP_PORT: ");
  });

  it("refuses demo secrets in production", async () => {
    const settings = { NODE_ENV: "production", DEFAULT_CLIENT_KEY: "guichet-demo-key" };
    await expect(startOn(settings)).rejects.toThrow("DEFAULT_CLIENT_KEY: a demo secret is refused in production");
  });
}, 60_000);

async function startOn(environment: Record<string, string>): Promise<void> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "guichet-start-"));
  try {
    await (await startInstallation({ dataDir, environment })).stop();
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

function pidOf({ supervisor }: Installation): number {
  if (supervisor.pid === undefined) throw new Error("the installation has no process");
  return supervisor.pid;
}

async function answers(url: string): Promise<true | undefined> {
  return fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok || undefined,
    () => undefined,
  );
}

function childrenOf(parent: number): number[] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => statOf(pid)?.parent === parent);
}

function descendantsOf(pid: number): number[] {
  return childrenOf(pid).flatMap((child) => [child, ...descendantsOf(child)]);
}

function runs(pid: number): boolean {
  const state = statOf(pid)?.state;
  return state !== undefined && state !== "Z";
}

function statOf(pid: number): { state: string; parent: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    const [state = "", parent = ""] = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return { state, parent: Number(parent) };
  } catch {
    return undefined;
  }
}

function commandOf(pid: number): string {
  try {
    return `${readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ")} ${readlinkSync(`/proc/${pid}/exe`)}`;
  } catch {
    return "";
  }
}

const commands = (pids: number[]) => pids.map((pid) => `${pid} ${commandOf(pid)}`).join("\n");
