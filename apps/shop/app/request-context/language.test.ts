import { languages } from "@guichet/contract/languages.ts";
import { expect, test } from "vitest";
import { chooseLanguage } from "./language.ts";

const demo = ["fr", "en", "ar"] as const;

// covers §9: locale codes with a region
test.each([
  // path, cookie, Accept-Language -> language, prefix, path
  ["/", undefined, undefined, "fr", "", "/"],
  ["/cart", "en", "ar", "en", "", "/cart"],
  ["/cart", "fr-FR", "ar", "fr", "", "/cart"],
  ["/cart", "de", "ar-EG, en;q=0.8", "ar", "", "/cart"],
  ["/cart", "it", "es, it;q=0.9", "fr", "", "/cart"],
  ["/cart", undefined, "en;q=0.2, ar;q=0.9", "ar", "", "/cart"],
  ["/cart", undefined, "en;q=0, de", "fr", "", "/cart"],
  ["/cart", undefined, ";;;,,q=", "fr", "", "/cart"],
  ["/en", "ar", "ar", "en", "/en", "/"],
  ["/en/", "ar", "ar", "en", "/en", "/"],
  ["/ar/products/x", undefined, "fr", "ar", "/ar", "/products/x"],
  ["/fc/add-document", undefined, undefined, "fr", "", "/fc/add-document"],
  ["/english", undefined, undefined, "fr", "", "/english"],
  ["/de/cart", undefined, undefined, "fr", "", "/de/cart"],
])(
  "%s with cookie %s and header %s is %s, prefix '%s', path %s",
  (path, cookie, acceptLanguage, language, prefix, rest) => {
    const chosen = chooseLanguage({ path, cookie, acceptLanguage, offered: demo });
    expect(chosen).toEqual({ language, prefix, path: rest });
  },
);

// covers §2: every route with and without language prefix
test.each([
  ["/it", "/fr"],
  ["/it/cart", "/fr/cart"],
  ["/es/products/a-b", "/fr/products/a-b"],
  ["/fr-FR/cart", "/fr/cart"],
  ["/FR", "/fr"],
  ["/ar_EG/cart", "/ar/cart"],
])("the prefix of %s redirects to %s", (path, redirect) => {
  const chosen = chooseLanguage({ path, cookie: undefined, acceptLanguage: undefined, offered: demo });
  expect(chosen).toEqual({ redirect });
});

test("every language has a prefix if the network offers it", () => {
  for (const language of languages) {
    const chosen = chooseLanguage({
      path: `/${language}/cart`,
      cookie: "fr",
      acceptLanguage: "fr",
      offered: languages,
    });
    expect(chosen).toEqual({ language, prefix: `/${language}`, path: "/cart" });
  }
});
