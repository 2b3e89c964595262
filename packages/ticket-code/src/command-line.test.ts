import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sign } from "./ticket-code.ts";
import { publicKeys, signingKey } from "./ticket-keys.ts";

const script = new URL("../../../scripts/check-ticket.ts", import.meta.url).pathname;
const key = signingKey(new Uint8Array(32).fill(3));
const code = sign(
  {
    network: "demo",
    product: "day",
    ticketId: "T-1",
    validFrom: "2026-11-20T00:00:00Z",
    validUntil: "2026-11-21T00:00:00Z",
  },
  key,
);
let folder = "";
let keys = "";

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "ticket-keys-"));
  keys = join(folder, "keys.json");
  writeFileSync(keys, JSON.stringify(publicKeys([key])));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(args: string[], input = "") {
  return spawnSync(process.execPath, [script, ...args], { input, encoding: "utf8" });
}

// covers: a ticket code is checked by a command
it.each([
  [["--at", "2026-11-20T10:00:00Z"], "valid", 0],
  [["--at", "2026-11-20T00:30:00+01:00"], "not-yet-valid", 1],
  [["--at", "2026-11-21T00:00:00Z"], "expired", 1],
  [["--at", "2026-11-20T10:00:00Z", "--network", "zones"], "other-network", 1],
])("the command with %j prints %s and exits with %i", (args, status, exit) => {
  const answer = run(["--keys", keys, ...args, code]);
  expect([JSON.parse(answer.stdout).status, answer.status]).toEqual([status, exit]);
});

// covers §3: tickets that are refused whatever their code says, for validators and offline checks
it("refuses a blocked ticket despite a valid code", () => {
  const list = join(folder, "stopped.json");
  const items = [{ ticketId: "T-1", state: "blocked", blockedFor: ["unpaid"], since: "2026-11-20T08:00:00Z" }];
  const at = ["--keys", keys, "--at", "2026-11-20T10:00:00Z", "--stopped", list];
  for (const listed of [{ items }, [{ items }, { items: [] }], items]) {
    writeFileSync(list, JSON.stringify(listed));
    const answer = run([...at, code]);
    expect([JSON.parse(answer.stdout), answer.status]).toMatchObject([{ status: "stopped", state: "blocked" }, 1]);
  }
  writeFileSync(list, JSON.stringify({ items: [{ ticketId: "T-2", state: "blocked" }] }));
  expect(run([...at, code]).status).toBe(0);
  writeFileSync(list, JSON.stringify({ items: [{ ticket: "T-1" }] }));
  expect(run([...at, code]).status).toBe(3);
});

it("reads the code from standard input", () => {
  const answer = run(["--keys", keys, "--at", "2026-11-20T10:00:00Z"], `${code}\n`);
  expect([JSON.parse(answer.stdout).ticket.ticketId, answer.status]).toEqual(["T-1", 0]);
});

it("exits with 2 for a text that is not a ticket", () => {
  const answer = run(["--keys", keys, "hello"]);
  expect([JSON.parse(answer.stdout), answer.status]).toEqual([{ status: "malformed" }, 2]);
});

it.each([
  [[code], "--keys"],
  [["--keys", "/nowhere/keys.json", code], "ENOENT"],
  [["--keys", script, code], "JSON"],
  [["--at", "yesterday"], "--at"],
  [["--at", "2026-11-20"], "--at"],
  [["--colour"], "--colour"],
])("exits with 3 and describes the fault of %j", (args, message) => {
  const answer = run(args.includes("--at") ? ["--keys", keys, ...args, code] : args);
  expect(answer.status).toBe(3);
  expect(answer.stderr).toContain(message);
});

it("prints its usage and exit codes", () => {
  const answer = run(["--help"]);
  expect(answer.status).toBe(0);
  expect(answer.stdout).toMatch(/Exit codes:/);
});
