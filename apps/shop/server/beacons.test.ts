import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type Answer, startPeer } from "@guichet/client/peer.ts";
import {
  beaconBytesMax,
  beaconSkipDefaultMs,
  beaconSkipMs,
  beaconStaleMaxMs,
} from "@guichet/contract/limits/maintenance-limits.ts";
import { afterEach, expect, test } from "vitest";
import { type BeaconParts, createBeacons } from "./beacons.ts";

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

async function beacon(answer: Answer) {
  const peer = await startPeer({ "/beacon": answer });
  stops.push(peer.stop);
  return { url: `${peer.baseUrl}/beacon`, seen: peer.seen };
}
const flash = (...alerts: object[]): Answer => {
  return (_seen, reply) => reply.header("cache-control", "public, max-age=20").send({ payload: alerts });
};
const silent: Answer = () => new Promise(() => {});

function beaconsOf(sources: readonly string[], over: Partial<BeaconParts> = {}) {
  let at = 1_000_000;
  const failed: string[] = [];
  const parts = { sources, now: () => at, failed: (source: string) => void failed.push(source), ...over };
  const beacons = createBeacons(parts);
  const ids = async (network = "demo") => (await beacons.alertsFor(network)).map(({ id }) => id);
  const pass = (ms: number) => {
    at += ms;
  };
  return { beacons, ids, failed, pass };
}

// covers §7: maintenance beacons
test("a source is requested with GET for the channels of the network, joined by commas, and for displayed alerts", async () => {
  const { url, seen } = await beacon(flash({ id: "a", level: 4 }));
  const { beacons } = beaconsOf([url]);
  expect(await beacons.alertsFor("demo")).toMatchObject([{ id: "a", level: "DANGER", flags: [], maintenance: false }]);
  expect(seen[0]).toMatchObject({ method: "GET" });
  expect(seen[0]?.values).toEqual({
    channel: "global,global/ORDER,global/VALIDATION,network/demo,network/demo/ORDER,network/demo/VALIDATION",
    displayed: "true",
  });
});

// covers §7: maintenance beacons
test("several sources are merged, duplicate alerts are shown once, and a failing source hides no other", async () => {
  const first = await beacon(flash({ id: "a", level: "INFO" }, { id: "b", level: "INFO" }));
  const second = await beacon(flash({ id: "b", level: "INFO" }, { id: "c", level: "INFO" }));
  const broken = await beacon((_seen, reply) => reply.code(500).send({}));
  const { ids, failed } = beaconsOf([first.url, broken.url, "http://127.0.0.1:1/", second.url]);
  expect((await ids()).sort()).toEqual(["a", "b", "c"]);
  expect(failed.sort()).toEqual([broken.url, "http://127.0.0.1:1/"].sort());
});

test("an invalid alert hides no other; one network's alerts are not shown to another; an alert gets its channel's flag", async () => {
  const payload = [
    { id: "loud", level: "LOUD" },
    { id: "dated", level: "INFO", displayAfter: "soon" },
    { id: "zones", level: "INFO", channel: "network/zones" },
    { id: "order", level: "INFO", channel: "network/demo/ORDER" },
    "none",
    { id: "new", level: "INFO", field: "of a later version" },
  ];
  const { url } = await beacon(() => ({ payload: { alerts: payload } }));
  const { beacons } = beaconsOf([url]);
  expect(await beacons.alertsFor("demo")).toMatchObject([
    { id: "order", flags: ["ORDER"] },
    { id: "new", flags: [] },
  ]);
});

// covers §7: maintenance beacons
test.each<[string, Answer]>([
  ["breaks", (_seen, reply) => reply.code(500).send("<h1>500</h1>")],
  ["answers no JSON", (_seen, reply) => reply.type("application/json").send('{"payload":[')],
  ["answers another shape", () => ({ payload: "none" })],
  ["answers nothing", (_seen, reply) => reply.code(200).send()],
  ["leads elsewhere", (_seen, reply) => reply.redirect("http://127.0.0.1:1/")],
  ["answers without end", () => ({ payload: ["x".repeat(beaconBytesMax)] })],
  ["packs rubbish", (_seen, reply) => reply.header("content-encoding", "gzip").send("rubbish")],
])("a source that %s yields no alerts, and breaks no page", async (_how, answer) => {
  const { url } = await beacon(answer);
  const { ids, failed } = beaconsOf([url]);
  expect(await ids()).toEqual([]);
  expect(failed).toEqual([url]);
});

test("a connection cut in the middle of a response yields no alerts", async () => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
    response.write('{"payload":[', () => response.destroy());
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  stops.push(async () => server.close());
  const { ids, failed } = beaconsOf([`http://127.0.0.1:${(server.address() as AddressInfo).port}/`]);
  expect(await ids()).toEqual([]);
  expect(failed).toHaveLength(1);
});

// covers §9: alert source time-out 1000 ms, skipped 60000 ms (default 10000 ms)
test("a silent source delays the first request by the time-out, and no later one", async () => {
  const slow = await beacon(silent);
  const quick = await beacon(flash({ id: "a", level: "INFO" }));
  const { ids, pass } = beaconsOf([slow.url, quick.url], { timeoutMs: 200, skipMs: beaconSkipMs });
  const begun = performance.now();
  const three = await Promise.all([ids(), ids(), ids()]);
  expect(three).toEqual([["a"], ["a"], ["a"]]);
  expect(performance.now() - begun).toBeLessThan(1_000);
  for (const later of [0, beaconSkipMs, beaconSkipMs]) {
    pass(later);
    const again = performance.now();
    await ids();
    expect(performance.now() - again).toBeLessThan(100);
  }
});

// covers §4: failing alert sources skipped for a while
// covers §9: alert source time-out 1000 ms, skipped 60000 ms (default 10000 ms)
test("a failed source is skipped for as long as it says, by default 10 s, then requested again", async () => {
  for (const [skip, over] of [
    [beaconSkipMs, { skipMs: beaconSkipMs }],
    [beaconSkipDefaultMs, {}],
  ] as const) {
    let isBroken = true;
    const { url, seen } = await beacon((seenNow, reply, count) =>
      isBroken ? reply.code(503).send({}) : flash({ id: "a", level: "INFO" })(seenNow, reply, count),
    );
    const { ids, pass } = beaconsOf([url], over);
    await ids();
    isBroken = false;
    pass(skip - 1);
    expect(await ids()).toEqual([]);
    expect(seen).toHaveLength(1);
    pass(1);
    await expect.poll(() => ids()).toEqual(["a"]);
    expect(seen).toHaveLength(2);
  }
});

// covers §7: maintenance beacons
test("alerts are cached for max-age, then refreshed in the background, by one request for all concurrent ones", async () => {
  let version = 1;
  const { url, seen } = await beacon((seenNow, reply, count) =>
    flash({ id: `v${version}`, level: "INFO" })(seenNow, reply, count),
  );
  const { ids, pass } = beaconsOf([url]);
  await Promise.all(Array.from({ length: 20 }, () => ids()));
  version = 2;
  pass(19_999);
  expect(await ids()).toEqual(["v1"]);
  expect(seen).toHaveLength(1);
  pass(1);
  const stale = await Promise.all(Array.from({ length: 20 }, () => ids()));
  expect(new Set(stale.flat())).toEqual(new Set(["v1"]));
  await expect.poll(() => ids()).toEqual(["v2"]);
  expect(seen).toHaveLength(2);
});

test("channels in use are refreshed without a request; moving the clock clears the cache", async () => {
  let version = 1;
  const { url, seen } = await beacon((seenNow, reply, count) =>
    flash({ id: `v${version}`, level: "INFO" })(seenNow, reply, count),
  );
  const { beacons, ids, pass } = beaconsOf([url]);
  await ids();
  version = 2;
  beacons.renewDue();
  pass(20_000);
  beacons.renewDue();
  await expect.poll(() => seen.length).toBe(2);
  await expect.poll(() => ids()).toEqual(["v2"]);
  version = 3;
  beacons.forget();
  expect(await ids()).toEqual(["v3"]);
});

test("alerts from before a failure are shown for five more minutes, and no longer", async () => {
  let isBroken = false;
  const { url } = await beacon((seenNow, reply, count) =>
    isBroken ? reply.code(500).send({}) : flash({ id: "a", level: "INFO" })(seenNow, reply, count),
  );
  const { ids, failed, pass } = beaconsOf([url]);
  await ids();
  isBroken = true;
  pass(20_000);
  await ids();
  await expect.poll(() => failed.length).toBe(1);
  pass(beaconStaleMaxMs);
  expect(await ids()).toEqual(["a"]);
  pass(1);
  expect(await ids()).toEqual([]);
});

test("networks are requested separately, and without a network only the alerts for all", async () => {
  const { url, seen } = await beacon(({ values }, reply) => {
    const isZones = String(values.channel).includes("network/zones");
    return reply.send({ payload: isZones ? [{ id: "zones", level: "INFO" }] : [] });
  });
  const { beacons, ids } = beaconsOf([url]);
  expect(await ids("demo")).toEqual([]);
  expect(await ids("zones")).toEqual(["zones"]);
  expect(await beacons.alertsFor(undefined)).toEqual([]);
  expect(seen[2]?.values.channel).toBe("global,global/ORDER,global/VALIDATION");
});
