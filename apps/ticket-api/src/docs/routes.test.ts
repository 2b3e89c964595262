import { afterEach, expect, test } from "vitest";
import { openTestApi, type TestApi } from "../testing/test-api.ts";

const production = {
  NODE_ENV: "production",
  LYRA_SHOP_ID: "12345678",
  LYRA_PASSWORD: "prodpassword_real",
  LYRA_URL: "https://pay.example",
  SMTP_URL: "smtp://127.0.0.1:9",
  API_PUBLIC_URL: "https://api.example",
  SHOP_PUBLIC_URL: "https://shop.example",
};
let api: TestApi | undefined;
afterEach(() => api?.close());

// covers §7: in production the description is optional
test.each([
  ["the demo", {}, 200],
  ["the demo that says no", { API_DOCS: "0" }, 404],
  ["production", production, 404],
  ["production that says yes", { ...production, API_DOCS: "1" }, 200],
])("the description in %s", async (_, environment, status) => {
  api = await openTestApi({ environment });
  for (const path of ["/openapi.json", "/docs", "/docs/", "/docs/json", "/docs/static/index.css"])
    expect([path, (await api.send("GET", path)).http]).toEqual([path, status]);
  expect((await api.send("GET", "/healthz")).http).toBe(200);
});

test("the page shows the same description as the file, as JSON and as YAML", async () => {
  api = await openTestApi();
  const file = (await api.send("GET", "/openapi.json")).body;
  expect((await api.send("GET", "/docs/json")).body).toEqual(file);
  const { bytes } = (await api.send("GET", "/docs/yaml")).body;
  expect(new TextDecoder().decode(bytes as Uint8Array)).toContain(`openapi: ${file.openapi}\ninfo:\n  title: Guichet`);
});
