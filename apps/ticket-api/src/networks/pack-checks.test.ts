import { expect, test } from "vitest";
import { debitNetwork } from "../testing/test-debits.ts";
import { testArticle, testPack, testProviders } from "../testing/test-pack.ts";
import { checkPack } from "./pack-checks.ts";
import { describeFault } from "./pack-folder.ts";

const withProviders = (...changes: Record<string, unknown>[]) => ({
  network: {
    authentication: {
      providers: changes.map((change, at) => ({ ...testProviders[1], id: `p${at}`, slug: `p${at}`, ...change })),
    },
  },
});

const { creditor } = debitNetwork;
const school = { year: { from: "2026-09-01", to: "2027-07-03" }, ageFrom: 3, ageTo: 20, schools: [] };

const texts = (word: string) => ({ fr: word, en: word, ar: word, it: word, es: word });
const groups = [{ id: "g", name: texts("Group"), summary: texts("All of them") }];
const inGroup = (id: string, over: Record<string, unknown> = {}) => ({
  ...testArticle({ id, price: 1, group: "g", audience: texts("Everyone") }),
  ...over,
});

const broken: [string, Parameters<typeof testPack>[0], string][] = [
  [
    "a payment provider that is not known (any more)",
    { network: { payment: { provider: "sandbox" } } },
    "network.json, payment.provider: no provider sandbox: stripe or lyra",
  ],
  [
    "a school year that ends before it begins",
    { network: { school: { ...school, year: { from: "2026-09-01", to: "2026-07-03" } } } },
    "network.json, school.year.to: not after school.year.from",
  ],
  [
    "pupils who are never of age",
    { network: { school: { ...school, ageFrom: 21 } } },
    "network.json, school.ageFrom: above ageTo",
  ],
  [
    "a school named twice",
    {
      network: { school: { ...school, schools: [1, 2].map(() => ({ id: "vauban", name: "Vauban", city: "Amiens" })) } },
    },
    "network.json, school.schools.vauban.id: used twice",
  ],
  [
    "a home stop named twice",
    { network: { homeStops: [1, 2].map(() => ({ id: "gare", name: "Gare" })) } },
    "network.json, homeStops.gare.id: used twice",
  ],
  [
    "a category that is not there",
    { articles: [testArticle({ id: "a", price: 1, category: "buses" })] },
    "catalogue.json, articles.a.category: no category buses",
  ],
  [
    "a price for remaining months without a period",
    { articles: [testArticle({ id: "a", price: 1, remainingPrice: "by-month" })] },
    "catalogue.json, articles.a.remainingPrice: only for a yearly period",
  ],
  [
    "a price for remaining months where the start is chosen",
    {
      articles: [
        testArticle({
          id: "a",
          price: 1,
          remainingPrice: "by-month",
          validity: { period: { from: "09-01", to: "08-31" } },
          pivot: { type: "MONTH_PIVOT", value: 20, proposals: 3 },
        }),
      ],
    },
    "catalogue.json, articles.a.remainingPrice: by-month has no chosen start (pivot)",
  ],
  [
    "a refund by trips of a ticket without trips",
    { articles: [testArticle({ id: "a", price: 1, refund: { basis: "used-value", usedPrices: { trip: 1 } } })] },
    "catalogue.json, articles.a.refund.usedPrices.trip: needs trips",
  ],
  [
    "an option that is not there",
    { articles: [testArticle({ id: "a", price: 1, options: ["b"] })] },
    "catalogue.json, articles.a.options: there is no b",
  ],
  [
    "a document that is not there",
    { articles: [testArticle({ id: "a", price: 1, requiredDocuments: ["b"] })] },
    "catalogue.json, articles.a.requiredDocuments: there is no b",
  ],
  ["a group that is not there", { articles: [inGroup("a")] }, "catalogue.json, articles.a.group: no group g"],
  [
    "a group without an article",
    { groups, articles: [testArticle({ id: "a", price: 1 })] },
    "catalogue.json, groups.g.id: no article is in it",
  ],
  [
    "a group named twice",
    { groups: [...groups, ...groups], articles: [inGroup("a")] },
    "catalogue.json, groups.g.id: used twice",
  ],
  [
    "a group without the default language",
    { groups: [{ ...groups[0], name: { en: "Group" } }], articles: [inGroup("a")] },
    "catalogue.json, groups.g.name: no text in the default language (fr)",
  ],
  [
    "a zone without a group",
    { articles: [testArticle({ id: "a", price: 1, zone: texts("Zone A") })] },
    "catalogue.json, articles.a.zone: needs a group: the zone is chosen among its articles",
  ],
  [
    "two articles of a group with the same zone and audience",
    { groups, articles: [inGroup("a", { zone: texts("Zone A") }), inGroup("b", { zone: texts("Zone A") })] },
    "catalogue.json, articles.b.group: not told from a by zone and audience (in fr): give both one of their own",
  ],
  [
    "an article for every zone of a group, and one for a zone and the same audience",
    { groups, articles: [inGroup("a", { zone: texts("Zone A") }), inGroup("b")] },
    "catalogue.json, articles.b.group: not told from a by zone and audience (in fr): give both one of their own",
  ],
  [
    "two zones of a group that have one name in a language",
    {
      groups,
      articles: [
        inGroup("a", { zone: { ...texts("Zone A"), ar: "A" } }),
        inGroup("b", { zone: { ...texts("Zone B"), ar: "A" } }),
      ],
    },
    "catalogue.json, articles.b.group: not told from a by zone and audience (in ar): give both one of their own",
  ],
  [
    "an id used twice",
    { articles: [testArticle({ id: "a", price: 1 }), testArticle({ id: "a", price: 2 })] },
    "catalogue.json, articles.a.id: used twice",
  ],
  [
    "one product of two articles",
    {
      articles: [
        testArticle({ id: "a", price: 1 }),
        testArticle({ id: "b", price: 2, products: [{ id: "a", dematerialized: true }] }),
      ],
    },
    "catalogue.json, articles.b.products: product a belongs to a",
  ],
  [
    "a pivot value out of range",
    { articles: [testArticle({ id: "a", price: 1, pivot: { type: "WEEK_PIVOT", value: 8, proposals: 3 } })] },
    "catalogue.json, articles.a.pivot.value: WEEK_PIVOT takes 1 to 7",
  ],
  [
    "validity from a start that nobody can choose",
    { articles: [testArticle({ id: "a", price: 1, validity: { from: "start", duration: "P1D" } })] },
    "catalogue.json, articles.a.pivot: needed where validity counts from the start",
  ],
  [
    "a week that is over on the day on which it is still sold",
    {
      articles: [
        testArticle({
          id: "a",
          price: 1,
          pivot: { type: "WEEK_PIVOT", value: 3, proposals: 3 },
          validity: { from: "start", duration: "P2D" },
        }),
      ],
    },
    "catalogue.json, articles.a.validity.duration: over before day 3 of what has begun, on which it is still sold",
  ],
  [
    "a month of hours that is over on the day on which it is still sold",
    {
      articles: [
        testArticle({
          id: "a",
          price: 1,
          pivot: { type: "MONTH_PIVOT", value: 2, proposals: 3 },
          validity: { from: "start", duration: "PT49H" },
        }),
      ],
    },
    "catalogue.json, articles.a.validity.duration: over before day 2 of what has begun, on which it is still sold",
  ],
  [
    "a duration of nothing",
    { articles: [testArticle({ id: "a", price: 1, validity: { from: "purchase", duration: "PT0M" } })] },
    "catalogue.json, articles.a.validity.duration: not between a minute and 50 years",
  ],
  [
    "a duration without end",
    { articles: [testArticle({ id: "a", price: 1, validity: { from: "purchase", duration: "P9999Y" } })] },
    "catalogue.json, articles.a.validity.duration: not between a minute and 50 years",
  ],
  [
    "a first use within nothing",
    { articles: [testArticle({ id: "a", price: 1, useWithin: "P0D" })] },
    "catalogue.json, articles.a.useWithin: not between a minute and 50 years",
  ],
  [
    "a running time that no code can say",
    { articles: [testArticle({ id: "a", price: 1, validity: { from: "first-use", duration: "P1M3D" } })] },
    "catalogue.json, articles.a.validity.duration: from the first use: one unit, as P31D or PT90M",
  ],
  [
    "an id that no code can say",
    { articles: [testArticle({ id: "a".repeat(49), price: 1 })] },
    `catalogue.json, articles.${"a".repeat(49)}.products: ${"a".repeat(49)}: a ticket's code takes ids of 48 characters`,
  ],
  [
    "an article that nobody can pay",
    { articles: [testArticle({ id: "a", price: 1, paymentOptions: [{ paymentMethods: ["TRANSFER"] }] })] },
    "catalogue.json, articles.a.paymentOptions: none of them is possible in this network",
  ],
  [
    "a subscription where there are none",
    {
      articles: [
        testArticle({ id: "a", price: 1, renewalInterval: "P1M", validity: { from: "purchase", duration: "P1M" } }),
      ],
    },
    "catalogue.json, articles.a.renewalInterval: the network has no subscriptions (switches.subscriptions)",
  ],
  [
    "a subscription whose first period nobody knows",
    {
      articles: [testArticle({ id: "a", price: 1, renewalInterval: "P1M" })],
      network: { switches: { subscriptions: true } },
    },
    "catalogue.json, articles.a.validity: a subscription counts from purchase or start",
  ],
  [
    "a subscription that somebody would have to hand over each time",
    {
      articles: [
        testArticle({
          id: "a",
          price: 1,
          renewalInterval: "P1M",
          validity: { from: "purchase", duration: "P1M" },
          supports: ["DEMATERIALIZED", "SHIPPING"],
        }),
      ],
      network: { switches: { subscriptions: true } },
    },
    "catalogue.json, articles.a.supports: a subscription is MEDIA or DEMATERIALIZED",
  ],
  [
    "a text without the default language",
    { articles: [testArticle({ id: "a", price: 1, audience: { en: "Everyone" } })] },
    "catalogue.json, articles.a.audience: no text in the default language (fr)",
  ],
  [
    "a fare zone named twice",
    { network: { fareZones: [1, 2].map(() => ({ id: "a", name: { fr: "Zone A" } })) } },
    "network.json, fareZones.a.id: used twice",
  ],
  [
    "a fare zone that is not there",
    { articles: [testArticle({ id: "a", price: 1, advice: { fareZones: ["b"] } })] },
    "catalogue.json, articles.a.advice.fareZones: network.json has no fare zone b",
  ],
  [
    "search words in a language that the network lacks",
    { articles: [testArticle({ id: "a", price: 1, searchWords: { ar: ["دراجة"] } })], network: { languages: ["fr"] } },
    "catalogue.json, articles.a.searchWords.ar: not a language of the network",
  ],
  [
    "a search word named twice",
    { articles: [testArticle({ id: "a", price: 1, searchWords: { fr: ["vélo", "Vélo"] } })] },
    "catalogue.json, articles.a.searchWords.fr.1: named twice",
  ],
  [
    "a time zone that is none",
    { network: { timeZone: "Europe/Amiens" } },
    "network.json, timeZone: Europe/Amiens is not a time zone",
  ],
  [
    "a currency that is none",
    { network: { currency: "EUX" } },
    "network.json, currency: EUX is not an ISO 4217 currency",
  ],
  [
    "a provider named twice",
    withProviders({ id: "one" }, { id: "one" }),
    "network.json, authentication.providers.one: used twice",
  ],
  [
    "a provider that is called as our own way to sign in",
    withProviders({ id: "password" }),
    "network.json, authentication.providers.password.id: password is a way to sign in of our own",
  ],
  [
    "a second default provider",
    withProviders({ isDefault: true }, { isDefault: true }),
    "network.json, authentication.providers.p1.isDefault: there is a default already",
  ],
  [
    "direct debit without its switch",
    { network: { paymentMethods: ["CARD", "TRANSFER"], creditor } },
    "network.json, paymentMethods: TRANSFER needs switches.transferPayments",
  ],
  [
    "direct debit without a creditor",
    { network: { paymentMethods: ["CARD", "TRANSFER"], switches: { transferPayments: true } } },
    "network.json, creditor: missing: TRANSFER needs it",
  ],
  [
    "a creditor identifier that is none",
    { network: { creditor: { ...creditor, id: "FR49ZZZ594823" } } },
    "network.json, creditor.id: not a SEPA creditor identifier",
  ],
  [
    "a creditor's account that is none",
    { network: { creditor: { ...creditor, iban: "FR7630006000010000000000929" } } },
    "network.json, creditor.iban: not an IBAN of a SEPA country",
  ],
  [
    "direct debit in another currency",
    { network: { creditor, currency: "CHF" } },
    "network.json, creditor: direct debits are in EUR, the network's currency is CHF",
  ],
  [
    "a voucher for an article that is not there",
    { vouchers: [{ code: "GIFT", type: "GIFT", articles: ["none"] }] },
    "vouchers.json, vouchers.GIFT.articles: there is no article none",
  ],
  [
    "a voucher without its amount",
    { vouchers: [{ code: "LESS", type: "AMOUNT" }] },
    "vouchers.json, vouchers.LESS.amount: needed by a voucher of type AMOUNT",
  ],
  [
    "an agency that closes before it opens",
    {
      agencies: [
        {
          id: "a",
          index: 1,
          label: "A",
          addressRoute: "",
          addressPostalCode: "",
          addressCity: "",
          openingHours: [{ weekday: 1, opens: "12:00", closes: "09:00" }],
        },
      ],
    },
    "agencies.json, agencies.a.openingHours.0: closes before it opens",
  ],
];
// covers: an article whose ticket could not be issued is refused at its import
test.each(broken)("%s is refused", (_, options, fault) => {
  expect(checkPack(testPack(options)).map(describeFault)).toEqual([fault]);
});

test("legal texts are required in the default language, with a title and a day", () => {
  const pack = testPack({
    network: { termsUpdatedOn: { "legal-notice": "2026-01-05", "terms-of-use": "2026-01-05" } },
  });
  pack.terms = {
    "legal-notice": { en: "# Notice" },
    "terms-of-use": { fr: "No title" },
    "privacy-policy": { fr: "# P" },
  };
  expect(checkPack(pack).map(describeFault)).toEqual([
    "terms/fr/legal-notice.md: missing: every legal text is required in the default language",
    "terms/fr/terms-of-use.md: the first line is not a title (`# ...`)",
    "network.json, termsUpdatedOn.privacy-policy: missing",
  ]);
});

test.each([
  '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"></svg>',
  '<svg xmlns="http://www.w3.org/2000/svg"><image href="https://elsewhere.example/a.png"/></svg>',
  '<svg xmlns="http://www.w3.org/2000/svg"><a xlink:href="javascript:alert(1)"/></svg>',
  '<svg xmlns="http://www.w3.org/2000/svg"><style>@import "a.css"</style></svg>',
  '<svg xmlns="http://www.w3.org/2000/svg"><foreignObject/></svg>',
  '<!DOCTYPE svg [<!ENTITY a "b">]><svg xmlns="http://www.w3.org/2000/svg"></svg>',
  "<html><body>Logo</body></html>",
])("a logo that runs or fetches something is refused: %s", (logo) => {
  expect(checkPack({ ...testPack(), logo })).toMatchObject([{ file: "logo.svg" }]);
});

test.each([
  "http://id.example/realms/a",
  "https://id.example/",
  "https://u:p@id.example",
  "sandbox:realms/a",
  "ftp://id.example",
])("a provider at %s is refused", (url) => {
  expect(() => testPack(withProviders({ url }))).toThrow("nor `sandbox:");
});

test("a pack never contains a secret", () => {
  expect(() => testPack(withProviders({ secret: "s3cret" }))).toThrow("secret");
});
