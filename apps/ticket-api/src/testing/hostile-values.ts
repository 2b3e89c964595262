/** Values that must never break a call (§8): each is refused, or taken literally. */

const nested = (levels: number): unknown => {
  let value: unknown = 0;
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
};

/** Texts that break code which trusts them: for stores, headers, URLs, clocks. */
export const hostileTexts: readonly string[] = [
  "",
  "\u0000",
  "Lou\u0000",
  "\ud800",
  "Lou\udfff",
  "Lou\u001b[2J",
  "Lou\u0085",
  "Lou\r\nX-Header: 1",
  "x".repeat(20_000),
  "é".repeat(400),
  "/cart?é=\u{1f600}",
  "9999-12-31",
  "0000-01-01",
  "9999-12-31T23:59:59.999Z",
  "0000-01-01T00:00:00Z",
  "-000001-01-01T00:00:00Z",
  "+275760-09-13T00:00:00.000Z",
  "2026-11-21T09:00:00.000000000000000000000000000000000000000000000000001Z",
  "9999-12",
  "9999999999",
  "-1",
  "%00",
  "'\";--",
  "%s{0}<1>",
];

/** Values that are not texts, where another kind of value is expected. */
export const hostileOthers: readonly (readonly [name: string, value: unknown])[] = [
  ["nothing", null],
  ["a yes", true],
  ["a negative number", -1],
  ["a number beyond 32 bits", 2 ** 31],
  ["a number beyond 53 bits", 2 ** 53],
  ["the largest number", 1e308],
  ["a fraction", 0.1],
  ["an empty list", []],
  ["an empty object", {}],
  ["an amount beyond 32 bits", { amount: 2 ** 53 - 1, currency: "EUR" }],
  ["a long list", Array.from({ length: 500 }, () => "x")],
  ["forty levels", nested(40)],
  ["two thousand levels", nested(2_000)],
];
