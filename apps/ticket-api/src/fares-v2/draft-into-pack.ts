import type { NetworkPack, PackArticle } from "@guichet/contract/network-pack.ts";
import { currencyDigits } from "@guichet/texts/money-format.ts";
import { minorUnits } from "../transit-feed/feed-amount.ts";
import type { Feed } from "../transit-feed/timetable.ts";
import type { Draft } from "./draft-catalogue.ts";
import { supportOf } from "./draft-products.ts";
import { faresOfCatalogue } from "./export-fares.ts";
import { type FareTables, valueIn } from "./fare-files.ts";
import type { FareNote } from "./fare-note.ts";
import { feedText } from "./write-fares.ts";

/** What Fares v2 says of one product, to compare. */
interface ProductState {
  names: string[];
  amounts: string[];
  media: string[];
  categories: string[];
  legs: string[];
}

/**
 * The catalogue of a pack with what a feed changed since it was exported: names, prices and supports of its products, and articles
 * that are new. Everything else of an article stays; a feed that was not changed gives the same catalogue.
 */
export function draftIntoPack(
  pack: Pick<NetworkPack, "network" | "catalogue">,
  feed: Feed | undefined,
  fares: FareTables,
  draft: Draft,
): Draft {
  const before = statesOf(faresOfCatalogue(pack, feed).fares);
  const after = statesOf(fares);
  const mediumTypes = new Map(
    fares["fare_media.txt"].map((row) => [valueIn(row, "fare_media_id"), valueIn(row, "fare_media_type")]),
  );
  const notes: FareNote[] = [];
  const articles = pack.catalogue.articles.map((article) => {
    const [was, is] = [before.get(article.id), after.get(article.id)];
    if (was === undefined) return article;
    if (is !== undefined) return changed(article, pack.network, { was, is, mediumTypes }, notes);
    notes.push({
      id: article.id,
      message: "not in the feed any more: the draft keeps it; withdraw it from the catalogue",
    });
    return article;
  });
  noteJourneys(before, after, notes);
  const isNew = ({ id }: PackArticle) => !before.has(draft.productOf.get(id) ?? "");
  const added = draft.catalogue.articles.filter(isNew);
  const taken = added.filter(({ id }) => articles.some((article) => article.id === id));
  for (const { id } of taken) notes.push({ id, message: "new in the feed, and the id of another article: left out" });
  const kept = added.filter((article) => !taken.includes(article));
  const riders = new Set(draft.catalogue.documentTypes.map(({ id }) => id));
  const newRiders = new Set(kept.flatMap(({ requiredDocuments }) => requiredDocuments));
  notes.push(...draft.notes.filter(({ id }) => !before.has(id) && (!riders.has(id) || newRiders.has(id))));
  return { catalogue: withArticles(pack.catalogue, articles, kept, draft), notes, productOf: draft.productOf };
}

function changed(
  article: PackArticle,
  { currency, languages }: NetworkPack["network"],
  { was, is, mediumTypes }: { was: ProductState; is: ProductState; mediumTypes: ReadonlyMap<string, string> },
  notes: FareNote[],
): PackArticle {
  const note = (message: string) => void notes.push({ id: article.id, message });
  const next = { ...article };
  const [name, amount, ...others] = [is.names[0], is.amounts[0], ...is.amounts.slice(1)];
  if (!isSame(was.names, is.names) && name !== undefined && name !== "")
    next.name = { ...article.name, [languages[0] ?? "fr"]: name };
  if (!isSame(was.amounts, is.amounts)) {
    const price = minorUnits(amount?.split(" ")[0] ?? "", currencyDigits(currency));
    if (others.length > 0 || price === undefined || price < 0 || amount?.split(" ")[1] !== currency)
      note(
        `its prices in the feed (${is.amounts.join(", ")}) are not one price in ${currency}: the draft keeps its own`,
      );
    else next.price = price;
  }
  if (!isSame(was.media, is.media)) {
    const supports = is.media.flatMap((medium) => supportOf(medium, mediumTypes.get(medium)) ?? []);
    if (supports.length > 0) next.supports = [...new Set(supports)];
    else note("its fare media are none that the shop sells: the draft keeps its own");
  }
  if (!isSame(was.categories, is.categories)) note("its rider categories changed: the draft keeps who may have it");
  if (!isSame(was.legs, is.legs)) note("its leg rules changed: the draft keeps where and when it is valid");
  return next;
}

/** Prices between zones are those of the timetable feed of the pack: a change of them is noted. */
function noteJourneys(
  before: ReadonlyMap<string, ProductState>,
  after: ReadonlyMap<string, ProductState>,
  notes: FareNote[],
): void {
  for (const [id, was] of before) {
    if (!id.includes(":")) continue;
    const is = after.get(id);
    const isUnchanged = is !== undefined && JSON.stringify(was) === JSON.stringify(is);
    if (!isUnchanged)
      notes.push({ id, message: "changed: prices between zones are those of gtfs.zip, change them there" });
  }
}

function withArticles(
  catalogue: NetworkPack["catalogue"],
  articles: PackArticle[],
  added: PackArticle[],
  draft: Draft,
): NetworkPack["catalogue"] {
  if (added.length === 0) return { ...catalogue, articles };
  const missing = <T extends { id: string }>(
    list: readonly T[],
    from: readonly T[],
    isUsed: (id: string) => boolean,
  ) => [...list, ...from.filter(({ id }) => isUsed(id) && !list.some((known) => known.id === id))];
  const category = catalogue.categories[0]?.id ?? "tickets";
  const { groups, documentTypes } = draft.catalogue;
  return {
    ...catalogue,
    groups: missing(catalogue.groups, groups, (id) => added.some((article) => article.group === id)),
    documentTypes: missing(catalogue.documentTypes, documentTypes, (id) =>
      added.some(({ requiredDocuments }) => requiredDocuments.includes(id)),
    ),
    articles: [...articles, ...added.map((article) => ({ ...article, category }))],
  };
}

function statesOf(fares: FareTables): Map<string, ProductState> {
  const legsOf = Map.groupBy(fares["fare_leg_rules.txt"], (row) => valueIn(row, "fare_product_id"));
  const products = Map.groupBy(fares["fare_products.txt"], (row) => valueIn(row, "fare_product_id"));
  return new Map(
    [...products].map(([id, rows]) => {
      const distinct = (of: (row: (typeof rows)[number]) => string) => [...new Set(rows.map(of))].sort();
      const legs = (legsOf.get(id) ?? []).map((row) =>
        (["network_id", "from_area_id", "to_area_id", "from_timeframe_group_id", "to_timeframe_group_id"] as const)
          .map((column) => valueIn(row, column))
          .join("\t"),
      );
      const state: ProductState = {
        names: distinct((row) => feedText(valueIn(row, "fare_product_name"))),
        amounts: distinct((row) => `${valueIn(row, "amount")} ${valueIn(row, "currency")}`),
        media: distinct((row) => valueIn(row, "fare_media_id")),
        categories: distinct((row) => valueIn(row, "rider_category_id")),
        legs: legs.sort(),
      };
      return [id, state];
    }),
  );
}

const isSame = (a: readonly string[], b: readonly string[]): boolean => a.join("\n") === b.join("\n");
