import { afterAll, beforeAll, expect, test } from "vitest";
import { saveClient } from "../http/client-store.ts";
import { openTestApi, type TestApi } from "../testing/test-api.ts";
import { testPack, testProviders } from "../testing/test-pack.ts";

const banner = { fr: "**Grève** mardi", en: "**Strike** on Tuesday" };
const agency = (id: string, index: number, label: string) => ({
  id,
  index,
  label,
  addressRoute: "1 place de la Gare",
  addressPostalCode: "80000",
  addressCity: "Amiens",
  latitude: 49.5,
  openingHours: [{ weekday: 1, opens: "09:00", closes: "12:00" }],
});
const north = testPack({
  network: { banner, domains: ["north.test", "north.test:3000"], contact: { email: "help@north.example" } },
  agencies: [agency("station", 1, "Gare"), agency("harbour", 2, "Embarcadère")],
});
const south = testPack({
  id: "south",
  network: { languages: ["it", "fr"], authentication: { key: "south-key", emailPassword: false } },
});

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi({ packs: [north, south] });
  const only = { id: "north-only", key: "north-only-key", rights: [], replayProtection: false, networks: ["north"] };
  await saveClient(api.deps.db, only);
});
afterAll(() => api.close());
const northOnly = { id: "north-only", key: "north-only-key" };

// covers §7: GET Networks/getNetworks.json
test("getNetworks lists the networks that the client may sell for, and no other", async () => {
  const all = await api.call("getNetworks", {}, { network: "" });
  expect(all.body.networks.map(({ id }) => id)).toEqual(["north", "south"]);
  const one = await api.call("getNetworks", {}, { network: "", client: northOnly });
  expect(one.body.networks).toEqual([
    {
      id: "north",
      name: "Network north",
      logo: expect.stringMatching(/^data:image\/svg\+xml;base64,/),
      currency: "EUR",
      languages: ["fr", "en", "ar", "it", "es"],
      domains: ["north.test", "north.test:3000"],
    },
  ]);
});

// covers §1: several networks, each served by its host name
test("a configuration is found by id, by host name, by host name with a port, and by networkId", async () => {
  const find = async (values: Record<string, string>, network = "") =>
    (await api.call("getNetworkConfiguration", values, { network })).body.network.id;
  expect(await find({ id: "south" })).toBe("south");
  expect(await find({ domain: "south.test" })).toBe("south");
  expect(await find({ domain: "SOUTH.test:8443" })).toBe("south");
  expect(await find({ domain: "north.test:3000" })).toBe("north");
  expect(await find({}, "south")).toBe("south");
});

// covers §7: GET Networks/getNetworkConfiguration.json
test("an unknown id, an unknown host name, none at all and another client's network are NETWORK_UNKNOWN", async () => {
  const refusal = async (values: Record<string, string>, client = northOnly) =>
    (await api.call("getNetworkConfiguration", values, { network: "", client })).body.error?.code;
  expect(await refusal({ id: "west" })).toBe("NETWORK_UNKNOWN");
  expect(await refusal({ domain: "west.test" })).toBe("NETWORK_UNKNOWN");
  expect(await refusal({})).toBe("NETWORK_UNKNOWN");
  expect(await refusal({ id: "south" })).toBe("NETWORK_UNKNOWN");
  expect(await refusal({ domain: "south.test" })).toBe("NETWORK_UNKNOWN");
});

// covers §3: network configuration
test("a configuration's texts come in the requested language, else in the network's own", async () => {
  const banners = async (id: string, lang?: string) =>
    (await api.call("getNetworkConfiguration", { id, ...(lang ? { lang } : {}) }, { network: "" })).body.network.banner;
  expect(await banners("north", "en-GB")).toBe("**Strike** on Tuesday");
  expect(await banners("north", "ar")).toBe("**Grève** mardi");
  expect(await banners("north")).toBe("**Grève** mardi");
  expect(await banners("south")).toBeNull();
});

// covers §7: GET Networks/getAuthenticationConfiguration
test("the sign-in methods come with the network's key, which is its own or derived from its id", async () => {
  const first = await api.call("getAuthenticationConfiguration", {});
  expect(first.body).toEqual({
    status: "ok",
    emailPassword: true,
    key: "demo-north",
    enumerationProtection: true,
    providers: [],
  });
  const second = await api.call("getAuthenticationConfiguration", {}, { network: "south" });
  expect(second.body).toMatchObject({ key: "south-key", emailPassword: false });
});

// covers §3: agency
// covers §7: GET Networks/collectSites
test("agencies come by name, by index if requested, one by id, and never another network's", async () => {
  const labels = async (values: Record<string, unknown>, network = "north") =>
    (await api.call("collectSites", values, { network })).body.sites.map(({ label }) => label);
  expect(await labels({})).toEqual(["Embarcadère", "Gare"]);
  expect(await labels({ sorted: true })).toEqual(["Gare", "Embarcadère"]);
  expect(await labels({}, "south")).toEqual([]);
  const one = await api.call("collectSites", { id: "harbour" });
  expect(one.body.sites).toEqual([
    {
      siteId: "harbour",
      index: 2,
      label: "Embarcadère",
      addressRoute: "1 place de la Gare",
      addressPostalCode: "80000",
      addressCity: "Amiens",
      latitude: 49.5,
      longitude: null,
      openingHours: [{ weekday: 1, opens: "09:00", closes: "12:00" }],
    },
  ]);
  const other = await api.call("collectSites", { id: "harbour" }, { network: "south" });
  expect(other).toMatchObject({ http: 404, body: { error: { code: "NOT_FOUND" } } });
});

// covers §1: default provider per network
test("the default provider and a custom one are returned with address and client; of the federation only the name", async () => {
  const providers = [testProviders[0], { ...testProviders[1], isDefault: true }];
  const withDefault = testPack({ network: { authentication: { providers } } });
  for (const [demo, sandbox] of [
    [true, "http://127.0.0.1:3999"],
    [false, "http://127.0.0.1:3999"],
  ] as const) {
    const own = await openTestApi({ packs: [withDefault], environment: { SANDBOX_URL: sandbox } });
    own.deps.config.demo = demo;
    const configuration = await own.call("getNetworkConfiguration", { id: "north" });
    const ways = await own.call("getAuthenticationConfiguration", {});
    const client = "guichet-shop";
    expect(configuration.body.network.defaultProvider).toEqual(
      demo ? { driver: "KEYCLOAK", slug: "realm", configuration: { url: `${sandbox}/realms/demo`, client } } : null,
    );
    // Outside the demo there is no sandbox: its providers are not offered, and unknown.
    expect(ways.body.providers).toEqual(
      demo
        ? [
            {
              id: "franceconnect",
              driver: "FRANCECONNECT",
              isDefault: false,
              slug: "franceconnect",
              name: "FranceConnect",
            },
            {
              id: "realm",
              driver: "KEYCLOAK",
              isDefault: true,
              slug: "realm",
              name: "Compte North",
              configuration: { url: `${sandbox}/realms/demo`, client },
            },
          ]
        : [],
    );
    if (!demo) {
      const asked = { authProviderId: "realm", redirectUri: "http://north.test:3000/auth/custom" };
      expect((await own.call("authorizationState", asked)).body.error?.code).toBe("PROVIDER_UNKNOWN");
    }
    await own.close();
  }
});
