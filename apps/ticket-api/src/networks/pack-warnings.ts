import type { Language } from "@guichet/contract/locales.ts";
import { type NetworkPack, type PackArticle, termsKinds } from "@guichet/contract/network-pack.ts";
import { dayIn } from "@guichet/rules/dates/days.ts";
import { warnOfColours } from "./colour-warnings.ts";
import { warnOfDebits } from "./debit-warnings.ts";
import { warnOfFeed } from "./feed-warnings.ts";
import { type PackFault, packFiles } from "./pack-folder.ts";
import { pathByIds } from "./pack-paths.ts";
import { textsWithout } from "./pack-texts.ts";
import { warnOfRefunds } from "./refund-warnings.ts";

/** Warns of likely mistakes: the pack is imported, and the warnings are reported. `at`: an instant. */
export function warnOfPack(pack: NetworkPack, at: string): PackFault[] {
  const today = dayIn(at, pack.network.timeZone);
  return [
    ...warnOfTexts(pack),
    ...warnOfColours(pack),
    ...warnOfAges(pack),
    ...warnOfAgencies(pack),
    ...warnOfSales(pack, at),
    ...warnOfRefunds(pack),
    ...warnOfDebits(pack),
    ...warnOfFeed(pack, today),
  ];
}

const english = new Intl.DisplayNames("en", { type: "language" });
const nameOf = (language: Language): string => english.of(language) ?? language;
/** How many texts one warning lists; the others are counted. */
const listedMax = 5;

function warnOfTexts(pack: NetworkPack): PackFault[] {
  const [fallback, ...others] = pack.network.languages;
  return others.flatMap((language) => {
    const files = (["network", "catalogue"] as const).map((name) => {
      const file = `${name}.json`;
      const missing = textsWithout(language, packFiles[name], pack[name]);
      return { file, missing: missing.map((path) => pathByIds(path, pack[name])) };
    });
    const terms = termsKinds.filter((kind) => pack.terms[kind]?.[language] === undefined);
    const describeMissing = (missing: readonly string[]) =>
      `${missing.length} without ${nameOf(language)}, shown in ${nameOf(fallback ?? "fr")}: ${missing.slice(0, listedMax).join(", ")}${missing.length > listedMax ? ", ..." : ""}`;
    return [
      ...files
        .filter(({ missing }) => missing.length > 0)
        .map(({ file, missing }) => ({ file, path: "", message: `texts ${describeMissing(missing)}` })),
      ...(terms.length > 0
        ? [{ file: `terms/${language}`, path: "", message: `legal texts ${describeMissing(terms)}` }]
        : []),
    ];
  });
}

/** Warns of two age bands of the same ticket that share an age at their border, so that both may be bought. */
function warnOfAges({ catalogue: { articles } }: NetworkPack): PackFault[] {
  return articles.flatMap((younger, index) =>
    articles.flatMap((older) => {
      if (younger === older || withoutAges(younger) !== withoutAges(older)) return [];
      const from = older.ageFrom ?? 0;
      const to = younger.ageTo ?? Number.POSITIVE_INFINITY;
      const overlaps = from > (younger.ageFrom ?? 0) && from <= to && to < (older.ageTo ?? Number.POSITIVE_INFINITY);
      if (!overlaps) return [];
      const shared = from === to ? `age ${from} is` : `ages ${from} to ${to} are`;
      return [
        {
          file: "catalogue.json",
          path: `articles.${index}.ageTo`,
          message: `${shared} in ${older.id} too: ageFrom and ageTo are both included`,
        },
      ];
    }),
  );
}

/** Everything in which two articles that differ only by age are equal. */
function withoutAges({
  category,
  type,
  validity,
  trips,
  supports,
  statuses,
  tariffs,
  renewalInterval,
  originDestination,
}: PackArticle) {
  return JSON.stringify([
    category,
    type,
    validity,
    trips,
    [...supports].sort(),
    statuses,
    tariffs,
    renewalInterval,
    originDestination,
  ]);
}

function warnOfAgencies({ agencies: { agencies } }: NetworkPack): PackFault[] {
  return agencies.flatMap(({ latitude, longitude }, index) =>
    latitude === 0 && longitude === 0
      ? [{ file: "agencies.json", path: `agencies.${index}.latitude`, message: "0 and 0 lie in the ocean off Africa" }]
      : [],
  );
}

function warnOfSales({ catalogue: { articles }, vouchers: { vouchers } }: NetworkPack, at: string): PackFault[] {
  const isOver = (until: string | undefined) => until !== undefined && Date.parse(until) <= Date.parse(at);
  const over = "is past: nobody can buy it any more";
  return [
    ...articles.flatMap(({ salesEndsAt }, index) =>
      isOver(salesEndsAt) ? [{ file: "catalogue.json", path: `articles.${index}.salesEndsAt`, message: over }] : [],
    ),
    ...vouchers.flatMap(({ validUntil, active }, index) =>
      active && isOver(validUntil)
        ? [
            {
              file: "vouchers.json",
              path: `vouchers.${index}.validUntil`,
              message: "is past: nobody can use it any more",
            },
          ]
        : [],
    ),
  ];
}
