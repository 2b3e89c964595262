import type { Support } from "@guichet/contract/catalogue.ts";
import { type Language, languages } from "@guichet/contract/languages.ts";
import { NetworkPack, type PackArticle } from "@guichet/contract/network-pack.ts";
import type { PackVoucher } from "@guichet/contract/packs/pack-vouchers.ts";
import fc from "fast-check";
import type { z } from "zod";

type ArticleIn = z.input<typeof PackArticle>;

/** Time zones of every kind: ahead and behind, southern, without summer time, with a quarter-hour offset, changing at midnight. */
const zones = [
  ...["Europe/Paris", "America/New_York", "America/Santiago", "Australia/Lord_Howe", "Pacific/Chatham", "Asia/Tokyo"],
  ...[
    "America/Havana",
    "Asia/Kathmandu",
    "Pacific/Kiritimati",
    "Pacific/Pago_Pago",
    "Africa/Nairobi",
    "Australia/Sydney",
  ],
];
/** Currencies with no, two and three decimals. */
const currencies = ["EUR", "JPY", "ISK", "KWD", "TND", "CHF", "BRL", "CLP"];
const rates = [0, 2.1, 5.5, 7.7, 8.25, 10, 17, 19.6, 20, 25, 99.99];
const supports: readonly Support[] = ["DEMATERIALIZED", "SHIPPING", "COLLECT", "MEDIA", "PHYSICAL"];
const durations = ["PT1H", "PT90M", "P1D", "P7D", "P31D", "P1M", "P1Y"];

const textIn = (own: readonly Language[]) =>
  fc
    .record(
      Object.fromEntries(languages.map((one) => [one, fc.string({ minLength: 1, maxLength: 30, unit: "grapheme" })])),
    )
    .map((texts) => {
      const shown = Object.entries(texts).filter(([one]) => own.includes(one as Language));
      return Object.fromEntries(shown.map(([one, text]) => [one, text.trim() || "·"]));
    });
const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined, freq: 3 });
/** Removes undefined keys, as in a file. */
const whole = <T>(value: object): T =>
  Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as T;

function anyArticle(id: string, own: readonly Language[], before: readonly string[]): fc.Arbitrary<ArticleIn> {
  const pivot = fc.constantFrom(
    { type: "DAY_PIVOT" as const, value: 23, proposals: 3 },
    { type: "DAY_PIVOT" as const, value: 0, proposals: 5 },
    { type: "WEEK_PIVOT" as const, value: 1, proposals: 2 },
    { type: "WEEK_PIVOT" as const, value: 7, proposals: 60 },
    { type: "MONTH_PIVOT" as const, value: 1, proposals: 13 },
    { type: "MONTH_PIVOT" as const, value: 31, proposals: 1 },
  );
  const named = { id: fc.constant("ask"), label: textIn(own), required: fc.boolean(), confirm: fc.boolean() };
  const field = fc.oneof(
    fc.record({
      ...named,
      type: fc.constantFrom("text" as const, "email" as const, "date" as const, "phone" as const),
    }),
    fc.record({
      ...named,
      type: fc.constant("select" as const),
      choices: fc.constant([{ value: "a", label: { [own[0] ?? "fr"]: "A" } }]),
    }),
  );
  return fc
    .record({
      category: fc.constantFrom("first", "second"),
      name: textIn(own),
      summary: textIn(own),
      description: maybe(textIn(own)),
      audience: maybe(textIn(own)),
      price: fc.oneof(fc.constant(0), fc.constant(1), fc.nat(999), fc.nat(2_000_000)),
      promo: fc.option(fc.nat(98), { freq: 4 }),
      vatRate: fc.constantFrom(...rates),
      supports: fc.uniqueArray(fc.constantFrom(...supports), { minLength: 1, maxLength: 5 }),
      tags: fc.constantFrom<string[]>([], [], [], ["hidden"], ["summer"]),
      tariffs: fc.subarray(["reduced"]),
      fields: fc.oneof({ weight: 4, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: field.map((one) => [one]) }),
      paymentOptions: fc.constantFrom<ArticleIn["paymentOptions"]>(
        [{ paymentMethods: ["CARD" as const] }],
        [{ paymentMethods: ["CARD" as const] }],
        [{ paymentMethods: ["CARD" as const] }, { paymentMethods: ["CARD" as const], installments: 3 }],
        [{ paymentMethods: ["CARD" as const, "CASH" as const], installments: 12, period: "P7D" as const }],
      ),
      least: fc.constantFrom(1, 1, 1, 2, 5),
      more: fc.constantFrom(0, 4, 9, 94),
      maxBuyAtOnce: maybe(fc.integer({ min: 1, max: 20 })),
      pivot: maybe(pivot),
      requiredDocuments: fc.constantFrom<string[]>([], [], [], [], ["proof"]),
      pictureRequired: fc.constantFrom(false, false, false, false, true),
      ages: maybe(fc.tuple(fc.nat(70), fc.nat(60))),
      statuses: fc.constantFrom<string[]>([], [], [], ["student"]),
      sale: fc.constantFrom(
        {},
        {},
        {},
        {},
        { salesFrom: "2026-12-01T00:00:00Z" },
        { salesEndsAt: "2026-12-01T00:00:00Z" },
      ),
      from: fc.constantFrom("purchase" as const, "start" as const, "first-use" as const),
      duration: fc.constantFrom(...durations),
      yearly: maybe(fc.constantFrom({ from: "09-01", to: "08-31" }, { from: "02-29", to: "02-29" })),
      remainingPrice: fc.constantFrom("full" as const, "by-month" as const, undefined),
      useWithin: maybe(fc.constantFrom("P1D", "P1Y")),
      trips: maybe(fc.integer({ min: 1, max: 255 })),
      options: fc.subarray(before.slice(-2)),
    })
    .map(({ promo, least, more, ages, sale, from, duration, yearly, remainingPrice, ...article }) =>
      whole<ArticleIn>({
        id,
        ...article,
        ...sale,
        promoPrice: promo === null || article.price === 0 ? undefined : Math.floor((article.price * promo) / 100),
        quantityMin: least,
        quantityMax: least + more,
        ageFrom: ages?.[0],
        ageTo: ages === undefined ? undefined : ages[0] + ages[1],
        remainingPrice: yearly !== undefined && article.pivot === undefined ? remainingPrice : undefined,
        validity: yearly !== undefined ? { period: yearly } : validityOf(from, duration, article.pivot?.type),
      }),
    );
}

/** A start needs a pivot; a week or month that has begun is still sold, but must not have ended. */
function validityOf(from: "purchase" | "start" | "first-use", duration: string, pivot: string | undefined) {
  if (from !== "start") return { from, duration };
  if (pivot === undefined) return { from: "purchase" as const, duration };
  return { from, duration: pivot === "DAY_PIVOT" ? duration : "P1M" };
}

const anyVoucher = (code: string, ids: readonly string[]): fc.Arbitrary<z.input<typeof PackVoucher>> =>
  fc
    .record({
      type: fc.constantFrom("AMOUNT", "RATIO", "ARTICLE_AMOUNT", "ARTICLE_RATIO", "GIFT"),
      amount: fc.oneof(fc.nat(500), fc.nat(3_000_000)),
      ratio: fc.constantFrom(0.01, 5, 33.33, 50, 99.99, 100),
      articles: fc.subarray([...ids], { minLength: 1, maxLength: 3 }),
      minimumAmount: maybe(fc.nat(5_000)),
      limit: maybe(fc.nat(3)),
      limitPerAccount: maybe(fc.integer({ min: 1, max: 2 })),
      combinable: fc.boolean(),
      active: fc.constantFrom(true, true, true, false),
      validUntil: maybe(fc.constantFrom("2026-11-01T00:00:00Z", "2027-11-01T00:00:00Z")),
    })
    .map(({ type, amount, ratio, articles, ...voucher }) =>
      whole<z.input<typeof PackVoucher>>({
        code,
        type: type as PackVoucher["type"],
        ...voucher,
        ...(type.endsWith("AMOUNT") ? { amount } : {}),
        ...(type.endsWith("RATIO") ? { ratio } : {}),
        ...(type === "GIFT" ? { articles: articles.slice(0, 1) } : type.startsWith("ARTICLE_") ? { articles } : {}),
      }),
    );

/** Agencies that are open every day, so that a slot is available. */
const anyAgency = (id: string) =>
  fc
    .record({
      label: fc.string({ minLength: 1, maxLength: 30, unit: "grapheme" }),
      slotMinutes: fc.constantFrom(15, 45, 60, 480),
      slotCapacity: fc.integer({ min: 1, max: 3 }),
      place: maybe(
        fc.record({
          latitude: fc.double({ min: -90, max: 90, noNaN: true, noDefaultInfinity: true }),
          longitude: fc.double({ min: -180, max: 180, noNaN: true, noDefaultInfinity: true }),
        }),
      ),
    })
    .map(({ place, ...agency }) =>
      whole({
        id,
        index: 1,
        addressRoute: "1 Main Street",
        addressPostalCode: "0000",
        addressCity: "Town",
        openingHours: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opens: "00:00", closes: "23:59" })),
        ...agency,
        ...place,
      }),
    );

/** A valid network pack: arbitrary articles, currency, zone, languages and rates. */
export function anyPack(id: string): fc.Arbitrary<NetworkPack> {
  return fc
    .shuffledSubarray([...languages], { minLength: 1 })
    .chain((own) => {
      const ids = Array.from({ length: 8 }, (_, place) => `${id}-article-${place}`);
      const texts = textIn(own);
      return fc.record({
        own: fc.constant(own),
        currency: fc.constantFrom(...currencies),
        timeZone: fc.constantFrom(...zones),
        profiling: fc.boolean(),
        parts: fc.boolean(),
        fee: maybe(fc.nat(5_000)),
        feeRate: fc.constantFrom(...rates),
        names: fc.record({ first: texts, second: texts, reduced: texts, student: texts, proof: texts, fee: texts }),
        articles: fc.tuple(...ids.map((each, place) => anyArticle(each, own, ids.slice(0, place)))),
        vouchers: fc.tuple(...["FIRST", "SECOND", "THIRD", "FOURTH"].map((code) => anyVoucher(code, ids))),
        agency: anyAgency("agency"),
      });
    })
    .map((made) => {
      const { own, names } = made;
      const terms = Object.fromEntries(own.map((one) => [one, "# §\n\n…"]));
      // Installments are possible only if the network has them.
      const paid = made.articles.map((article) =>
        made.parts ? article : { ...article, paymentOptions: [{ paymentMethods: ["CARD" as const] }] },
      );
      // Without a required status, only a document may exclude other travellers.
      const articles = paid.map((article) =>
        made.profiling || (article.requiredDocuments ?? []).length > 0 ? article : { ...article, statuses: [] },
      );
      return NetworkPack.parse({
        network: {
          id,
          name: `Network ${id}`,
          domains: [`${id}.test`],
          currency: made.currency,
          timeZone: made.timeZone,
          languages: own,
          accent: "#0b5a68",
          switches: { profiling: made.profiling, multipleInstallments: made.parts },
          ...(made.fee === undefined
            ? {}
            : { shippingFee: { productId: `${id}-post`, name: names.fee, price: made.fee, vatRate: made.feeRate } }),
          contact: { email: `help@${id}.example` },
          seller: { legalName: "Seller", address: "1 Main Street", identifiers: { siret: "73282932000074" } },
          termsUpdatedOn: {
            "legal-notice": "2026-01-05",
            "terms-of-use": "2026-02-06",
            "privacy-policy": "2026-03-07",
          },
          accessibility: { state: "not", contact: `help@${id}.example` },
          authentication: {},
          payment: { provider: "lyra" },
          mailFrom: `help@${id}.example`,
        },
        catalogue: {
          categories: [
            { id: "first", productTypeIndex: 1, name: names.first, ink: "pass", icon: "ticket" },
            { id: "second", productTypeIndex: -7, name: names.second, ink: "social", icon: "card" },
          ],
          tariffs: [{ id: "reduced", name: names.reduced }],
          statuses: [{ id: "student", name: names.student }],
          documentTypes: [{ id: "proof", name: names.proof }],
          articles,
        },
        agencies: { agencies: [made.agency] },
        vouchers: { vouchers: made.vouchers },
        terms: { "legal-notice": terms, "terms-of-use": terms, "privacy-policy": terms },
        logo: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8H0z"/></svg>',
      });
    });
}
