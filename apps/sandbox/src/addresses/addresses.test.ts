import { addressMagic } from "@guichet/contract/integrations/sandbox-addresses.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type OpenSandbox, openSandbox } from "../testing/open-sandbox.ts";

const slowMs = 300;
let sandbox: OpenSandbox;
beforeAll(async () => {
  sandbox = await openSandbox({ slowMs });
});
afterAll(() => sandbox.close());

const ask = (values: Record<string, string>) =>
  sandbox.call("GET", `/geocodage/search/?${new URLSearchParams(values)}`);
const labels = async (q: string, limit = "5"): Promise<unknown> => {
  const body = (await (await ask({ q, limit, autocomplete: "1" })).json()) as {
    features: { properties: Record<string, unknown> }[];
  };
  return body.features.map(({ properties }) => `${properties.type}: ${properties.label}`);
};

// covers: the sandbox: an address directory
test("a search returns GeocodeJSON: addresses, streets and places that begin with the typed text", async () => {
  const response = await ask({ q: "3 quai des br", limit: "5", autocomplete: "1" });
  expect(await response.json()).toMatchObject({
    type: "FeatureCollection",
    query: "3 quai des br",
    limit: 5,
    features: [
      {
        type: "Feature",
        properties: {
          label: "3 Quai des Brumes 76990 Saint-Aubert-sur-Mer",
          type: "housenumber",
          housenumber: "3",
          name: "3 Quai des Brumes",
          postcode: "76990",
          city: "Saint-Aubert-sur-Mer",
        },
      },
    ],
  });
  expect(await labels("rue phare")).toEqual([
    "street: Rue du Phare 76990 Saint-Aubert-sur-Mer",
    "street: Rue du Phare 76992 Pointe-Sainte-Barbe",
  ]);
  expect(await labels("9 bis impasse")).toEqual([
    "housenumber: 9 bis Impasse du Vieux Lavoir 76992 Pointe-Sainte-Barbe",
  ]);
  expect(await labels("900 impasse")).toEqual(["street: Impasse du Vieux Lavoir 76992 Pointe-Sainte-Barbe"]);
  expect(await labels("TROIS MOUL")).toEqual(["locality: Les Trois Moulins 76993 Val-Rivage"]);
  expect(await labels("ocean")).toEqual(["street: Avenue de l’Océan 76991 Les Dunes"]);
  expect(await labels("rue", "2")).toHaveLength(2);
  expect(await labels("xyz")).toEqual([]);
});

test("invalid requests are refused like by the real service", async () => {
  const refused: Record<string, string>[] = [
    { q: "ru" },
    { q: "- rue" },
    { q: "r".repeat(201) },
    { q: "rue", limit: "0" },
    { limit: "5" },
  ];
  for (const values of refused) {
    const response = await ask(values);
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { code: 400, message: "Failed parsing query" },
    ]);
  }
});

// covers: the sandbox: an address directory
test("each fault has a magic word", async () => {
  expect((await ask({ q: addressMagic.down })).status).toBe(503);
  await expect((await ask({ q: addressMagic.malformed })).json()).rejects.toThrow();
  const begun = performance.now();
  expect((await ask({ q: addressMagic.slow })).status).toBe(200);
  expect(performance.now() - begun).toBeGreaterThanOrEqual(slowMs - 20);
});
