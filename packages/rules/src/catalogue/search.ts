import { fold } from "../persons/folding.ts";

/** Search of the catalogue by words, without accents and case, with one or two wrong letters (decision 132). */

/** What the search reads of an article. */
export interface SearchedArticle {
  name: string;
  summary: string;
  /** Other texts by which it is found: in other languages, synonyms, words of the pack. */
  searchWords: readonly string[];
}

/** An Arabic article, with a preposition before it or not, in front of at least three letters. */
const arabicArticle = /^(?:[وبكف]?ال|لل)(?=.{3})/u;
const wordPattern = /\p{L}+|\p{N}+/gu;

/** Words that say nothing about an article; ignored where other words were typed. */
const fillers = new Set(
  "de du des la le les un une et en au aux pour avec the of and for to an in di il lo per con el los las para من في على مع".split(
    " ",
  ),
);

/** The words of a text, folded: "24h" gives "24" and "h". */
export function wordsOf(text: string): string[] {
  return (fold(text).match(wordPattern) ?? []).map((word) => word.replace(arabicArticle, ""));
}

/** How many texts of articles keep their words; a network has some hundreds, in each language. */
const textsMax = 5_000;
const wordsByText = new Map<string, readonly string[]>();

/** The words of a text of an article; kept, because each page on the server and each typed letter searches the same texts. */
export function wordsOfArticle(text: string): readonly string[] {
  const known = wordsByText.get(text);
  if (known !== undefined) return known;
  if (wordsByText.size >= textsMax) wordsByText.clear();
  const words = wordsOf(text);
  wordsByText.set(text, words);
  return words;
}

/** The words of a query that the search considers. */
function askedWords(query: string): string[] {
  const words = [...new Set(wordsOf(query))];
  const telling = words.filter((word) => !fillers.has(word) && (word.length > 1 || /\p{N}/u.test(word)));
  return telling.length > 0 ? telling : words;
}

/**
 * Minimum length of a typed word that may have a wrong letter; a word one letter shorter may have one if nothing
 * matches it as typed.
 */
const errorMin = 5;
/** Minimum length of a typed word that may have two wrong letters. */
const twoErrorsMin = 8;

/** How many letters of a typed word may be wrong. `isKnown`: something matches it as typed. */
export function errorsAllowed(asked: string, isKnown: boolean): number {
  if (/\p{N}/u.test(asked) || asked.length < errorMin - 1) return 0;
  if (asked.length < errorMin && isKnown) return 0;
  return asked.length < twoErrorsMin ? 1 : 2;
}

/** Minimum length of a typed word that is found inside another word. */
const insideMin = 4;

const isIn = (asked: string, word: string): boolean =>
  word.startsWith(asked) || (asked.length >= insideMin && word.includes(asked));

/** Number of wrong letters in a typed word if `word` or its beginning was meant; null: another word was meant. */
export function errorsIn(asked: string, word: string, allowed: number): number | null {
  if (isIn(asked, word)) return 0;
  if (allowed === 0 || asked.length - word.length > allowed) return null;
  const errors = beginningDistance(asked, word);
  return errors <= allowed ? errors : null;
}

/**
 * Minimum number of letters to insert, remove, replace or swap with their neighbour, so that `asked` becomes `word` or
 * a
 * beginning of it (optimal string alignment distance).
 */
export function beginningDistance(asked: string, word: string): number {
  const from = [...asked];
  const to = [...word].slice(0, from.length + 2);
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [row, letter] of from.entries()) {
    const current = [row + 1];
    for (const [column, other] of to.entries()) {
      const replaced = (last[column] ?? 0) + Number(letter !== other);
      let least = Math.min(replaced, (last[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1);
      const isSwapped = row > 0 && column > 0 && letter === to[column - 1] && other === from[row - 1];
      if (isSwapped) least = Math.min(least, (beforeLast[column - 1] ?? 0) + 1);
      current.push(least);
    }
    beforeLast = last;
    last = current;
  }
  return Math.min(...last);
}

function articleWords({ name, summary, searchWords }: SearchedArticle): readonly string[] {
  return [...new Set([name, summary, ...searchWords].flatMap(wordsOfArticle))];
}

/** For each typed word, the wrong letters with which an article is found by it; null: it is not found by this word. */
type Found = (article: SearchedArticle) => (number | null)[];

function finder(asked: readonly string[], articles: readonly SearchedArticle[]): Found {
  const wordsByArticle = new Map(articles.map((article) => [article, articleWords(article)]));
  const words = new Set([...wordsByArticle.values()].flat());
  const errorsByWord = asked.map((typed) => {
    const isKnown = [...words].some((word) => isIn(typed, word));
    const allowed = errorsAllowed(typed, isKnown);
    return new Map([...words].map((word) => [word, errorsIn(typed, word, allowed)]));
  });
  return (article) => {
    const own = wordsByArticle.get(article) ?? articleWords(article);
    return errorsByWord.map((errorsOf) => {
      const errors = own.flatMap((word) => errorsOf.get(word) ?? []);
      return errors.length === 0 ? null : Math.min(...errors);
    });
  };
}

/** The articles that have every word of the query: those with fewer wrong letters first, otherwise in their order. */
export function searchArticles<A extends SearchedArticle>(articles: readonly A[], query: string): A[] {
  const asked = askedWords(query);
  if (asked.length === 0) return [...articles];
  const found = finder(asked, articles);
  return articles
    .flatMap((article) => {
      const errors = found(article).reduce((sum, one) => (sum === null || one === null ? null : sum + one), 0);
      return errors === null ? [] : [{ article, errors }];
    })
    .sort((a, b) => a.errors - b.errors)
    .map(({ article }) => article);
}

/** Limits of what is suggested after a search without a result. */
const suggestedWordsMax = 3;
const suggestedArticlesMax = 3;
const suggestedWordMin = 4;
/** Maximum share of a word's letters that may differ from what was typed. */
const suggestedDistance = 0.5;

/** Suggestions after a search without a result. */
export interface SearchSuggestions<A> {
  /** Words of the articles that resemble the typed ones, as written; each finds at least one article. */
  words: string[];
  /** The articles that have most of the typed words. */
  articles: A[];
}

/** Suggests the nearest words and articles for a query without a result. */
export function suggestSearches<A extends SearchedArticle>(
  articles: readonly A[],
  query: string,
): SearchSuggestions<A> {
  const asked = askedWords(query);
  const hits = articles.map(finder(asked, articles));
  const counts = hits.map((errors) => errors.filter((one) => one !== null).length);
  const most = Math.max(0, ...counts);
  const unknown = asked.filter((_, index) => hits.every((errors) => errors[index] === null));
  const nearest = most === 0 ? [] : articles.filter((_, index) => counts[index] === most);
  return { words: nearestWords(articles, unknown), articles: nearest.slice(0, suggestedArticlesMax) };
}

function nearestWords(articles: readonly SearchedArticle[], unknown: readonly string[]): string[] {
  const written = new Map<string, string>();
  for (const word of articles.flatMap(({ name }) => name.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [])) {
    const [folded] = wordsOf(word);
    if (folded !== undefined && folded.length >= suggestedWordMin && !written.has(folded)) written.set(folded, word);
  }
  const near = [...written].flatMap(([folded, word]) => {
    const distances = unknown.map((asked) => wholeDistance(asked, folded) / Math.max(asked.length, folded.length));
    const distance = Math.min(1, ...distances);
    return distance <= suggestedDistance ? [{ word, distance }] : [];
  });
  return near
    .sort((a, b) => a.distance - b.distance)
    .slice(0, suggestedWordsMax)
    .map(({ word }) => word);
}

/** The distance of two whole words: letters that only the longer one has count too. */
export const wholeDistance = (asked: string, word: string): number =>
  beginningDistance(asked, word) + Math.max(0, word.length - asked.length - 1);
