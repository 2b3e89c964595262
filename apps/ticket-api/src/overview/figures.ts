import { figureDaysMax, productFiguresMax } from "@guichet/contract/limits/staff-limits.ts";
import { type Language, textIn } from "@guichet/contract/locales.ts";
import type { Figures, getFigures } from "@guichet/contract/office/figures.ts";
import { err, ok } from "@guichet/contract/result.ts";
import { addDays, daysBetween } from "@guichet/rules/dates/days.ts";
import { dayBegins } from "@guichet/rules/dates/instants.ts";
import type { Handler } from "../http/call-handler.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { countAttempts, type FigureRange, type ProductRow, sumProducts, sumRefunds, sumSales } from "./figure-store.ts";

/** Handler of `Office/getFigures`. Refuses a range that is reversed or longer than 366 days with `FIELD_INVALID`. */
export const figuresHandler: Handler<typeof getFigures> = async ({ deps, network, request, language }) => {
  const { from, until } = request;
  const dayCount = daysBetween(from, until) + 1;
  if (dayCount < 1 || dayCount > figureDaysMax) return err("FIELD_INVALID", { field: "until" });
  const range = rangeOf(network, from, until);
  const [sales, refunds, products, attempts] = await Promise.all([
    sumSales(deps.db, range),
    sumRefunds(deps.db, range),
    sumProducts(deps.db, range),
    countAttempts(deps.db, range),
  ]);
  const { currency } = range;
  const money = (amount: number) => ({ amount, currency });
  const sumOf = (rows: readonly { count: number; amount: number }[]) => ({
    count: rows.reduce((sum, { count }) => sum + count, 0),
    amount: money(rows.reduce((sum, { amount }) => sum + amount, 0)),
  });
  const byDay = sales.filter((row) => row.by === "day");
  const figures: Figures = {
    currency,
    sales: sumOf(byDay),
    refunds: sumOf(refunds),
    days: Array.from({ length: dayCount }, (_, index) => addDays(from, index)).map((day) => ({
      day,
      sales: sumOf(byDay.filter((row) => row.day === day)),
      refunds: sumOf(refunds.filter((row) => row.day === day)),
    })),
    products: products.slice(0, productFiguresMax).map((row) => ({
      itemId: row.isShipping ? null : row.itemId,
      name: nameIn(network, row, language),
      quantity: row.quantity,
      amount: money(row.amount),
    })),
    otherProducts: othersOf(products.slice(productFiguresMax), currency),
    channels: sales.flatMap((row) =>
      row.by === "channel" ? [{ origin: row.origin, client: row.client, sales: sumOf([row]) }] : [],
    ),
    methods: sales.flatMap((row) => (row.by === "method" ? [{ method: row.method, sales: sumOf([row]) }] : [])),
    attempts,
  };
  return ok({ figures });
};

function rangeOf({ id, definition: { timeZone, currency } }: LoadedNetwork, from: string, until: string): FigureRange {
  return {
    networkId: id,
    timeZone,
    currency,
    from: dayBegins(from, timeZone).toISOString(),
    before: dayBegins(addDays(until, 1), timeZone).toISOString(),
  };
}

const othersOf = (rows: readonly ProductRow[], currency: string) => ({
  quantity: rows.reduce((sum, { quantity }) => sum + quantity, 0),
  amount: { amount: rows.reduce((sum, { amount }) => sum + amount, 0), currency },
});

/** The article's name in the reader's language; the name at the time of sale if it is no longer sold, or of shipping. */
function nameIn(network: LoadedNetwork, { itemId, name }: ProductRow, language: Language): string {
  const article = network.articles.get(itemId);
  return article === undefined ? name : textIn(article.name, language, network.definition.languages);
}
