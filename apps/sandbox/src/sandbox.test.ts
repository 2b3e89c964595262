import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type OpenSandbox, openSandbox } from "./testing/open-sandbox.ts";

const token = "a-token-for-metrics";
let sandbox: OpenSandbox;

beforeAll(async () => {
  sandbox = await openSandbox({ metricsToken: token });
});
afterAll(() => sandbox.close());

test.each(["/healthz", "/readyz", "/", "/mailbox"])("%s responds", async (path) => {
  expect((await sandbox.call("GET", path)).status).toBe(200);
});

// covers §7: `/metrics` only without a proxy, or with its token
test("metrics are for this machine, behind a proxy only with the token", async () => {
  const get = (headers: Record<string, string>) => fetch(`${sandbox.url}/metrics`, { headers });
  expect(await (await get({})).text()).toMatch(/^sandbox_payment_sessions \d+$/m);
  for (const name of ["x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "forwarded", "via", "x-real-ip"]) {
    const forwarded = { [name]: "192.0.2.1" };
    expect([name, (await get(forwarded)).status]).toEqual([name, 403]);
    expect((await get({ ...forwarded, authorization: "Bearer wrong" })).status).toBe(403);
    expect((await get({ ...forwarded, authorization: `Bearer ${token}` })).status).toBe(200);
  }
});

// covers §7: a request names one host
test.each([
  ["GET /healthz HTTP/1.1", ["Host: shop.example", "Host: evil.example"]],
  ["GET http://shop.example/healthz HTTP/1.1", ["Host: evil.example"]],
])("%s with the lines %j is refused", async (line, hosts) => {
  const { port, hostname } = new URL(sandbox.url);
  const socket = connect(Number(port), hostname);
  const answered = text(socket);
  socket.write(`${[line, ...hosts, "Connection: close"].join("\r\n")}\r\n\r\n`);
  expect(await answered).toMatch(/^HTTP\/1\.1 400 /);
});

// covers: the sandbox: control routes for testers
test("only this machine can move the clock, and sessions expire by it", async () => {
  const { id } = await sandbox.open({ expiresAt: new Date(Date.now() + 31 * 60_000) });
  const far = await fetch(`${sandbox.url}/clock`, {
    method: "POST",
    headers: { "content-type": "application/json", forwarded: "for=192.0.2.1" },
    body: JSON.stringify({ offsetMs: 3_600_000 }),
  });
  expect(far.status).toBe(403);
  expect((await sandbox.call("POST", "/clock", { offsetMs: "1" })).status).toBe(400);
  const near = await sandbox.call("POST", "/clock", { offsetMs: 3_600_000 });
  expect(Date.parse((await near.json()).now) - Date.now()).toBeGreaterThan(3_500_000);
  expect(await sandbox.page(id)).toMatchObject({ status: "expired" });
  await sandbox.restart();
  const { created } = await sandbox.open();
  expect(created * 1000 - Date.now()).toBeGreaterThan(3_500_000);
  await sandbox.call("POST", "/clock", { offsetMs: 0 });
});

test("an authorisation without capture expires after seven days", async () => {
  const { id } = await sandbox.open({ isManual: true });
  await sandbox.pay(id, "4970100000000014");
  const state = async () => (await sandbox.page(id)).payment_intent?.status;
  await sandbox.call("POST", "/clock", { offsetMs: 6.9 * 86_400_000 });
  expect(await state()).toBe("requires_capture");
  await sandbox.call("POST", "/clock", { offsetMs: 7.1 * 86_400_000 });
  expect(await state()).toBe("canceled");
  await sandbox.call("POST", "/clock", { offsetMs: 0 });
});

test.each([
  ["an order that does not exist", "/payment/behaviour", { next: "explode" }, 400, "request_invalid"],
  ["a card of a bank", "/payment/sessions/cs_1/pay", { card: "4111111111111111" }, 422, "card_unknown"],
  ["an unknown session", "/payment/sessions/cs_1/cancel", {}, 404, "session_unknown"],
])("%s is refused with a code", async (_name, path, body, status, code) => {
  const response = await fetch(`${sandbox.url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject({ error: { code } });
});

test("a foreign page cannot order faults by a form", async () => {
  const body = new URLSearchParams({ next: "down" });
  const response = await fetch(`${sandbox.url}/payment/behaviour`, { method: "POST", body });
  expect(response.status).toBe(415);
});
