import fc from "fast-check";
import { expect, test } from "vitest";
import { repetitions } from "../testing/repetitions.ts";
import { csvRows, separatorOf } from "./csv.ts";

const rowsOf = (text: string) => [...csvRows(text)].map((row) => ("fields" in row ? [row.line, ...row.fields] : row));

test.each([
  [
    "a,b\nc,d\n",
    [
      [1, "a", "b"],
      [2, "c", "d"],
    ],
  ],
  [
    "\uFEFFa,b\r\nc,\r\n",
    [
      [1, "a", "b"],
      [2, "c", ""],
    ],
  ],
  ['a,"b, ""c""",d', [[1, "a", 'b, "c"', "d"]]],
  [
    '"two\nlines",x\ny,z',
    [
      [1, "two\nlines", "x"],
      [3, "y", "z"],
    ],
  ],
  [
    "a\n\n\nb",
    [
      [1, "a"],
      [4, "b"],
    ],
  ],
  ["", []],
  [" spaced , out ", [[1, "spaced", "out"]]],
])("%j is read with its lines", (text, rows) => {
  expect(rowsOf(text)).toEqual(rows);
});

test.each([
  ['a\n"open', { line: 2, fault: "a quote is opened and never closed" }],
  ['"a"b,c', { line: 1, fault: "something follows a closing quote" }],
])("%j has a fault with its line", (text, fault) => {
  expect(rowsOf(text).at(-1)).toEqual(fault);
});

test.each([
  ["number;chip\n1,5;x", ";"],
  ["number,chip\n1;5,x", ","],
  ["number\tchip", "\t"],
  ['"a;b;c",d', ","],
  ["number", ","],
  ["", ","],
])("the separator of %j is the one of its first line", (text, separator) => {
  expect(separatorOf(text)).toBe(separator);
});

test("fields written with quotes are read back, whatever separates them", () => {
  const field = fc.stringMatching(/^[a-c",;\t\n\r é]*$/).map((text) => text.trim());
  const table = fc.array(fc.array(field, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(table, fc.constantFrom(",", ";", "\t"), (rows, separator) => {
      const written = rows
        .map((row) => row.map((text) => `"${text.replaceAll('"', '""')}"`).join(separator))
        .join("\n");
      const read = [...csvRows(written, separator)].map((row) => ("fields" in row ? row.fields : row.fault));
      expect(read).toEqual(rows);
    }),
    { numRuns: repetitions({ usual: 60, thorough: 2_000 }) },
  );
});
