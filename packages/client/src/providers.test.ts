import type { AuthProvider } from "@guichet/contract/networks.ts";
import { expect, test } from "vitest";
import { DefaultSlugMissing, FederationMissing } from "./failures.ts";
import { customProviderOf, federationOf } from "./providers.ts";

const federation: AuthProvider = {
  id: "fc",
  driver: "FRANCECONNECT",
  isDefault: false,
  slug: "france",
  name: "FranceConnect",
};
const custom = (id: string, url?: string): AuthProvider => ({
  id,
  driver: "KEYCLOAK",
  isDefault: false,
  slug: `${id}-slug`,
  name: id,
  ...(url === undefined ? {} : { configuration: { url, client: `${id}-client` } }),
});
const one = custom("one", "https://one.example/realms/a");
const two = custom("two", "https://two.example/realms/b");
const bare = custom("bare");
const defaultOf = ({ slug }: Pick<AuthProvider, "slug">) => ({
  defaultProvider: {
    driver: "KEYCLOAK" as const,
    slug,
    configuration: { url: "https://default.example", client: "shop" },
  },
});
const none = { defaultProvider: null };
const tokenOf = (issuer: string) => `h.${Buffer.from(JSON.stringify({ iss: issuer })).toString("base64url")}.s`;

// covers §8: 'There is no FranceConnect provider'
test("the federation is found by its driver; a network without one throws", () => {
  expect(federationOf([one, federation])).toBe(federation);
  expect(() => federationOf([one])).toThrow(FederationMissing);
  expect(() => federationOf([])).toThrow("There is no FranceConnect provider");
});

test.each([
  ["the issuer that it names", none, [one, two], tokenOf("https://two.example/realms/b"), "two"],
  ["the network's default", defaultOf(bare), [one, bare], "opaque", "bare"],
  ["the first, where there is no default", none, [federation, one, two], "opaque", "one"],
  ["none without an address", none, [federation, bare], tokenOf("https://one.example/realms/a"), undefined],
  ["none in a network that has none", none, [federation], "a.!.c", undefined],
])("a custom token belongs to %s", (_why, network, providers, token, id) => {
  expect(customProviderOf(network, providers, token)?.id).toBe(id);
});

// covers §8: 'Network default provider slug is not defined'
test("the default provider is known by its slug, and takes its address from the network", () => {
  expect(customProviderOf(defaultOf(bare), [bare], "opaque")).toEqual({
    id: "bare",
    slug: "bare-slug",
    url: "https://default.example",
    client: "shop",
  });
  expect(() => customProviderOf(defaultOf({ slug: "" }), [one], "opaque")).toThrow(DefaultSlugMissing);
  expect(() => customProviderOf(defaultOf({ slug: "" }), [one], "opaque")).toThrow(
    "Network default provider slug is not defined",
  );
});
