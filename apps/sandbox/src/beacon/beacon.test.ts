import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type OpenSandbox, openSandbox } from "../testing/open-sandbox.ts";

const slowMs = 300;
let sandbox: OpenSandbox;
beforeAll(async () => {
  sandbox = await openSandbox({ slowMs });
});
afterAll(() => sandbox.close());
beforeEach(async () => {
  await sandbox.call("DELETE", "/beacon/alerts");
});

const publish = (...alerts: object[]) => sandbox.call("PUT", "/beacon/alerts", { alerts });
async function alertsFor(query: string): Promise<string[]> {
  const { payload }: { payload: { id: string }[] } = await (await sandbox.call("GET", `/beacon?${query}`)).json();
  return payload.map(({ id }) => id);
}

// covers §7: maintenance beacons
test("an alert is only published on its channel: of all networks, of one, of a flag", async () => {
  await publish(
    { id: "all", level: "INFO" },
    { id: "demo", level: "INFO", channel: "network/demo" },
    { id: "order", level: "INFO", flags: ["ORDER"] },
    { id: "demo-order", level: "INFO", flags: ["ORDER", "VALIDATION"], channel: "network/demo" },
  );
  expect(await alertsFor("channel=global")).toEqual(["all"]);
  expect(await alertsFor("channel=global,network/demo")).toEqual(["all", "demo"]);
  expect(await alertsFor("channel=global/ORDER,network/demo/VALIDATION")).toEqual(["order", "demo-order"]);
  expect(await alertsFor("channel=network/zones")).toEqual([]);
});

test("a request for displayed alerts uses the sandbox's clock and is cacheable for a few seconds", async () => {
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
  await publish({ id: "now", level: 5, displayBefore: inAnHour }, { id: "later", level: 1, displayAfter: inAnHour });
  expect(await alertsFor("channel=global")).toEqual(["now", "later"]);
  expect(await alertsFor("channel=global&displayed=true")).toEqual(["now"]);
  await sandbox.call("POST", "/clock", { offsetMs: 3_600_001 });
  expect(await alertsFor("channel=global&displayed=true")).toEqual(["later"]);
  await sandbox.call("POST", "/clock", { offsetMs: 0 });
  expect((await sandbox.call("GET", "/beacon")).headers.get("cache-control")).toBe("max-age=5");
});

test("alerts are added one by one, replaced by id, and removed together", async () => {
  expect((await sandbox.call("POST", "/beacon/alerts", { id: "a", level: "INFO" })).status).toBe(201);
  await sandbox.call("POST", "/beacon/alerts", { id: "a", level: "DANGER", message: { fr: "Travaux" } });
  const { alerts } = await (await sandbox.call("GET", "/beacon/alerts")).json();
  expect(alerts).toMatchObject([{ id: "a", level: "DANGER", channel: "global", maintenance: false }]);
  await sandbox.call("DELETE", "/beacon/alerts");
  expect(await alertsFor("channel=global")).toEqual([]);
});

test("an invalid alert is refused with the field, and only this machine can publish", async () => {
  const wrong = await publish({ level: "LOUD" });
  expect([wrong.status, (await wrong.json()).error.message]).toEqual([400, expect.stringContaining("alerts.0.level")]);
  expect((await publish({ level: "INFO", closed: true })).status).toBe(400);
  const far = await fetch(`${sandbox.url}/beacon/alerts`, {
    method: "PUT",
    headers: { "content-type": "application/json", forwarded: "for=192.0.2.1" },
    body: JSON.stringify({ alerts: [] }),
  });
  expect(far.status).toBe(403);
});

test("faults happen as ordered, as often as ordered", async () => {
  const order = (next: string, count = 1) => sandbox.call("POST", "/beacon/behaviour", { next, count });
  await order("down", 2);
  expect((await sandbox.call("GET", "/beacon")).status).toBe(500);
  expect((await sandbox.call("GET", "/beacon")).status).toBe(500);
  expect((await sandbox.call("GET", "/beacon")).status).toBe(200);
  await order("bad-json");
  await expect((await sandbox.call("GET", "/beacon")).json()).rejects.toThrow();
  await order("wrong-schema");
  expect(await (await sandbox.call("GET", "/beacon")).json()).toEqual({ payload: "none" });
  await order("huge");
  expect((await (await sandbox.call("GET", "/beacon")).arrayBuffer()).byteLength).toBeGreaterThan(1_000_000);
  await order("slow");
  const begun = performance.now();
  await sandbox.call("GET", "/beacon");
  expect(performance.now() - begun).toBeGreaterThanOrEqual(slowMs - 20);
  expect((await order("explode")).status).toBe(400);
});
