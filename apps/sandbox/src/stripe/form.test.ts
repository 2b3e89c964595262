import { expect, test } from "vitest";
import { nameOf, parseForm } from "./form.ts";

test("brackets make objects and lists", () => {
  const form = "a=1&b[c]=2&b[d][e]=3&list[0]=x&list[1]=y&more[]=p&more[]=q&items[0][name]=n";
  expect(parseForm(form)).toEqual({
    a: "1",
    b: { c: "2", d: { e: "3" } },
    list: ["x", "y"],
    more: ["p", "q"],
    items: [{ name: "n" }],
  });
});

test.each([
  ["a name that is twice in it", "a=1&a=2"],
  ["a value that is an object too", "a=1&a[b]=2"],
  ["a malformed name", "a[b=1"],
  ["a name of JavaScript's own", "a[__proto__][b]=1"],
  ["too many levels", "a[b][c][d][e][f][g]=1"],
  ["too many parameters", Array.from({ length: 201 }, (_, index) => `a${index}=1`).join("&")],
])("a form with %s is not parsed", (_, form) => {
  expect(parseForm(form)).toBeUndefined();
});

test("the name of a parameter is written with brackets", () => {
  expect(nameOf(["line_items", 0, "price_data", "currency"])).toBe("line_items[0][price_data][currency]");
});
