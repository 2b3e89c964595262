import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { forgetCheckPages, keepCheckPage } from "./kept-page.ts";

const origin = "https://office.example";
const path = "/demo/ticket-check";
const absolute = (file: string) => new URL(file, origin).href;

let kept: Map<string, Map<string, string>>;
/** What the server has: pages and files. */
let served: Record<string, string>;
/** What the open page has loaded. */
let loaded: string[];

/** The part of a browser's cache storage that the page uses. */
const caches = {
  keys: async () => [...kept.keys()],
  async open(name: string) {
    const entries = kept.get(name) ?? new Map<string, string>();
    kept.set(name, entries);
    return {
      match: async (file: string) => entries.get(absolute(file)),
      async add(file: string) {
        const text = served[file];
        if (text === undefined) throw new TypeError("Failed to fetch");
        entries.set(absolute(file), text);
      },
      put: async (file: string, page: Response) => void entries.set(absolute(file), await page.text()),
      keys: async () => [...entries.keys()].map((url) => ({ url })),
      delete: async (file: string) => entries.delete(absolute(file)),
    };
  },
};
beforeEach(() => {
  kept = new Map();
  vi.stubGlobal("caches", caches);
  vi.stubGlobal("navigator", { serviceWorker: { register: async () => undefined } });
  vi.stubGlobal("location", { origin });
  // Only this function: Node takes others from here when it loads its HTTP client, which tests of the same process use after this one.
  const timings = () => loaded.map((file) => ({ name: absolute(file) }) as PerformanceEntry);
  vi.spyOn(performance, "getEntriesByType").mockImplementation(timings);
  vi.stubGlobal("fetch", async (file: string) => new Response(served[file]));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Deploys a build, and opens its page. */
function opened(build: string) {
  const [manifest, script, reader] = ["manifest", "page", "reader"].map((name) => `/assets/${name}-${build}.js`) as [
    string,
    string,
    string,
  ];
  const html = `<script src="${manifest}"></script><script src="${script}"></script>`;
  served = { [path]: html, "/other/ticket-check": html, [manifest]: "", [script]: "", [reader]: "" };
  loaded = [manifest, script];
  return { html, reader, keptPaths: [path, manifest, script, reader].map(absolute).sort() };
}
const keptIn = (of: string) => [...(kept.get(`ticket-check-page ${of}`)?.keys() ?? [])].sort();
const keptPage = () => kept.get(`ticket-check-page ${path}`)?.get(absolute(path));

// covers: a ticket is checked in the office's browser without a connection
test("the page of a new build replaces the old one with its files only once it is kept whole, in its network alone", async () => {
  const old = opened("1");
  await keepCheckPage(path, [old.reader]);
  await keepCheckPage("/other/ticket-check", [old.reader]);
  expect(keptIn(path)).toEqual(old.keptPaths);
  const others = keptIn("/other/ticket-check");

  const next = opened("2");
  delete served[next.reader];
  await expect(keepCheckPage(path, [next.reader])).rejects.toThrow();
  expect(keptPage()).toBe(old.html);
  expect(keptIn(path)).toEqual(expect.arrayContaining(old.keptPaths));

  opened("2");
  await keepCheckPage(path, [next.reader]);
  expect(keptPage()).toBe(next.html);
  expect(keptIn(path)).toEqual(next.keptPaths);
  expect(keptIn("/other/ticket-check")).toEqual(others);
});

test("a page that was open during a deployment does not keep the new page without its files", async () => {
  const old = opened("1");
  await keepCheckPage(path, [old.reader]);
  const before = loaded;
  opened("2");
  loaded = before;
  await keepCheckPage(path, [old.reader]);
  expect(keptPage()).toBe(old.html);
});

test("the sign-in forgets the pages of all networks, and leaves lists", async () => {
  const { reader } = opened("1");
  await keepCheckPage(path, [reader]);
  await keepCheckPage("/other/ticket-check", [reader]);
  kept.set("ticket-check", new Map([[absolute(`${path}/list`), "{}"]]));
  await forgetCheckPages();
  for (const of of [path, "/other/ticket-check"]) expect(keptIn(of)).not.toContain(absolute(of));
  expect(kept.get("ticket-check")?.size).toBe(1);
});
