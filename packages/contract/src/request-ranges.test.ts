import { describe, expect, it } from "vitest";
import { z } from "zod";
import { type Call, commonFields } from "./call.ts";
import { calls } from "./calls.ts";

/** The part of JSON Schema that says how far a value may go. */
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

/** What of a value's description has no end: text of any length, numbers beyond 32 bits, days of any year, lists of any length. */
function endless(schema: Described, place: string): string[] {
  const inner = [
    ...(schema.anyOf ?? []).flatMap((one) => endless(one, place)),
    ...(schema.items === undefined ? [] : endless(schema.items, `${place}[]`)),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, one]) => endless(one, `${place}.${name}`)),
    ...(typeof schema.additionalProperties === "object" ? endless(schema.additionalProperties, `${place}.*`) : []),
  ];
  return ownEnd(schema) ? inner : [place, ...inner];
}

function ownEnd({ type, format, pattern, maxLength, minimum, maximum, maxItems, allOf, ...rest }: Described): boolean {
  if (type === "array") return maxItems !== undefined;
  if (type === "integer") return (maximum ?? Infinity) < int32 && (minimum ?? -Infinity) >= -int32;
  if (type !== "string" || rest.enum !== undefined) return true;
  const patterns = [pattern, ...(allOf ?? []).map((one) => one.pattern)].filter((one) => one !== undefined);
  const refuses = (text: string) => patterns.some((one) => !new RegExp(one).test(text));
  if (format === "date" || format === "date-time") return refuses("9999-12-31T00:00:00Z") && refuses("0000-01-01");
  return maxLength !== undefined || refuses("x".repeat(10_000));
}

// covers §7: no value breaks a call: depth, Unicode, control characters, ranges
describe("every value that a call takes has an end", () => {
  const definitions: [string, Pick<Call, "request">][] = [
    ...Object.entries(calls),
    ["every call", { request: commonFields }],
  ];

  it.each(definitions)("of %s", (_name, { request }) => {
    const found = Object.entries(request).flatMap(([field, schema]) =>
      endless(Described.parse(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" })), field),
    );
    expect(found).toEqual([]);
  });
});
