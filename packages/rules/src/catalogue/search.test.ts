import { readFileSync } from "node:fs";
import { languages } from "@guichet/contract/locales.ts";
import { PackCatalogue } from "@guichet/contract/network-pack.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sampleArticle } from "../sample-article.ts";
import { beginningDistance, type SearchedArticle, searchArticles, suggestSearches, wordsOf } from "./search.ts";
import { searchTexts } from "./search-words.ts";

type Found = SearchedArticle & { id: string };
const article = (name: string, over: Partial<Found> = {}): Found => {
  return { id: name, name, summary: "", searchWords: [], ...over };
};
const ids = (articles: readonly Found[]) => articles.map(({ id }) => id);

/** The articles of a network's pack as its home page searches them in one language. */
function shown(network: string, language: (typeof languages)[number]): Found[] {
  const file = new URL(`../../../../networks/${network}/catalogue.json`, import.meta.url);
  const { articles, categories, tariffs } = PackCatalogue.parse(JSON.parse(readFileSync(file, "utf8")));
  return articles.map((packed) => {
    const words = [packed, categories.find(({ id }) => id === packed.category)].flatMap((of) =>
      Object.values(of?.searchWords ?? {}).flat(),
    );
    const item = sampleArticle(packed.id, {
      name: packed.name[language] ?? "",
      summary: packed.summary[language] ?? "",
      audience: packed.audience?.[language] ?? null,
      tariffs: tariffs.flatMap(({ id, name }) => (packed.tariffs.includes(id) ? [{ id, name: name.fr ?? "" }] : [])),
      validity: packed.validity,
      trips: packed.trips ?? null,
      searchWords: [...Object.values(packed.name), ...Object.values(packed.audience ?? {}), ...words],
    });
    return { ...item, id: packed.id, searchWords: searchTexts(item) };
  });
}

test.each([
  ["24h", ["24", "h"]],
  ["L’Été, à VÉLO !", ["l", "ete", "a", "velo"]],
  ["الطلاب", ["طلاب"]],
  ["والتذاكر", ["تذاكر"]],
  ["—", []],
])("the words of %s are %j", (text, words) => {
  expect(wordsOf(text)).toEqual(words);
});

test.each([
  ["carnet", "carnet", 0],
  ["carn", "carnet", 0],
  ["carnte", "carnet", 1],
  ["canet", "carnet", 1],
  ["xcarnet", "carnet", 1],
  ["", "carnet", 0],
])("%s becomes a beginning of %s with %i letters changed", (asked, word, distance) => {
  expect(beginningDistance(asked, word)).toBe(distance);
});

// covers: search finds an article without accents, with a wrong letter, by a synonym and in another language
describe.each<[string, string, string, string[]]>([
  ["demo", "fr", "etudiant", ["pass-31-youth", "year-youth", "year-school"]],
  ["demo", "fr", "étudinat", ["pass-31-youth", "year-youth"]],
  ["demo", "fr", "STUDENT", ["pass-31-youth"]],
  ["demo", "en", "étudiant", ["year-youth"]],
  ["demo", "fr", "chômeur", ["transition"]],
  ["demo", "fr", "chomage", ["transition"]],
  ["demo", "fr", "24h", ["day-pass"]],
  ["demo", "fr", "velo", ["day-pass"]],
  ["demo", "fr", "retraité", ["pass-31-senior", "year-senior"]],
  ["demo", "fr", "abonement mensuel", ["month-renewing"]],
  ["demo", "fr", "pass pour étudiant", ["pass-31-youth"]],
  ["demo", "fr", "handicapé", ["harmonie", "harmonie-school"]],
  ["demo", "ar", "تذكرة", ["ticket-1h"]],
  ["demo", "fr", "تذكرة", ["ticket-1h", "day-pass"]],
  ["demo", "ar", "الطلاب", ["year-youth"]],
  ["demo", "it", "disocupato", ["transition"]],
  ["zones", "fr", "etudiant zone b", ["single-youth-b", "monthly-youth-b"]],
  ["zones", "en", "bébé", ["under-3"]],
])("in the network %s in %s", (network, language, query, expected) => {
  test(`"${query}" finds ${expected.join(", ")}`, () => {
    const articles = shown(network, language as (typeof languages)[number]);
    const found = ids(searchArticles(articles, query));
    expect(found).toEqual(expect.arrayContaining(expected));
    expect(found.length).toBeLessThan(articles.length / 1.5);
  });
});

test.each([
  ["velo", ["transition"]],
  ["chomeur", ["ticket-1h", "year-adult"]],
  ["retraité", ["pass-31-youth"]],
])("%s does not find %j", (query, others) => {
  for (const other of others) expect(ids(searchArticles(shown("demo", "fr"), query))).not.toContain(other);
});

const packs = (["demo", "zones"] as const)
  .flatMap((network) =>
    languages.map(
      (language) => [network, language, shown(network, language).filter(({ name }) => name !== "")] as const,
    ),
  )
  .filter(([, , articles]) => articles.length > 0);

describe.each(packs)("every article of %s in %s", (_network, _language, articles) => {
  test("is found by its own name, whatever accents and case", () => {
    for (const { id, name } of articles) {
      const typed = [name, name.toUpperCase(), name.normalize("NFD"), name.normalize("NFD").replace(/\p{M}/gu, "")];
      for (const query of typed) expect(ids(searchArticles(articles, query)), query).toContain(id);
    }
  });

  test("is found with one typing error in a word of five letters or more", () => {
    const words = articles.flatMap(({ id, name }) =>
      wordsOf(name)
        .filter((word) => word.length >= 5 && /^\p{L}+$/u.test(word))
        .map((word) => ({ id, word })),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...words),
        fc.nat(),
        fc.constantFrom("drop", "double", "swap", "wrong"),
        (one, at, how) => {
          const typed = mistyped(one.word, at % one.word.length, how);
          // A word that lost a letter may have become another one, as "moins" becomes "mois".
          if (typed.length < 5 && articles.some((other) => wordsIn(other).some((word) => word.includes(typed)))) return;
          expect(ids(searchArticles(articles, typed)), `${typed} for ${one.word}`).toContain(one.id);
        },
      ),
      { numRuns: 60 },
    );
  });
});

const wordsIn = ({ name, summary, searchWords }: Found) => [name, summary, ...searchWords].flatMap(wordsOf);

function mistyped(word: string, at: number, how: string): string {
  const [before, letter, after] = [word.slice(0, at), word.slice(at, at + 1), word.slice(at + 1)];
  if (how === "drop") return before + after;
  if (how === "double") return before + letter + letter + after;
  if (how === "swap") return before + after.slice(0, 1) + letter + after.slice(1);
  return `${before}x${after}`;
}

test("those found with a wrong letter come last, and equal ones stay in their order", () => {
  const articles = [article("Carnot"), article("Carnet de 10"), article("Petit carnet")];
  expect(ids(searchArticles(articles, "carnet"))).toEqual(["Carnet de 10", "Petit carnet", "Carnot"]);
  expect(ids(searchArticles(articles, "  "))).toEqual(["Carnot", "Carnet de 10", "Petit carnet"]);
});

test("numbers and short words must be right; a word of four letters unless nothing has it", () => {
  const articles = [article("Pass 31 jours"), article("Moins de 11 ans"), article("Deux mois")];
  expect(ids(searchArticles(articles, "31"))).toEqual(["Pass 31 jours"]);
  expect(ids(searchArticles(articles, "13"))).toEqual([]);
  expect(ids(searchArticles(articles, "ens"))).toEqual([]);
  expect(ids(searchArticles(articles, "mois"))).toEqual(["Deux mois"]);
  expect(ids(searchArticles(articles, "jous"))).toEqual(["Pass 31 jours"]);
});

// covers: a search without a result suggests the nearest words and articles
describe("suggestions", () => {
  const articles = [article("Abonnement Senior"), article("Ticket Tribu"), article("Abonnement Été")];

  test("the nearest words as they are written, each of which finds an article", () => {
    const { words } = suggestSearches(articles, "sanyor");
    expect(words).toEqual(["senior"]);
    for (const word of words) expect(searchArticles(articles, word)).not.toEqual([]);
  });

  test("the articles that have most of the words", () => {
    const { articles: near } = suggestSearches(articles, "abonnement trottinette");
    expect(ids(near)).toEqual(["Abonnement Senior", "Abonnement Été"]);
    expect(suggestSearches(articles, "xyzzyqwv")).toEqual({ words: [], articles: [] });
  });

  test("every suggested word finds an article of the demo, whatever was typed", () => {
    const demo = shown("demo", "fr");
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 14 }), (query) => {
        for (const word of suggestSearches(demo, query).words) expect(searchArticles(demo, word)).not.toEqual([]);
      }),
      { numRuns: 80 },
    );
  });
});
