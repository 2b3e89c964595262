import { expect, test } from "vitest";
import { ownPath } from "./own-path.ts";

// covers §9: no return path redirects to another site
test.each([
  "",
  "x",
  "https://evil.example",
  "https:evil.example",
  "http:/evil.example",
  "//evil.example",
  "///evil.example",
  "/\\evil.example",
  "\\/evil.example",
  "\\\\evil.example",
  "/%2fevil.example",
  "/%2F%2Fevil.example",
  "%2f%2fevil.example",
  "/%5cevil.example",
  "/cart//evil.example",
  "/..//evil.example",
  "/./cart",
  "/cart/..",
  "/%2e%2e/evil",
  "/\tevil",
  "/\t/evil.example",
  "/cart\r\nlocation: https://evil.example",
  "/cart%0d%0alocation:evil",
  "/\u0000evil",
  " /cart",
  "/\uff0f\uff0fevil.example",
  "/\u202eelpmaxe.live",
  "/caf\u00e9",
  "javascript:alert(1)",
  "data:text/html,x",
  `/${"a".repeat(500)}`,
])("%j is not a path of this app", (candidate) => {
  expect(ownPath(candidate)).toBeUndefined();
});

test.each([
  "/",
  "/cart",
  "/account?edit=sign-in-methods&flash=linked",
  "/auth/finalize?next=%2Faccount%2Fwallet",
  "/products/caf%C3%A9#top",
  "/search?q=a//b",
])("%s is a path of this app", (candidate) => {
  expect(ownPath(candidate)).toBe(candidate);
  expect(new URL(candidate, "https://shop.example").origin).toBe("https://shop.example");
});
