import fc from "fast-check";
import { expect, test } from "vitest";
import { readLanguagePrefix, withLanguagePrefix, withoutLanguagePrefix } from "./language-prefix.ts";
import { languages } from "./languages.ts";

const prefix = fc.constantFrom("", ...languages.map((language) => `/${language}`));
const word = fc.stringMatching(/^[a-z0-9._~-]{0,6}$/);
/** Path segments, half of them languages or lookalikes. */
const segment = fc.oneof(word, fc.constantFrom(...languages, "fr-FR", "FR", "frfr", "de", "cart", "%20"));
const path = fc.array(segment, { maxLength: 4 }).map((segments) => `/${segments.filter(Boolean).join("/")}`);
const query = fc.oneof(
  fc.constant(""),
  fc.constantFrom("?", "?category=passes", "?next=/fr/cart", "?next=%2Ffr%3Fq%3D1", "?a=/en&b=//x"),
  fc.webQueryParameters().map((text) => `?${text}`),
);
const hash = fc.oneof(
  fc.constantFrom("", "#", "#payment-methods", "#/fr"),
  fc.webFragments().map((text) => `#${text}`),
);
const address = fc.tuple(path, query, hash).map((parts) => parts.join(""));
/** Query and hash of an address. */
const behind = (text: string) => /[?#].*$/s.exec(text)?.[0] ?? "";
const pathOf = (text: string) => text.slice(0, text.length - behind(text).length);

// covers §9: every redirect has exactly one language prefix: to the filtered shop, after a sign-in or an ended session, after a deployment
test("an address gets a single prefix, however often and whichever prefix is added", () => {
  fc.assert(
    fc.property(prefix, prefix, address, (first, second, to) => {
      const once = withLanguagePrefix(first, to);
      expect(withLanguagePrefix(first, once)).toBe(once);
      if (first !== "") expect(withLanguagePrefix(second, once)).toBe(once);
    }),
  );
});

// covers §9: every redirect has exactly one language prefix: to the filtered shop, after a sign-in or an ended session, after a deployment
test("adding a prefix changes neither query nor hash and leaves exactly one language in front", () => {
  fc.assert(
    fc.property(prefix, address, (added, to) => {
      const prefixed = withLanguagePrefix(added, to);
      expect(behind(prefixed)).toBe(behind(to));
      if (added === "" || readLanguagePrefix(to)) expect(prefixed).toBe(to);
      else expect(pathOf(prefixed)).toBe(pathOf(to) === "/" ? added : added + pathOf(to));
    }),
  );
});

test("removing a prefix undoes adding it", () => {
  fc.assert(
    fc.property(prefix, address, (added, to) => {
      const bare = withoutLanguagePrefix(to);
      expect(withoutLanguagePrefix(withLanguagePrefix(added, to))).toBe(bare);
      expect(readLanguagePrefix(bare)).toBeUndefined();
      expect(bare).toMatch(/^\//);
      expect(behind(bare)).toBe(behind(to));
    }),
  );
});

test.each([
  ["/fr", "/", "/fr"],
  ["/fr", "/?category=passes", "/fr?category=passes"],
  ["/fr", "/#top", "/fr#top"],
  ["/fr", "/cart?order=o1#x", "/fr/cart?order=o1#x"],
  ["/fr", "/fr?category=passes", "/fr?category=passes"],
  ["/fr", "/fr#top", "/fr#top"],
  ["/fr", "/ar/cart", "/ar/cart"],
  ["/fr", "/france", "/fr/france"],
  ["/fr", "/de/cart", "/fr/de/cart"],
  ["", "/cart", "/cart"],
  ["/fr", "https://pay.example/fr", "https://pay.example/fr"],
  ["/fr", "//elsewhere.example", "/fr//elsewhere.example"],
  ["/fr", "?page=2", "?page=2"],
  ["/fr", "", ""],
])("prefix '%s' on address '%s' gives '%s'", (added, to, prefixed) => {
  expect(withLanguagePrefix(added, to)).toBe(prefixed);
});

test.each([
  ["/fr", "/"],
  ["/fr?support=MEDIA", "/?support=MEDIA"],
  ["/fr/fr?support=MEDIA", "/?support=MEDIA"],
  ["/fr-FR/cart", "/cart"],
  ["/fr#top", "/#top"],
  ["/cart?next=/fr", "/cart?next=/fr"],
  ["/fr//elsewhere.example", "/elsewhere.example"],
  ["/fr/\\elsewhere.example", "/elsewhere.example"],
  ["https://pay.example/fr", "https://pay.example/fr"],
])("the route of '%s' is '%s'", (to, bare) => {
  expect(withoutLanguagePrefix(to)).toBe(bare);
});
