import { isDeepStrictEqual } from "node:util";
import { z } from "zod";

/**
 * The canonical JSON of a parsed value: keys in the order of its schema, maps in the order of their key's
 * enum or by the alphabet, default values left out. Equal values give equal text, whatever order they were read in.
 */
export function canonicalJson(schema: z.ZodType, value: unknown): string {
  return `${JSON.stringify(canonical(schema, value), null, 2)}\n`;
}

function canonical(schema: z.core.$ZodType, value: unknown): unknown {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional) return canonical(schema.def.innerType, value);
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    return value.map((each) => canonical(schema.def.element, each));
  }
  if (schema instanceof z.ZodUnion) {
    const matching = schema.def.options.find((option) => z.safeParse(option, value).success);
    return matching === undefined ? value : canonical(matching, value);
  }
  if (typeof value !== "object" || value === null) return value;
  const values = new Map(Object.entries(value));
  if (schema instanceof z.ZodObject) return inOrder(Object.entries(schema.def.shape), values);
  if (schema instanceof z.ZodRecord && schema.def.keyType instanceof z.ZodEnum) {
    return inOrder(
      schema.def.keyType.options.map((key) => [String(key), schema.def.valueType]),
      values,
    );
  }
  if (schema instanceof z.ZodRecord) {
    return inOrder(
      [...values.keys()].sort().map((key) => [key, schema.def.valueType]),
      values,
    );
  }
  return value;
}

function inOrder(keys: [string, z.core.$ZodType][], values: Map<string, unknown>): Record<string, unknown> {
  const written: Record<string, unknown> = {};
  for (const [key, schema] of keys) {
    const value = values.get(key);
    if (value === undefined) continue;
    if (schema instanceof z.ZodDefault && isDeepStrictEqual(value, schema.def.defaultValue)) continue;
    written[key] = canonical(schema, value);
  }
  return written;
}
