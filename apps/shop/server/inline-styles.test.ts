import { expect, test } from "vitest";
import { withInlineStyles } from "./inline-styles.ts";

const link = '<link nonce="n0" rel="stylesheet" href="/assets/root-1.css"/>';
const known = (url: string) => (url === "/assets/root-1.css" ? "a{color:$1}" : undefined);

test("the first style sheet is in the page, and its link no longer delays the first view", () => {
  const page = withInlineStyles(`<head>${link}<link rel="stylesheet" href="/assets/other.css"/></head>`, "n0", known);
  expect(page).toBe(
    '<head><style nonce="n0">a{color:$1}</style><link media="print" nonce="n0" rel="stylesheet" href="/assets/root-1.css"/>' +
      '<link rel="stylesheet" href="/assets/other.css"/></head>',
  );
});

test("a page without a style sheet of ours stays as it is", () => {
  for (const page of ["<head></head>", '<link rel="stylesheet" href="/assets/other.css"/>'])
    expect(withInlineStyles(page, "n0", known)).toBe(page);
});
