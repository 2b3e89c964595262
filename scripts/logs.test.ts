import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { closeSync, mkdtempSync, openSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { until } from "@guichet/postgres/waiting.ts";
import { afterEach, expect, test } from "vitest";
import { testDatabase } from "../apps/ticket-api/src/testing/database.ts";
import { freePort } from "./start/ports.ts";

const root = path.join(import.meta.dirname, "..");
const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill("SIGKILL");
});

/** `/dev/full` refuses every write like a full disk; an unread pipe is full after 64 kB. */
const outputs = {
  "a full disk": () => openSync("/dev/full", "w"),
  "a pipe that nobody reads": () => {
    const pipe = path.join(mkdtempSync(path.join(tmpdir(), "guichet-pipe-")), "pipe");
    execFileSync("mkfifo", [pipe]);
    return openSync(pipe, "r+");
  },
};

// covers §1: a full disk or a stalled log reader blocks nothing
test.each([
  ["apps/ticket-api/src/main.ts", "a full disk", "/no/such/call"],
  ["apps/ticket-api/src/main.ts", "a pipe that nobody reads", "/no/such/call"],
  ["apps/shop/server/main.ts", "a full disk", "/builds/latest.json"],
  ["apps/shop/server/main.ts", "a pipe that nobody reads", "/builds/latest.json"],
] as const)(
  "%s serves and ends properly although its log goes to %s",
  async (program, kind, file) => {
    const { url, drop } = await testDatabase();
    const port = await freePort("127.0.0.1", 0, "PORT");
    const out = outputs[kind]();
    const child = spawn(process.execPath, [program], {
      cwd: root,
      env: { PATH: process.env.PATH, DATABASE_URL: url, API_PORT: `${port}`, SHOP_PORT: `${port}`, LOG_LEVEL: "debug" },
      stdio: ["ignore", out, "ignore", "ipc"],
    });
    started.push(child);
    const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
    const ask = (address: string) =>
      fetch(`http://127.0.0.1:${port}${address}`, {
        headers: { "x-request-id": "a".repeat(60) },
        signal: AbortSignal.timeout(10_000),
      }).then(({ status }) => status);
    expect(await until(20_000, async () => ask("/healthz").catch(() => undefined))).toBe(200);
    // Several hundred kilobytes of lines.
    for (let round = 0; round < 40; round += 1) {
      const answers = await Promise.all(Array.from({ length: 25 }, () => ask(`${file}?${"x".repeat(200)}`)));
      expect(answers.every((status) => status === (file === "/no/such/call" ? 404 : 200))).toBe(true);
    }
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
    closeSync(out);
    await drop();
  },
  60_000,
);
