import type { CounterArticle } from "@guichet/contract/office/counter.ts";
import { fold } from "@guichet/rules/persons/folding.ts";

/** Articles that the list shows at once. */
const shownMax = 30;

/** The articles whose name, zone, audience or other words have every word of the query, in any letter case and without accents. */
export function foundArticles(
  articles: readonly CounterArticle[],
  query: string,
): { found: CounterArticle[]; hasMore: boolean } {
  const found = matching(articles, query);
  return { found: found.slice(0, shownMax), hasMore: found.length > shownMax };
}

type Searched = Pick<CounterArticle, "name" | "searchWords"> &
  Partial<Pick<CounterArticle, "summary" | "zone" | "audience">>;

/** Those with every word of the query in one of their texts. */
export function matching<Article extends Searched>(articles: readonly Article[], query: string): Article[] {
  const words = fold(query).split(/\s+/u).filter(Boolean);
  return articles.filter(({ name, summary, zone, audience, searchWords }) => {
    const text = fold([name, summary ?? "", zone ?? "", audience ?? "", ...searchWords].join(" "));
    return words.every((word) => text.includes(word));
  });
}
