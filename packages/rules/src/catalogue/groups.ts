/** Groups of articles that differ only by zone and audience (decision 130). Runs in the browser: no library. */

/** Article as groups see it; null: every zone, everybody. */
export interface GroupedArticle {
  id: string;
  /** Id of its group; null: none. */
  group: string | null;
  zone: string | null;
  audience: string | null;
}

/** Choices by representatives: ids of articles that have the chosen zone and the chosen audience; null: not chosen. */
export interface GroupChoice {
  zone: string | null;
  audience: string | null;
}

export type GroupAspect = keyof GroupChoice;

export interface GroupQuestion {
  aspect: GroupAspect;
  /** `id`: the representative of the value. */
  options: { id: string; value: string; isChosen: boolean }[];
}

export interface AskedGroup<A> {
  /** Questions with more than one value, the next one only after the one before is answered. */
  questions: GroupQuestion[];
  /** Articles that match the choices so far; one: the article is chosen. */
  left: A[];
}

/** Asks for the zone, then for the audience; a question with one value is not asked. */
export function askGroup<A extends GroupedArticle>(articles: readonly A[], choice: GroupChoice): AskedGroup<A> {
  const questions: GroupQuestion[] = [];
  let left = [...articles];
  for (const aspect of ["zone", "audience"] as const) {
    const values = distinct(left, aspect);
    if (values.length < 2) continue;
    const representative = articles.find(({ id }) => id === choice[aspect]);
    const chosen = values.find((article) => article[aspect] === representative?.[aspect])?.[aspect] ?? null;
    questions.push({
      aspect,
      options: values.map((article) => ({
        id: article.id,
        value: article[aspect] ?? "",
        isChosen: article[aspect] === chosen,
      })),
    });
    if (chosen === null) return { questions, left };
    left = left.filter((article) => article[aspect] === null || article[aspect] === chosen);
  }
  return { questions, left };
}

/** The first article of each value, in order; articles for every value have none. */
function distinct<A extends GroupedArticle>(articles: readonly A[], aspect: GroupAspect): A[] {
  const found = new Map<string, A>();
  for (const article of articles) {
    const value = article[aspect];
    if (value !== null && !found.has(value)) found.set(value, article);
  }
  return [...found.values()];
}

/** Whether two articles of a group cannot be told apart by the choices: some zone and audience leads to both. */
export function isAmbiguous(one: Omit<GroupedArticle, "id" | "group">, other: typeof one): boolean {
  const meets = (aspect: GroupAspect) =>
    one[aspect] === null || other[aspect] === null || one[aspect] === other[aspect];
  return meets("zone") && meets("audience");
}

/** What one card of the list shows: the articles of a group, or a single one. */
export type CatalogueCard<A> = readonly [A, ...A[]];

/** Cards of a list of articles: one for each group, at the place of its first article, and one for each other article. */
export function catalogueCards<A extends GroupedArticle>(articles: readonly A[]): CatalogueCard<A>[] {
  const groups = new Map<string, [A, ...A[]]>();
  const cards: [A, ...A[]][] = [];
  for (const article of articles) {
    const existing = article.group === null ? undefined : groups.get(article.group);
    if (existing !== undefined) {
      existing.push(article);
      continue;
    }
    const card: [A, ...A[]] = [article];
    cards.push(card);
    if (article.group !== null) groups.set(article.group, card);
  }
  return cards;
}
