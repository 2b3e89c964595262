import { expect, test } from "vitest";
import { helpFor } from "./line-help.ts";

test.each([
  [["TRAVELLER_NOT_ELIGIBLE"], "traveller"],
  [["START_NOT_PROPOSED"], "start"],
  [["SUPPORT_NOT_OFFERED", "CARD_REQUIRED"], "support"],
  [["CARD_REQUIRED"], "card"],
  [["ITEM_FIELD_REQUIRED"], "fields"],
  [["DOCUMENT_REQUIRED"], "documents"],
  [["ARTICLE_NOT_ON_SALE"], "remove"],
  [["ARTICLE_NOT_ON_SALE", "TRAVELLER_REQUIRED"], "remove"],
  [["START_NOT_COMPUTABLE"], "remove"],
] as const)("a line with %o offers this correction: %s", (codes, help) => {
  expect(helpFor(codes.map((code) => ({ code })))).toBe(help);
});
