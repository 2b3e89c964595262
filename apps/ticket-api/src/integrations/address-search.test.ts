import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { addressSearchesAtOnceMax } from "@guichet/contract/limits/address-limits.ts";
import { pino } from "pino";
import { afterEach, describe, expect, it, test } from "vitest";
import { nationalAddresses } from "./address-search.ts";

const open: (() => void)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

/** A directory with scripted responses, the requests it received, and the log. */
async function directory(answer: RequestListener, { timeoutMs = 2_000, base = "/geocodage" } = {}) {
  const asked: { url: URL; headers: Record<string, unknown> }[] = [];
  const server = createServer((request, response) => {
    asked.push({ url: new URL(request.url ?? "", "http://directory"), headers: request.headers });
    answer(request, response);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  open.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const lines: string[] = [];
  const log = pino({ level: "warn" }, { write: (line: string) => void lines.push(line) });
  const { port } = server.address() as AddressInfo;
  return { search: nationalAddresses({ url: `http://127.0.0.1:${port}${base}`, log, timeoutMs }), asked, lines };
}

const feature = (properties: Record<string, unknown> = {}) => ({
  type: "Feature",
  geometry: { type: "Point", coordinates: [0.4, 49.8] },
  properties: {
    label: "3 Quai des Brumes 76990 Saint-Aubert-sur-Mer",
    score: 0.97,
    housenumber: "3",
    id: "76901_0003_00003",
    type: "housenumber",
    name: "3 Quai des Brumes",
    postcode: "76990",
    citycode: "76901",
    city: "Saint-Aubert-sur-Mer",
    street: "Quai des Brumes",
    ...properties,
  },
});
const collection = (features: unknown[]) => JSON.stringify({ type: "FeatureCollection", version: "draft", features });
const says =
  (body: string, status = 200): RequestListener =>
  (_request, response) =>
    response.writeHead(status, { "content-type": "application/json" }).end(body);

// covers §1: autocomplete of French addresses, where `ADDRESS_SEARCH_URL` is set
test("the service receives the typed text and a limit of five, and nothing about the person who types", async () => {
  const { search, asked } = await directory(says(collection([feature()])), { base: "/geocodage/" });
  expect(await search("  « 3 quai   des br ")).toEqual({
    ok: true,
    value: [
      {
        label: "3 Quai des Brumes 76990 Saint-Aubert-sur-Mer",
        kind: "housenumber",
        addressRoute: "3 Quai des Brumes",
        addressPostalCode: "76990",
        addressCity: "Saint-Aubert-sur-Mer",
        country: "FR",
      },
    ],
  });
  const [{ url, headers } = { url: new URL("http://none"), headers: {} }] = asked;
  expect(url.pathname).toBe("/geocodage/search/");
  expect(Object.fromEntries(url.searchParams)).toEqual({ q: "3 quai des br", limit: "5", autocomplete: "1" });
  expect(Object.keys(headers).filter((name) => /forwarded|cookie|referer|authorization/.test(name))).toEqual([]);
});

test("towns alone, incomplete entries and duplicates are left out; at most five are returned", async () => {
  const street = (name: string) => feature({ type: "street", name, label: name });
  const { search } = await directory(
    says(
      collection([
        feature({ type: "municipality", label: "Saint-Aubert-sur-Mer" }),
        feature({ postcode: undefined, label: "nowhere" }),
        feature({ postcode: "7699", label: "nowhere else" }),
        { type: "Feature" },
        ...["Rue A", "Rue A", "Rue B", "Rue C", "Rue D", "Rue E", "Rue F"].map(street),
      ]),
    ),
  );
  const found = await search("rue");
  expect(found.ok && found.value.map(({ label }) => label)).toEqual(["Rue A", "Rue B", "Rue C", "Rue D", "Rue E"]);
});

test.each(["", "12", "« »", " (3 "])("%j is too short for a search, and finds nothing", async (typed) => {
  const { search, asked } = await directory(says(collection([feature()])));
  expect(await search(typed)).toEqual({ ok: true, value: [] });
  expect(asked).toEqual([]);
});

test("a text that the service cannot search for finds nothing", async () => {
  const { search } = await directory(says('{"code":400,"message":"Failed parsing query"}', 400));
  expect(await search("rue des oyats")).toEqual({ ok: true, value: [] });
});

describe("a service that is", () => {
  // covers §1: an address directory that is slow, broken or down does not prevent typing an address
  it.each<[string, RequestListener]>([
    ["down (503)", says("{}", 503)],
    ["tired of us (429)", says("{}", 429)],
    ["gone (404)", says("<html>", 404)],
    ["moved", (_request, response) => response.writeHead(302, { location: "http://127.0.0.1:9/" }).end()],
    ["cut off", (request) => request.socket.destroy()],
    ["talking nonsense", says('{"type": "FeatureCollection", "fea')],
    ["talking of something else", says('{"hello": []}')],
    [
      "endless",
      (_request, response) => response.writeHead(200).end(collection([feature({ name: "x".repeat(70_000) })])),
    ],
    ["mute", () => undefined],
    ["slow to end", (_request, response) => void response.writeHead(200).write("{")],
  ])("%s is unavailable, and the log does not contain the typed text", async (_kind, answer) => {
    const { search, lines } = await directory(answer, { timeoutMs: 300 });
    expect(await search("rue des oyats")).toEqual({ ok: false, code: "ADDRESS_SEARCH_UNAVAILABLE" });
    expect(lines).toHaveLength(1);
    expect(lines.join()).not.toMatch(/oyats/i);
  });

  it("unreachable is unavailable", async () => {
    const search = nationalAddresses({ url: "http://127.0.0.1:9", log: pino({ level: "silent" }) });
    expect(await search("rue des oyats")).toEqual({ ok: false, code: "ADDRESS_SEARCH_UNAVAILABLE" });
  });
});

// covers §1: an address directory that is slow, broken or down does not prevent typing an address
test("no more searches run concurrently than allowed; later ones run when they end", async () => {
  const waiting: (() => void)[] = [];
  const { search, asked } = await directory((_request, response) => {
    waiting.push(() => response.writeHead(200).end(collection([feature()])));
  });
  const many = Array.from({ length: addressSearchesAtOnceMax }, () => search("rue des oyats"));
  expect(await search("rue des oyats")).toEqual({ ok: false, code: "ADDRESS_SEARCH_UNAVAILABLE" });
  await expect.poll(() => waiting.length).toBe(addressSearchesAtOnceMax);
  for (const answer of waiting.splice(0)) answer();
  expect((await Promise.all(many)).every(({ ok }) => ok)).toBe(true);
  const next = search("rue des oyats");
  await expect.poll(() => waiting.length).toBe(1);
  waiting[0]?.();
  expect((await next).ok).toBe(true);
  expect(asked).toHaveLength(addressSearchesAtOnceMax + 1);
});
