import type { AnswerOf } from "@guichet/contract/call.ts";
import type { ShopItem } from "@guichet/contract/catalogue.ts";
import { simulatedExamplesMax } from "@guichet/contract/limits/catalogue-draft-limits.ts";
import type { simulateCatalogueDraft } from "@guichet/contract/office/catalogue/catalogue-drafts.ts";
import { err, ok } from "@guichet/contract/result.ts";
import { repriceSales, type Simulation, type SoldUnit } from "@guichet/rules/catalogue-drafts/reprice-sales.ts";
import { addMonths } from "@guichet/rules/dates/days.ts";
import { dayBegins } from "@guichet/rules/dates/instants.ts";
import { unitPrice } from "@guichet/rules/pricing.ts";
import { listedItems, shopItems } from "../catalogue/shop-item.ts";
import type { Handler } from "../http/call-handler.ts";
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
  const { timeZone, currency } = network.definition;
  const first = `${request.month}-01`;
  const [from, until] = [first, addMonths(first, 1)].map((day) => dayBegins(day, timeZone).toISOString());
  const lines = await soldLines(deps.db, network.id, { from: from ?? "", until: until ?? "", timeZone });
  const prices = { live: pricesOf(network, ctx), draft: pricesOf(drafted, ctx) };
  const simulation = repriceSales(lines.map((line) => soldUnit(line, prices)));
  const names = new Map([...listedItems(network, language), ...listedItems(drafted, language)]);
  const numbers = await numbersOf(
    deps.db,
    [...simulation.dearest, ...simulation.cheapest].map(({ orderId }) => orderId),
  );
  return ok(answerOf(simulation, { currency, names, numbers }));
};

type PriceOf = (line: SoldLine) => number | null;

/** The price of a line of an order at the prices of a network, at the day of the order; null: it does not sell the article. */
function pricesOf(network: LoadedNetwork, { language }: { language: Parameters<typeof shopItems>[1] }): PriceOf {
  let day = "";
  let items: ReadonlyMap<string, ShopItem> = new Map();
  return (line) => {
    // The lines come by day: prices by month are those of the day of the order.
    if (line.day !== day) {
      day = line.day;
      items = shopItems(network, language, line.createdAt);
    }
    const item = items.get(line.itemId);
    if (item === undefined) return null;
    return line.isJourney || item.isJourney ? line.unitAmount : unitPrice(item).amount;
  };
}

/** A line with both prices. What only the draft sells is compared with what was paid. */
function soldUnit(line: SoldLine, prices: { live: PriceOf; draft: PriceOf }): SoldUnit {
  const { orderId, itemId, quantity, unitAmount, totalAmount } = line;
  return {
    ...{ orderId, itemId, quantity, unitAmount, totalAmount },
    ...{ livePrice: prices.live(line) ?? unitAmount, draftPrice: prices.draft(line) },
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
