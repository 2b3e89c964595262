import { expect, test } from "vitest";
import { readConfig } from "./config.ts";

const key = "a-key-of-the-operator";

test("the demo has a key; production needs one of its own", () => {
  expect(readConfig({})).toMatchObject({ port: 3002, clientId: "office", demo: true });
  expect(() => readConfig({ NODE_ENV: "production" })).toThrow("OFFICE_CLIENT_KEY: is missing");
  expect(() => readConfig({ NODE_ENV: "production", OFFICE_CLIENT_KEY: readConfig({}).clientKey })).toThrow(
    "OFFICE_CLIENT_KEY: the demo's key is refused in production",
  );
  expect(readConfig({ NODE_ENV: "production", OFFICE_CLIENT_KEY: key })).toMatchObject({ clientKey: key, demo: false });
  expect(() => readConfig({ GUICHET_DEMO: "0" })).toThrow("OFFICE_CLIENT_KEY: is missing");
});

test("a wrong value stops the start with a line that names it", () => {
  expect(() => readConfig({ OFFICE_PORT: "many", API_URL: "here" })).toThrow(/OFFICE_PORT: .*\nAPI_URL: /);
});
