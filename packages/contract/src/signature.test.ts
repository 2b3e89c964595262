import fc from "fast-check";
import { expect, test } from "vitest";
import { sign, signatureHolds, signedText } from "./signature.ts";

const key = "guichet-demo-key";

// covers §7: signature
test("the published test vector gives the published signature", () => {
  const values = { b: 2, a: "x", c: { z: 1, a: null } };
  expect(signedText(values)).toBe('x*2*{"a":null,"z":1}');
  expect(sign(values, key)).toBe("7f24ccdbe96a047f199178e8e4dc94d8ba44edf6");
});

test("top-level null and undefined values are left out, empty strings are not", () => {
  expect(signedText({ a: null, b: undefined, c: "", d: false, signature: "x" })).toBe("*false");
});

test("nested keys are sorted by code unit, even those that look like numbers", () => {
  expect(signedText({ a: { "2": 1, "10": 1, b: [{ d: 1, c: null }] } })).toBe('{"10":1,"2":1,"b":[{"c":null,"d":1}]}');
});

test("the order of keys does not change the signature", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (values) => {
      const reversed = Object.fromEntries(Object.entries(values).reverse());
      expect(sign(reversed, key)).toBe(sign(values, key));
    }),
  );
});

test("a changed value, another key and a missing signature are rejected", () => {
  const values = { a: "1", b: [1, 2] };
  const signature = sign(values, key);
  expect(signatureHolds(values, key, signature)).toBe(true);
  expect(signatureHolds({ ...values, a: "2" }, key, signature)).toBe(false);
  expect(signatureHolds(values, "other", signature)).toBe(false);
  expect(signatureHolds(values, key, undefined)).toBe(false);
  expect(signatureHolds(values, key, "")).toBe(false);
});
