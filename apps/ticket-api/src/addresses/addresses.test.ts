import { addressSearchesPerAddressAndHour } from "@guichet/contract/limits/address-limits.ts";
import { err, ok } from "@guichet/contract/result.ts";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { openTestApi, type TestApi } from "../testing/test-api.ts";
import { testPack } from "../testing/test-pack.ts";

const found = {
  label: "3 Quai des Brumes 76990 Saint-Aubert-sur-Mer",
  kind: "housenumber" as const,
  addressRoute: "3 Quai des Brumes",
  addressPostalCode: "76990",
  addressCity: "Saint-Aubert-sur-Mer",
  country: "FR" as const,
};

let api: TestApi;
let without: TestApi;
const queries: string[] = [];
beforeAll(async () => {
  const addressSearch = async (text: string) => {
    queries.push(text);
    return text === "broken" ? err("ADDRESS_SEARCH_UNAVAILABLE") : ok([found]);
  };
  api = await openTestApi({
    packs: [testPack(), testPack({ id: "abroad", network: { addressSearch: "none" } })],
    parts: { addressSearches: { FR: addressSearch } },
  });
  without = await openTestApi({ parts: { addressSearches: {} } });
});
afterAll(() => Promise.all([api.close(), without.close()]));

describe("an address search", () => {
  it("needs no session and returns the directory's suggestions, as complete addresses in parts", async () => {
    const { http, body } = await api.call("searchAddresses", { text: "  3 quai des br" });
    expect([http, body.addresses]).toEqual([200, [found]]);
    expect(queries.at(-1)).toBe("3 quai des br");
  });

  it.each(["", "ru", "  ru ", "r".repeat(201)])("is refused for %j without a call to the directory", async (text) => {
    const before = queries.length;
    const { http, body } = await api.call("searchAddresses", { text });
    expect(http).toBe(400);
    expect(body.error).toMatchObject({ code: "FIELD_INVALID", details: { field: "text" } });
    expect(queries).toHaveLength(before);
  });

  it("reports a directory that does not respond", async () => {
    const { http, body } = await api.call("searchAddresses", { text: "broken" });
    expect([http, body.error?.code]).toEqual([503, "ADDRESS_SEARCH_UNAVAILABLE"]);
  });

  // covers §9: searches for a postal address: 300 an hour from an address
  it("is limited per client address, and takes nothing from another", async () => {
    const from = (address: string) => api.call("searchAddresses", { text: "rue des oyats" }, { address });
    const codes = new Set<string | undefined>();
    for (let times = 0; times < addressSearchesPerAddressAndHour; times += 1)
      codes.add((await from("203.0.113.9")).body.error?.code);
    expect(codes).toEqual(new Set([undefined]));
    const before = queries.length;
    expect((await from("203.0.113.9")).body.error?.code).toBe("TOO_MANY_REQUESTS");
    expect(queries).toHaveLength(before);
    expect((await from("203.0.113.10")).body.status).toBe("ok");
  });
});

// covers §1: autocomplete of French addresses, where `ADDRESS_SEARCH_URL` is set
test("without a configured directory the search is off, and the network's configuration says so", async () => {
  const { http, body } = await without.call("searchAddresses", { text: "rue des oyats" });
  expect([http, body.error?.code]).toEqual([403, "FEATURE_DISABLED"]);
  const readConfiguration = async ({ call }: TestApi) =>
    (await call("getNetworkConfiguration", {})).body.network.addressSearch;
  expect([await readConfiguration(api), await readConfiguration(without)]).toEqual([true, false]);
});

// covers §1: autocomplete of French addresses, where `ADDRESS_SEARCH_URL` is set
test("a network without a directory offers no suggestions and says so, next to one with the French directory", async () => {
  const before = queries.length;
  const search = (network: string) => api.call("searchAddresses", { text: "rue des oyats" }, { network });
  expect((await search("abroad")).body.error?.code).toBe("FEATURE_DISABLED");
  expect(queries).toHaveLength(before);
  expect((await search("north")).body.addresses).toEqual([found]);
  const readConfiguration = async (network: string) =>
    (await api.call("getNetworkConfiguration", {}, { network })).body.network.addressSearch;
  expect([await readConfiguration("abroad"), await readConfiguration("north")]).toEqual([false, true]);
});
