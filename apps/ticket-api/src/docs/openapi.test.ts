import type { Call } from "@guichet/contract/call.ts";
import { calls } from "@guichet/contract/calls.ts";
import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, test } from "vitest";
import { z } from "zod";
import { exampleAnswer, exampleRequest } from "./examples.ts";
import { describeApi } from "./openapi.ts";

const document = describeApi("https://api.example");
const definitions = Object.entries(calls) as [string, Call][];
const schemas = (document.components as { schemas: Record<string, Record<string, unknown>> }).schemas;

// covers §7: named schemas, an example of every request and response, valid by the schema of OpenAPI
test.each(definitions)("the example of %s is a request and a response that its schemas accept", (name, definition) => {
  const { networkId: _, ...request } = exampleRequest(name, definition);
  expect(z.strictObject(definition.request).safeParse(request).error).toBeUndefined();
  if (definition.file !== undefined) return;
  const { status, ...answer } = exampleAnswer(name, definition);
  expect(status).toBe("ok");
  expect(z.strictObject(definition.answer).safeParse(answer).error).toBeUndefined();
});

const Operation = z.object({
  parameters: z.array(
    z.object({ name: z.string(), in: z.string(), required: z.boolean(), example: z.unknown().optional() }),
  ),
  requestBody: z
    .object({ content: z.record(z.string(), z.object({ example: z.record(z.string(), z.unknown()) })) })
    .optional(),
});

test.each(definitions)("the description of %s shows an example of its required fields", (name, definition) => {
  const paths = document.paths as Record<string, Record<string, unknown>>;
  const operation = Operation.parse(paths[definition.path]?.[definition.method.toLowerCase()]);
  const { signature: _, ...needed } = exampleRequest(name, definition);
  const [body] = Object.values(operation.requestBody?.content ?? {});
  const inQuery = operation.parameters.filter((one) => one.in === "query" && one.example !== undefined);
  const shown = body?.example ?? Object.fromEntries(inQuery.map((one) => [one.name, one.example]));
  expect(shown).toMatchObject(needed);
});

// covers §7: named schemas, an example of every request and response, valid by the schema of OpenAPI
test("a schema of several calls has one name, and every reference resolves", () => {
  for (const name of ["Money", "Order", "Ticket", "User", "OrderStatus", "Ko", "PlaceOrderRequest", "GetOrdersAnswer"])
    expect(Object.keys(schemas)).toContain(name);
  const text = JSON.stringify(document);
  const references = [...text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name ?? "");
  expect(references.filter((name) => !Object.hasOwn(schemas, name))).toEqual([]);
  expect(Object.keys(schemas).filter((name) => !references.includes(name))).toEqual([]);
  expect(text).not.toContain("#/$defs/");
});

// covers §7: named schemas, an example of every request and response, valid by the schema of OpenAPI
test("the description is valid OpenAPI 3.1 by its own schema", async () => {
  const validator = new Validator();
  const result = await validator.validate(structuredClone(document));
  expect(result.errors).toBeUndefined();
  expect([result.valid, validator.version]).toEqual([true, "3.1"]);
});
