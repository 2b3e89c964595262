import { expect, test } from "vitest";
import { helpFor, nameHref } from "./line-help.ts";

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

// covers: a line whose traveller has no name says so, and leads to where the name is entered
test("a traveller without a name is helped by entering it, one of another age by choosing another traveller", () => {
  const refused = (reason: string) => [{ code: "TRAVELLER_NOT_ELIGIBLE" as const, details: { reason } }];
  expect(helpFor(refused("name-missing"))).toBe("name");
  expect(helpFor(refused("age"))).toBe("traveller");
});

// covers: a line whose traveller has no name says so, and leads to where the name is entered
test("the name is entered with the guest's details, with the holder's missing data, or on the traveller's page", () => {
  const holder = { userId: "u1", isGuest: false };
  expect(nameHref({ profileId: null }, null)).toBe("/cart/invite-login?guest=");
  expect(nameHref({ profileId: "u1" }, { ...holder, isGuest: true })).toBe("/cart/invite-login?guest=");
  expect(nameHref({ profileId: "u1" }, holder)).toBe("/auth/finalize?next=%2Fcart");
  expect(nameHref({ profileId: "u2" }, holder)).toBe("/account/u2?edit=person");
});
