import type { OrderLine } from "@guichet/contract/cart.ts";
import type { ItemField, ShopItem } from "@guichet/contract/catalogue.ts";
import { describe, expect, test } from "vitest";
import { cartErrors, cartOptions, type EligibilityContext, type EligibleTraveller, lineErrors } from "./line-errors.ts";
import { readPhone } from "./persons/phones.ts";
import { sampleArticle } from "./sample-article.ts";

const ana: EligibleTraveller = {
  userId: "ana",
  birthday: "1990-06-15",
  isNameless: false,
  tariffStatus: null,
  hasPicture: false,
  deactivated: false,
  documents: [],
  usableCardIds: ["card-1"],
  blockedCardIds: ["card-2", "card-3"],
  beingReplacedCardIds: ["card-3"],
};
const context: EligibilityContext = {
  now: "2026-11-20T12:00:00Z",
  timeZone: "Europe/Paris",
  signedIn: true,
  travellers: [ana],
  mayHoldDematerialized: true,
  hideBirthDate: false,
  profiling: true,
  subscriptions: true,
  offer: { methods: ["CARD"], transferPayments: false, multipleInstallments: true, counter: false },
  isPhone: (text) => readPhone(text, "FR").ok,
};
const plate: ItemField = {
  id: "plate",
  type: "text",
  label: "Plaque",
  hint: null,
  required: true,
  confirm: true,
  minLength: 4,
  maxLength: 9,
  choices: [],
};
const line = (over: Partial<OrderLine> = {}): OrderLine => ({
  quantity: 1,
  productId: "a",
  customerId: "ana",
  support: "DEMATERIALIZED",
  ...over,
});

interface Case {
  article?: Partial<ShopItem>;
  line?: Partial<OrderLine>;
  traveller?: Partial<EligibleTraveller>;
  context?: Partial<EligibilityContext>;
}
function codes({ article = {}, line: ordered = {}, traveller = {}, context: where = {} }: Case): string[] {
  const articles = [
    sampleArticle("a", article),
    sampleArticle("extra", { articleQuantityMax: 2, salesFrom: article.salesFrom ?? null }),
  ];
  const at = { ...context, travellers: [{ ...ana, ...traveller }], ...where };
  return lineErrors(0, [line(ordered)], articles, at).map(({ code }) => code);
}

test("an eligible line has no error", () => {
  expect(codes({})).toEqual([]);
});

const month = {
  validity: { from: "start" as const, duration: "P1M" },
  pivotType: "MONTH_PIVOT",
  pivotValue: 31,
  startProposals: 2,
} as const;
const documents = [{ documentTypeId: "school", name: "Certificat" }];
describe("errors of a line", () => {
  test.each<[string, Case, string[]]>([
    ["an unknown article", { line: { productId: "gone" } }, ["ARTICLE_UNKNOWN"]],
    ["not on sale yet", { article: { salesFrom: "2026-12-01T00:00:00Z" } }, ["ARTICLE_NOT_ON_SALE"]],
    ["no longer on sale", { article: { salesEndsAt: "2026-11-20T12:00:00Z" } }, ["ARTICLE_NOT_ON_SALE"]],
    ["sold by staff only", { article: { type: 1 } }, ["ARTICLE_NOT_ON_SALE"]],
    [
      "sold by staff, at the counter",
      { article: { type: 1 }, context: { offer: { ...context.offer, counter: true } } },
      [],
    ],
    [
      "a subscription where there are none",
      { article: { isRenewable: true }, context: { subscriptions: false } },
      ["ARTICLE_NOT_ON_SALE"],
    ],
    ["too many", { line: { quantity: 10 } }, ["QUANTITY_WRONG"]],
    ["none", { line: { quantity: 0 } }, ["QUANTITY_WRONG"]],
    ["too few", { article: { articleQuantityMin: 2 } }, ["QUANTITY_WRONG"]],
    [
      "an option of its own",
      { article: { options: ["extra"] }, line: { optionLines: [{ productId: "extra", quantity: 2 }] } },
      [],
    ],
    [
      "an option of another article",
      { line: { optionLines: [{ productId: "extra", quantity: 1 }] } },
      ["ARTICLE_OPTION_UNKNOWN"],
    ],
    ["an unknown option", { line: { optionLines: [{ productId: "gone", quantity: 1 }] } }, ["ARTICLE_OPTION_UNKNOWN"]],
    [
      "too many of an option",
      { article: { options: ["extra"] }, line: { optionLines: [{ productId: "extra", quantity: 3 }] } },
      ["QUANTITY_WRONG"],
    ],
    ["another support", { line: { support: "COLLECT" } }, ["SUPPORT_NOT_OFFERED"]],
    ["dematerialised without the right to it", { context: { mayHoldDematerialized: false } }, ["SUPPORT_REFUSED"]],
    [
      "a visitor's dematerialised line",
      { line: { customerId: null }, context: { mayHoldDematerialized: false, signedIn: false } },
      [],
    ],
    [
      "a card's line without a card",
      { article: { supports: ["MEDIA"] }, line: { support: "MEDIA" } },
      ["CARD_REQUIRED"],
    ],
    [
      "a card that is not the traveller's",
      { article: { supports: ["MEDIA"] }, line: { support: "MEDIA", mediaId: "card-2" } },
      ["CARD_REQUIRED"],
    ],
    ["the traveller's card", { article: { supports: ["MEDIA"] }, line: { support: "MEDIA", mediaId: "card-1" } }, []],
    ["no start", { article: month }, ["START_REQUIRED"]],
    ["a proposed start", { article: month, line: { startMonth: "2026-12" } }, []],
    ["another start", { article: month, line: { startMonth: "2027-12" } }, ["START_NOT_PROPOSED"]],
    ["a start where none is asked", { line: { startMonth: "2026-12" } }, ["START_NOT_PROPOSED"]],
    ["a pivot out of range", { article: { ...month, pivotValue: 32 } }, ["START_NOT_COMPUTABLE"]],
    ["a field left out", { article: { fields: [plate] } }, ["ITEM_FIELD_REQUIRED"]],
    ["a field too short", { article: { fields: [plate] }, line: { fields: { plate: "A" } } }, ["ITEM_FIELD_INVALID"]],
    ["a field unknown", { line: { fields: { seat: "12" } } }, ["ITEM_FIELD_INVALID"]],
    ["no traveller", { line: { customerId: null } }, ["TRAVELLER_REQUIRED"]],
    ["a visitor's line without traveller", { line: { customerId: null }, context: { signedIn: false } }, []],
    ["somebody else's traveller", { line: { customerId: "eve" } }, ["TRAVELLER_UNKNOWN"]],
    ["a deactivated traveller", { traveller: { deactivated: true } }, ["TRAVELLER_NOT_ELIGIBLE"]],
    ["at the upper age", { article: { ageFrom: 26, ageTo: 36 } }, []],
    ["at the lower age", { article: { ageFrom: 36, ageTo: 59 } }, []],
    ["too young", { article: { ageFrom: 37 } }, ["TRAVELLER_NOT_ELIGIBLE"]],
    ["too old", { article: { ageTo: 35 } }, ["TRAVELLER_NOT_ELIGIBLE"]],
    [
      "old enough only at the start",
      { article: { ...month, ageFrom: 37 }, traveller: { birthday: "1989-12-01" }, line: { startMonth: "2026-12" } },
      [],
    ],
    [
      "a begun month, the age of today counting",
      { article: { ...month, ageFrom: 37 }, traveller: { birthday: "1989-11-20" }, line: { startMonth: "2026-11" } },
      [],
    ],
    [
      "an age limit without a birth date",
      { article: { ageTo: 35 }, traveller: { birthday: null } },
      ["TRAVELLER_NOT_ELIGIBLE"],
    ],
    [
      "an age limit where birth dates are hidden",
      { article: { ageTo: 35 }, context: { hideBirthDate: true } },
      ["DOCUMENT_REQUIRED"],
    ],
    [
      "an age limit proved by a document",
      {
        article: { ageTo: 35 },
        traveller: { documents: [{ documentTypeId: "id", status: "VALID", expiresAt: null }] },
        context: { hideBirthDate: true },
      },
      [],
    ],
    [
      "another tariff status",
      { article: { statuses: ["job-seeker"] }, traveller: { tariffStatus: "student" } },
      ["TRAVELLER_NOT_ELIGIBLE"],
    ],
    [
      "the tariff status",
      { article: { statuses: ["student", "job-seeker"] }, traveller: { tariffStatus: "student" } },
      [],
    ],
    [
      "a tariff status where none is declared",
      { article: { statuses: ["job-seeker"] }, context: { profiling: false } },
      [],
    ],
    ["a document missing", { article: { requiredDocuments: documents } }, ["DOCUMENT_REQUIRED"]],
    [
      "the document valid",
      {
        article: { requiredDocuments: documents },
        traveller: { documents: [{ documentTypeId: "school", status: "VALID", expiresAt: null }] },
      },
      [],
    ],
    ["a picture missing", { article: { pictureRequired: true } }, ["PICTURE_REQUIRED"]],
    ["a picture there", { article: { pictureRequired: true }, traveller: { hasPicture: true } }, []],
    ["more than at once", { article: { maxBuyAtOnce: 2 }, line: { quantity: 3 } }, ["MAX_BUY_AT_ONCE"]],
    ["as many as at once", { article: { maxBuyAtOnce: 3 }, line: { quantity: 3 } }, []],
    [
      "several things at once",
      { article: { ageTo: 10, fields: [plate] }, line: { quantity: 20 } },
      ["QUANTITY_WRONG", "ITEM_FIELD_REQUIRED", "TRAVELLER_NOT_ELIGIBLE"],
    ],
  ])("%s", (_, given, expected) => {
    expect(codes(given)).toEqual(expected);
  });
});

test("the maximum of one purchase counts over all lines of the traveller, under any id of the article, as item and as option", () => {
  const articles = [
    sampleArticle("bike", { maxBuyAtOnce: 2, products: [{ productId: "bike-product", dematerialized: true }] }),
    sampleArticle("a", { options: ["bike"] }),
  ];
  const lines = [
    line({ productId: "bike" }),
    line({ productId: "bike-product", startMonth: null }),
    line({ optionLines: [{ productId: "bike", quantity: 1 }] }),
    line({ productId: "bike", customerId: "ben" }),
  ];
  const at = { ...context, travellers: [ana, { ...ana, userId: "ben" }] };
  const found = lines.map((_, index) => lineErrors(index, lines, articles, at).map(({ code }) => code));
  expect(found).toEqual([["MAX_BUY_AT_ONCE"], ["MAX_BUY_AT_ONCE"], ["MAX_BUY_AT_ONCE"], []]);
});

describe("the cart as a whole", () => {
  const option = { installments: 1, period: "P1M", allowSubscription: true } as const;
  const articles = [
    sampleArticle("a"),
    sampleArticle("b", { paymentOptions: [{ ...option, installments: 3, paymentMethods: ["CARD"] }] }),
    sampleArticle("tacit", { isRenewable: true, paymentOptions: [{ ...option, paymentMethods: ["CARD"] }] }),
    sampleArticle("once", { isRenewable: true }),
  ];
  test.each([
    ["nothing in it", [], ["CART_EMPTY"]],
    ["articles that share an option", ["a", "a"], []],
    ["articles that share none", ["a", "b"], ["PAYMENT_OPTIONS_INCOMPATIBLE"]],
    ["a subscription alone", ["tacit"], []],
    ["a subscription with another article", ["tacit", "a"], ["SUBSCRIPTION_NOT_ALONE"]],
    ["a subscription that no option allows", ["once"], ["PAYMENT_OPTIONS_INCOMPATIBLE"]],
    ["an unknown article, which its line tells", ["gone"], []],
  ])("%s", (_, ids, expected) => {
    const lines = ids.map((productId) => line({ productId }));
    expect(cartErrors(lines, articles, context).map(({ code }) => code)).toEqual(expected);
  });

  test("offers the payment options common to lines and extra articles", () => {
    const lines = [line({ optionLines: [{ productId: "b", quantity: 1 }] })];
    expect(cartOptions(lines, articles, context.offer)).toEqual([]);
    expect(cartOptions([line()], articles, context.offer)).toHaveLength(1);
  });
});
