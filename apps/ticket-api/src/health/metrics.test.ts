import { afterAll, beforeAll, expect, it, test } from "vitest";
import { openTestApi, type TestApi } from "../testing/test-api.ts";

const token = "a-token-for-metrics";
let api: TestApi;
beforeAll(async () => {
  api = await openTestApi({ environment: { METRICS_TOKEN: token } });
});
afterAll(() => api.close());

const figures = (headers: Record<string, string>) => fetch(new URL("/metrics", api.url), { headers });

test("metrics are served to this machine", async () => {
  expect((await figures({})).status).toBe(200);
});

// covers §7: `/metrics` only without a proxy, or with its token
it.each([
  ["x-forwarded-for", "192.0.2.1"],
  ["x-forwarded-host", "shop.example"],
  ["x-forwarded-proto", "https"],
  ["forwarded", "for=192.0.2.1"],
  ["via", "1.1 proxy"],
  ["x-real-ip", "192.0.2.1"],
])("metrics requested through a proxy with %s need the token", async (name, value) => {
  expect((await figures({ [name]: value })).status).toBe(403);
  for (const authorization of ["", token, "Bearer ", `Bearer ${token}x`, `Bearer ${"x".repeat(token.length)}`])
    expect((await figures({ [name]: value, authorization })).status).toBe(403);
  expect((await figures({ [name]: value, authorization: `Bearer ${token}` })).status).toBe(200);
  expect((await api.send("GET", "/readyz", { headers: { [name]: value } })).body).toEqual({ status: "ok" });
});
