import { expect, test } from "vitest";
import { readConfig } from "./config.ts";

test("a wrong or missing setting stops the start with its name", () => {
  expect(() => readConfig({ SHOP_PORT: "abc" })).toThrow("SHOP_PORT");
  expect(() => readConfig({ NODE_ENV: "production" })).toThrow("API_CLIENT_KEY");
  expect(() => readConfig({ NODE_ENV: "production", API_CLIENT_KEY: "guichet-demo-key" })).toThrow("API_CLIENT_KEY");
  expect(readConfig({ NODE_ENV: "production", API_CLIENT_KEY: "own" }).defaultNetwork).toBeUndefined();
});

test("several wrong settings are reported together", () => {
  const read = () => readConfig({ SHOP_PORT: "70000", API_URL: "nowhere", METRICS_TOKEN: "short" });
  expect(read).toThrow(/SHOP_PORT.*API_URL.*METRICS_TOKEN/s);
});

test("an empty setting counts as missing, and the demo has a network and a key of its own", () => {
  expect(readConfig({ SHOP_PORT: "", API_CLIENT_KEY: "" })).toMatchObject({
    port: 3000,
    apiClientKey: "guichet-demo-key",
    defaultNetwork: "demo",
    demo: true,
  });
});

test.each([
  [{ MAINTENANCE_BEACONS: " https://a.example/b | http://c.example " }, ["https://a.example/b", "http://c.example"]],
  [{ MAINTENANCE_BEACONS: " | " }, []],
  [{ SANDBOX_URL: "http://127.0.0.1:3003/" }, ["http://127.0.0.1:3003/beacon"]],
  [{ SANDBOX_URL: "http://127.0.0.1:3003", NODE_ENV: "production", API_CLIENT_KEY: "own" }, []],
])("the settings %j request these sources of alerts besides the Ticket API", (settings, others) => {
  expect(readConfig({ ...settings, API_URL: "http://api.example/" }).beacons).toEqual([
    "http://api.example/beacon",
    ...others,
  ]);
});

test("the Ticket API's address has no trailing slash, and proxies are a list", () => {
  expect(readConfig({ API_URL: "http://api.example/v1//", TRUSTED_PROXIES: "loopback, 10.0.0.0/8" })).toMatchObject({
    apiUrl: "http://api.example/v1",
    trustedProxies: ["loopback", "10.0.0.0/8"],
  });
});
