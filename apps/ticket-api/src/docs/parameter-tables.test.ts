import { calls } from "@guichet/contract/calls.ts";
import { expect, test } from "vitest";
import { z } from "zod";
import { wordsOf } from "./field-words.ts";
import { jsonSchema } from "./fields.ts";
import { parameterTables } from "./parameter-tables.ts";

const tables = parameterTables();

// covers §7: every parameter of every call is listed
test("every call has a section, and every parameter a meaning", () => {
  const sections = tables.split("\n### ").slice(1);
  expect(sections).toHaveLength(Object.keys(calls).length);
  for (const { method, path, request } of Object.values(calls)) {
    const section = sections.find((text) => text.startsWith(`${method} ${path.slice(1)}\n`)) ?? "";
    for (const field of Object.keys(request)) {
      const row = section.split("\n").find((line) => line.startsWith(`| \`${field}\` | `));
      expect(row, `${path}: ${field}`).toMatch(/ \| (?:[^|]|\\\|){2,} \| (needed)? \| .{3,} \|$/);
    }
  }
});

test.each([
  [z.string().max(40), "text of at most 40 characters"],
  [z.int().min(1).max(36), "whole number from 1 to 36"],
  [z.int32(), "whole number"],
  [z.union([z.boolean(), z.enum(["true", "false"])]), "yes or no"],
  [z.enum(["a", "b"]).nullable(), "`a`, `b` or null"],
  [z.string().max(9).nullable(), "text of at most 9 characters or null"],
  [z.array(z.strictObject({ a: z.string(), b: z.string().optional() })).max(3), "list of at most 3: object: `a`, `b?`"],
])("a field has the values %#", (schema, words) => {
  expect(wordsOf(jsonSchema(schema, "input"))).toBe(words);
});
