import type { Call } from "@guichet/contract/call.ts";
import { calls } from "@guichet/contract/calls.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestApi, type TestApi } from "../testing/test-api.ts";
import { testPack } from "../testing/test-pack.ts";
import { ResponseCache } from "./response-cache.ts";

const north = testPack();
const south = testPack({ id: "south" });
north.terms = { "legal-notice": { fr: "# Nord\n\nNord.\n", en: "# North\n\nNorth.\n" } };
south.terms = { "legal-notice": { fr: "# Sud\n\nSud.\n", en: "# South\n\nSouth.\n" } };

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi({ packs: [north, south] });
});
afterAll(() => api.close());

// covers §9: two customers never share a response or a page
test("no call with a session is cached", () => {
  const kept = Object.values<Call>(calls).filter(({ cacheable }) => cacheable);
  expect(kept.length).toBeGreaterThan(5);
  expect(kept.filter(({ session, method }) => session !== "none" || method !== "GET")).toEqual([]);
});

const asked = [
  ["north", "fr", "Nord"],
  ["north", "en", "North"],
  ["south", "fr", "Sud"],
  ["south", "en", "South"],
] as const;

test("two hundred concurrent requests in two networks and two languages each get their own response", async () => {
  const all = Array.from({ length: 200 }, (_, index) => asked[index % asked.length] ?? asked[0]);
  const titles = await Promise.all(
    all.map(async ([network, lang]) => (await api.call("getLegalNotice", { lang }, { network })).body.title),
  );
  expect(titles).toEqual(all.map(([, , title]) => title));
});

test("control: a key without network and language gives everyone the same response", () => {
  const kept = new ResponseCache(api.deps.clock);
  const answer = (key: string, title: string) => (kept.find(key) ?? kept.keep(key, { title })).toString();
  const whole = asked.map(([network, lang, title]) => answer(`${network} ${lang}`, title));
  expect(new Set(whole).size).toBe(4);
  const lacking = asked.map(([, , title]) => answer("/Terms/getLegalNotice.json", title));
  expect(new Set(lacking).size).toBe(1);
});
