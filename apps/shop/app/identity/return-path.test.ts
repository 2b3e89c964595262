import { expect, test } from "vitest";
import { nextIn, withNext } from "./return-path.ts";

test.each([
  ["next=/account/wallet", "/account/wallet"],
  ["next=%2Faccount%2Fwallet%3Fx%3D1", "/account/wallet?x=1"],
  ["next=https://evil.example", undefined],
  ["next=//evil.example", undefined],
  ["next=/%5Cevil.example", undefined],
  ["next=javascript:alert(1)", undefined],
  ["next=/auth/logout", undefined],
  ["next=/fr/auth/logout%3Fdone=1", undefined],
  ["next=/ar/clear", undefined],
  ["next=/clearance", "/clearance"],
  ["", undefined],
])("%s redirects to %s, never to another site", (query, expected) => {
  expect(nextIn(new URLSearchParams(query))).toBe(expected);
});

test("a sign-in link remembers the path to return to", () => {
  expect(withNext("login", "/cart")).toBe("/auth/login?next=%2Fcart");
  expect(withNext("login", undefined)).toBe("/auth/login");
  expect(withNext("reset", undefined, { sent: "1" })).toBe("/auth/reset?sent=1");
});
