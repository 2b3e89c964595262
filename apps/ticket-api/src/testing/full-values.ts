import type { Call } from "@guichet/contract/call.ts";
import { z } from "zod";
import { sampleValues } from "./sample-values.ts";

/** The part of JSON Schema that describes the contract's fields. */
const Described = z.object({
  type: z.string().optional(),
  format: z.string().optional(),
  pattern: z.string().optional(),
  minimum: z.number().optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  get anyOf() {
    return z.array(Described).optional();
  },
  get items() {
    return Described.optional();
  },
  get properties() {
    return z.record(z.string(), Described).optional();
  },
  get additionalProperties() {
    return z.union([z.boolean(), Described]).optional();
  },
});
type Described = z.infer<typeof Described>;

const texts = [
  "nothing",
  "2026-11-21",
  "2026-11-21T09:00:00.000Z",
  "2026-11",
  "EUR",
  "somebody@example.org",
  "https://carrier.example/1",
];

/** Values for every field of a call, including optional and nested ones, as far as its schema accepts them. */
export function fullValues(definition: Pick<Call, "path" | "request">): Record<string, unknown> {
  const values = sampleValues(definition);
  for (const [field, schema] of Object.entries(definition.request)) {
    const described = Described.parse(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }));
    const value = sampleOf(described);
    if (value !== undefined && schema.safeParse(value).success) values[field] = value;
  }
  return values;
}

/** Values that get a call as far as possible for a person of this network. */
export function goodValues(definition: Pick<Call, "path" | "request">, userId: string): Record<string, unknown> {
  const values = fullValues(definition);
  const line = { quantity: 1, productId: "single", customerId: userId, support: "DEMATERIALIZED", fields: { a: "b" } };
  const sold = {
    articles: [line],
    totalAmount: { amount: 150, currency: "EUR" },
    returnUrl: "/cart",
    vouchers: ["ABCD"],
  };
  const person = { firstName: "Lou", lastName: "Martin", birthDate: "2015-05-04", phone: "0612345678" };
  const known = { ...sold, ...person, paymentMethod: "CARD", installments: 1, keepCard: false, product_id: "single" };
  for (const [field, value] of Object.entries(known)) {
    if (field in definition.request && definition.request[field]?.safeParse(value).success) values[field] = value;
  }
  for (const field of ["cardId", "mandate", "collect", "delivery"]) if (field in values) delete values[field];
  return values;
}

function sampleOf(schema: Described): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.anyOf !== undefined) return sampleOf(schema.anyOf.find(({ type }) => type !== "null") ?? {});
  if (schema.type === "array") return schema.items === undefined ? [] : [sampleOf(schema.items)];
  if (schema.type === "object") return objectOf(schema);
  if (schema.type === "boolean") return true;
  if (schema.type === "integer" || schema.type === "number") return Math.max(schema.minimum ?? 1, 1);
  const fits = new RegExp(schema.pattern ?? "");
  return texts.find((text) => fits.test(text));
}

function objectOf({ properties = {}, additionalProperties }: Described): Record<string, unknown> {
  const own = Object.entries(properties).map(([name, inner]) => [name, sampleOf(inner)] as const);
  const more = typeof additionalProperties === "object" ? [["more", sampleOf(additionalProperties)] as const] : [];
  return Object.fromEntries([...own, ...more]);
}

/** Paths to every place in a value that can be replaced: the value itself and everything within. */
export function placesIn(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== "object" || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, inner]) => placesIn(inner, [...path, key]))];
}

/** A copy with another value at one path. */
export function withAt(value: unknown, [key, ...rest]: readonly string[], other: unknown): unknown {
  if (key === undefined) return other;
  if (Array.isArray(value)) return value.map((inner, at) => (String(at) === key ? withAt(inner, rest, other) : inner));
  if (typeof value !== "object" || value === null) return other;
  return { ...value, [key]: withAt(Reflect.get(value, key), rest, other) };
}
