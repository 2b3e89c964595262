import type { AnswerOf } from "@guichet/contract/call.ts";
import type { ShopItem } from "@guichet/contract/catalogue.ts";
import { simulatedExamplesMax } from "@guichet/contract/limits/catalogue-draft-limits.ts";
import type { Language } from "@guichet/contract/locales.ts";
import type { simulateCatalogueDraft } from "@guichet/contract/office/catalogue/catalogue-drafts.ts";
import { err, ok } from "@guichet/contract/result.ts";
import { repriceSales, type Simulation, type SoldUnit } from "@guichet/rules/catalogue-drafts/reprice-sales.ts";
import { addDays, addMonths } from "@guichet/rules/dates/days.ts";
import { dayBegins } from "@guichet/rules/dates/instants.ts";
import { unitPrice } from "@guichet/rules/pricing.ts";
import { listedItems, shopItems } from "../catalogue/shop-item.ts";
import type { CallContext, Handler } from "../http/call-handler.ts";
import { isUuid } from "../ids.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { readDraft } from "./draft-store.ts";
import { draftedNetwork } from "./drafted-network.ts";
import { because } from "./edit-draft.ts";
import { numbersOf, type SoldLine, soldLines } from "./simulation-store.ts";

export const simulateHandler: Handler<typeof simulateCatalogueDraft> = async (ctx) => {
  const { deps, network, language, request } = ctx;
  if (!isUuid(request.draftId)) return err("NOT_FOUND");
  const draft = await readDraft(deps.db, network.id, request.draftId);
  if (draft === undefined) return err("NOT_FOUND");
  const drafted = await draftedNetwork(deps.db, network, draft);
  if (drafted === "faults") return err("TRANSITION_NOT_ALLOWED", because("faults"));
  const { currency } = network.definition;
  const simulation = await simulateMonth(ctx, drafted);
  const names = new Map([...listedItems(network, language), ...listedItems(drafted, language)]);
  const numbers = await numbersOf(
    deps.db,
    [...simulation.dearest, ...simulation.cheapest].map(({ orderId }) => orderId),
  );
  return ok(answerOf(simulation, { currency, names, numbers }));
};

/** Reprices a month day by day, so that nobody else waits for all of it. */
async function simulateMonth(
  { deps, network, language, request }: CallContext<typeof simulateCatalogueDraft>,
  drafted: LoadedNetwork,
): Promise<Simulation> {
  const { timeZone } = network.definition;
  const first = `${request.month}-01`;
  const prices = { live: pricesOf(network, language), draft: pricesOf(drafted, language) };
  const repricing = repriceSales();
  for (let day = first; day < addMonths(first, 1); day = addDays(day, 1)) {
    const [from, until] = [begins(day, timeZone), begins(addDays(day, 1), timeZone)];
    const lines = await soldLines(deps.db, network.id, { from, until, timeZone });
    repricing.add(lines.map((line) => soldUnit(line, prices)));
  }
  return repricing.result();
}

const begins = (day: string, timeZone: string): string => dayBegins(day, timeZone).toISOString();

type PriceOf = (line: SoldLine) => number | null;

/** The price of a line of an order at the prices of a network, on the day of the order; null: it does not sell the article. */
function pricesOf(network: LoadedNetwork, language: Language): PriceOf {
  // Prices by month are those of the day of the order.
  const byDay = new Map<string, ReadonlyMap<string, ShopItem>>();
  const itemsOn = (day: string) => {
    const known = byDay.get(day);
    if (known !== undefined) return known;
    const items = shopItems(network, language, begins(day, network.definition.timeZone));
    byDay.set(day, items);
    return items;
  };
  return (line) => {
    const item = itemsOn(line.day).get(line.itemId);
    if (item === undefined) return null;
    return line.isJourney || item.isJourney ? line.unitAmount : unitPrice(item).amount;
  };
}

/** A line with both prices. What is not sold any more, or by the draft only, is compared with what was paid. */
function soldUnit(line: SoldLine, prices: { live: PriceOf; draft: PriceOf }): SoldUnit {
  const { orderId, itemId, quantity, unitAmount, totalAmount } = line;
  const live = prices.live(line);
  const draft = prices.draft(line);
  return {
    ...{ orderId, itemId, quantity, unitAmount, totalAmount },
    ...{ livePrice: live ?? unitAmount, draftPrice: live === null ? (draft ?? unitAmount) : draft },
  };
}

function answerOf(
  { orders, total, cheaper, dearer, unsold, articles, cheapest, dearest }: Simulation,
  context: { currency: string; names: ReadonlyMap<string, ShopItem>; numbers: ReadonlyMap<string, string> },
): AnswerOf<typeof simulateCatalogueDraft> {
  const money = (amount: number) => ({ amount, currency: context.currency });
  const repriced = ({ paid, live, draft }: Simulation["total"]) => ({
    ...{ paid: money(paid), live: money(live), draft: money(draft) },
  });
  return {
    orders,
    total: repriced(total),
    cheaper: { orders: cheaper.orders, amount: money(cheaper.amount) },
    dearer: { orders: dearer.orders, amount: money(dearer.amount) },
    unsold: { quantity: unsold.quantity, amount: money(unsold.amount) },
    articles: articles.map((article) => ({
      ...repriced(article),
      ...{ itemId: article.itemId, quantity: article.quantity },
      name: context.names.get(article.itemId)?.name ?? article.itemId,
    })),
    examples: [...dearest.slice(0, simulatedExamplesMax), ...cheapest.slice(0, simulatedExamplesMax)].map((order) => ({
      ...repriced(order),
      ...{ orderId: order.orderId, number: context.numbers.get(order.orderId) ?? "" },
    })),
  };
}
