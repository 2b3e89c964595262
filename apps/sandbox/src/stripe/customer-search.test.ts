import { demoStripeKeys, stripeApiVersion } from "@guichet/contract/integrations/stripe.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type OpenSandbox, openSandbox } from "../testing/open-sandbox.ts";

const dayMs = 86_400_000;
let sandbox: OpenSandbox;
beforeAll(async () => {
  sandbox = await openSandbox({ searchLagMs: 60_000 });
});
afterAll(() => sandbox.close());

const headers = { authorization: `Bearer ${demoStripeKeys.apiKey}`, "stripe-version": stripeApiVersion };

async function found(): Promise<string[]> {
  const query = new URLSearchParams({ query: "metadata['customer']:'c'", limit: "10" });
  const response = await fetch(`${sandbox.url}/v1/customers/search?${query}`, { headers });
  const { data } = (await response.json()) as { data: { id: string }[] };
  return data.map(({ id }) => id);
}

// Otherwise a second one would be made for the same person: the key that returns the first is forgotten after a day.
test("a new customer is not found at once, but before its idempotency key is forgotten, also when the clock is moved", async () => {
  const body = new URLSearchParams({ "metadata[customer]": "c" });
  const made = await fetch(`${sandbox.url}/v1/customers`, { method: "POST", headers, body });
  const { id } = (await made.json()) as { id: string };
  expect(await found()).toEqual([]);
  await sandbox.call("POST", "/clock", { offsetMs: dayMs });
  expect(await found()).toEqual([id]);
  await sandbox.call("POST", "/clock", { offsetMs: 0 });
});
