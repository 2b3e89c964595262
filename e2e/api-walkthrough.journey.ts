import { readFile } from "node:fs/promises";
import path from "node:path";
import { check } from "@guichet/ticket-code/ticket-code.ts";
import { parseTicketKeys } from "@guichet/ticket-code/ticket-keys.ts";
import { expect, it, onTestFinished } from "vitest";
import { generatedClient } from "./generated-client.ts";
import { payAtSandbox } from "./sandbox.ts";
import { demoPassword, paymentCards } from "./shopper.ts";
import { openGuichet } from "./stage.ts";
import { differences, type Known, send, stepsOf } from "./walkthrough.ts";

// No other purchases: the newest items are those of the walkthrough.
const guichet = openGuichet({ GUICHET_DEMO_ORDERS: "0" });

// covers §7: a purchase as documented, request by request, and by a generated client
it("the purchase of the documentation is made, request by request, and its ticket is valid", async () => {
  const text = await readFile(path.join(import.meta.dirname, "../docs/api.md"), "utf8");
  const steps = stepsOf(text);
  const known: Known = { newKey: crypto.randomUUID() };
  expect(steps.map(({ target }) => target.split("?")[0])).toEqual([
    "/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword",
    "/Account/login.json",
    "/shop/catalog",
    "/Order/verify.json",
    "/Order/placeOrder.json",
    "/Payment/acknowledge.json",
    "/Order/getOrders.json",
    "/wallet/tickets",
    "/.well-known/guichet-ticket-keys.json",
  ]);
  for (const step of steps) {
    if (step.target.startsWith("/Payment/acknowledge"))
      await payAtSandbox(known.paymentUrl ?? "", paymentCards.accepted);
    const got = await send(guichet.api, "guichet-demo-key", step, known);
    expect(differences(step.answer, got, known), `${step.target}: ${JSON.stringify(got)}`).toEqual([]);
  }
  expect(await validityOf(known.code ?? "")).toBe("valid");
});

// covers §7: a purchase as documented, request by request, and by a generated client
it("a client that is generated from the description compiles strictly and makes the same purchase", {
  timeout: 240_000,
}, async () => {
  const client = await generatedClient(guichet.api);
  onTestFinished(client.remove);
  await client.compile();
  const code = await client.buy({
    API_URL: guichet.api,
    CLIENT_KEY: "guichet-demo-key",
    EMAIL: "holder@demo.example",
    PASSWORD: demoPassword,
  });
  expect(await validityOf(code)).toBe("valid");
});

/** The result of checking a code with the installation's published keys. */
async function validityOf(code: string): Promise<string> {
  const keys = parseTicketKeys(await (await fetch(`${guichet.api}/.well-known/guichet-ticket-keys.json`)).json());
  if (!keys) throw new Error("invalid key set");
  return check(code, { keys, now: new Date().toISOString(), network: "demo" }).status;
}
