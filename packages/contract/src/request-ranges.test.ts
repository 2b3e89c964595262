import { describe, expect, it } from "vitest";
import { z } from "zod";
import { type Call, commonFields } from "./call.ts";
import { calls } from "./calls.ts";

/** The part of JSON Schema that limits values. */
const Described = z.object({
  type: z.string().optional(),
  format: z.string().optional(),
  pattern: z.string().optional(),
  maxLength: z.number().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  maxItems: z.number().optional(),
  enum: z.array(z.unknown()).optional(),
  get anyOf() {
    return z.array(Described).optional();
  },
  get allOf() {
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

const int32 = 2 ** 31;

/** Lists the unlimited parts of a schema: texts of any length, numbers beyond 32 bits, days of any year, lists of any length. */
function unlimitedParts(schema: Described, path: string): string[] {
  const inner = [
    ...(schema.anyOf ?? []).flatMap((one) => unlimitedParts(one, path)),
    ...(schema.items === undefined ? [] : unlimitedParts(schema.items, `${path}[]`)),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, one]) => unlimitedParts(one, `${path}.${name}`)),
    ...(typeof schema.additionalProperties === "object"
      ? unlimitedParts(schema.additionalProperties, `${path}.*`)
      : []),
  ];
  return isLimited(schema) ? inner : [path, ...inner];
}

function isLimited({
  type,
  format,
  pattern,
  maxLength,
  minimum,
  maximum,
  maxItems,
  allOf,
  ...rest
}: Described): boolean {
  if (type === "array") return maxItems !== undefined;
  if (type === "integer") return (maximum ?? Infinity) < int32 && (minimum ?? -Infinity) >= -int32;
  if (type !== "string" || rest.enum !== undefined) return true;
  const patterns = [pattern, ...(allOf ?? []).map((one) => one.pattern)].filter((one) => one !== undefined);
  const refuses = (text: string) => patterns.some((one) => !new RegExp(one).test(text));
  if (format === "date" || format === "date-time") return refuses("9999-12-31T00:00:00Z") && refuses("0000-01-01");
  return maxLength !== undefined || refuses("x".repeat(10_000));
}

// covers §7: no value breaks a call: depth, Unicode, control characters, ranges
describe("every value of a request has a maximum", () => {
  const definitions: [string, Pick<Call, "request">][] = [
    ...Object.entries(calls),
    ["every call", { request: commonFields }],
  ];

  it.each(definitions)("of %s", (_name, { request }) => {
    const found = Object.entries(request).flatMap(([field, schema]) =>
      unlimitedParts(Described.parse(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" })), field),
    );
    expect(found).toEqual([]);
  });
});
