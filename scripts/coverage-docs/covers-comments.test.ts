import { expect, test } from "vitest";
import { readCoversComments } from "./covers-comments.ts";

const read = (...lines: string[]) => readCoversComments("apps/cart.test.ts", lines.join("\n"));
const rowsOf = (...lines: string[]) =>
  read(...lines).coverages.map(({ section, row, test }) => [section ?? "beyond", row, test]);

test("a comment gives the test below it a row, several comments several rows", () => {
  expect(
    rowsOf(
      "// covers §5: a cart has a limit",
      "// covers §9: 20 lines",
      "// covers: the demo has a full cart",
      'test("a line too many is refused", () => {});',
    ),
  ).toEqual([
    ["§5", "a cart has a limit", "a line too many is refused"],
    ["§9", "20 lines", "a line too many is refused"],
    ["beyond", "the demo has a full cart", "a line too many is refused"],
  ]);
});

test("a comment without a row takes the name of the test", () => {
  expect(rowsOf("// covers §5", 'it("an empty cart is refused", () => {});')).toEqual([
    ["§5", "an empty cart is refused", "an empty cart is refused"],
  ]);
});

test.each([
  ["test.each of a table", 'test.each([["zero", 0]])("a quantity of %s", () => {});', "a quantity of %s"],
  ["test.each with types", "test.each<[string]>(cases)(`a quantity of %s`, () => {});", "a quantity of %s"],
  ["a describe", 'describe("a cart", () => {});', "a cart"],
  ["describe.concurrent", 'describe.concurrent("a cart", () => {});', "a cart"],
  ["a test below another comment", '// Decision 096.\n/* why */\nit("warns", () => {});', "warns"],
])("%s is named by its own name", (_what, code, name) => {
  expect(rowsOf("// covers §4: a row", code)).toEqual([["§4", "a row", name]]);
});

test.each([
  ["a list", '["of nothing", 0]'],
  ["an object", '{ name: "of nothing", quantity: 0 }'],
])("a case that is %s in a table is named by its first text", (_what, line) => {
  expect(rowsOf("test.each([", "  // covers §5: quantities", `  ${line},`, '])("%s", () => {});')).toEqual([
    ["§5", "quantities", "of nothing"],
  ]);
});

test("a comment without a test below it, or in another format, is reported with its line", () => {
  expect(
    read(
      "// covers §5: a row",
      "const cart = [];",
      "// covers the cart",
      'test("a", () => {});',
      "// covers",
      'test("b", () => {});',
    ),
  ).toEqual({
    coverages: [],
    faults: [
      "apps/cart.test.ts:1: no test stands below",
      "apps/cart.test.ts:3: write `// covers §5: <row>`, `// covers §5` or `// covers: <row>`",
      "apps/cart.test.ts:5: write `// covers §5: <row>`, `// covers §5` or `// covers: <row>`",
    ],
  });
});
