import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { packSchemas } from "./pack-schemas.ts";

test.each([...packSchemas()])("docs/schemas/%s is the schema that an import checks with", async (file, schema) => {
  const path = new URL(`../../../../docs/schemas/${file}`, import.meta.url);
  expect(await readFile(path, "utf8"), "run `npm run network -- schema`").toBe(schema);
});

test("the schemas refuse unknown keys, at the top and inside", () => {
  const schemas = new Map([...packSchemas()].map(([file, text]) => [file, JSON.parse(text)]));
  expect(schemas.get("network.json")).toMatchObject({
    additionalProperties: false,
    properties: { seller: { additionalProperties: false }, switches: { additionalProperties: false } },
  });
  expect(schemas.get("catalogue.json")).toMatchObject({
    properties: { articles: { items: { additionalProperties: false, required: expect.arrayContaining(["price"]) } } },
  });
});
