import type { OrderLine } from "@guichet/contract/cart.ts";
import type { ShopItem, Support } from "@guichet/contract/catalogue.ts";
import { textIn } from "@guichet/contract/locales.ts";
import type { PackArticle } from "@guichet/contract/network-pack.ts";
import { chooseStart } from "@guichet/rules/calendar.ts";
import { fulfilmentMachine } from "@guichet/rules/orders.ts";
import { born } from "@guichet/rules/state-machine.ts";
import { type CardWork, cardWork } from "@guichet/rules/transport-card-articles.ts";
import { giftTraveller, type QuotedCart } from "../cart/quote-cart.ts";
import type { Dependencies } from "../dependencies.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import type { LineKind, NewOrder, OrderLineRow } from "../order-records/order-store.ts";

/** The lines of an order as stored: what was sold, for whom, at what price, with the article at the time of sale. */
export function orderLinesOf(
  deps: Dependencies,
  network: LoadedNetwork,
  order: Pick<NewOrder, "id" | "language">,
  articles: readonly OrderLine[],
  { breakdown, buyer, items }: QuotedCart,
): OrderLineRow[] {
  const lines = breakdown.lines.map((priced, position): OrderLineRow => {
    const requested = articles[priced.index];
    const article = network.articles.get(priced.shopItemId);
    const item = items.get(priced.shopItemId);
    if (article === undefined || item === undefined) throw new Error(`Article ${priced.shopItemId} does not exist`);
    const travellerId = requested?.customerId ?? giftTraveller(buyer)?.userId ?? null;
    const traveller = buyer?.travellers.find((candidate) => candidate.userId === travellerId);
    const kind: LineKind = priced.gift ? "gift" : priced.option ? "option" : "article";
    const work = kind === "article" ? cardWork(article.tags) : null;
    return {
      id: deps.ids.uuid(),
      networkId: network.id,
      orderId: order.id,
      position,
      kind,
      shopItemId: priced.shopItemId,
      productId: priced.productId,
      article,
      name: priced.name,
      quantity: priced.quantity,
      unitAmount: priced.unitPrice.amount,
      discountAmount: priced.discount.amount,
      totalAmount: priced.total.amount,
      vatRate: article.vatRate,
      travellerId,
      traveller:
        // A ticket of a guest without a name is for its bearer.
        traveller === undefined || traveller.isNameless
          ? null
          : { firstName: traveller.firstName, lastName: traveller.lastName, birthDate: traveller.birthday },
      support: requested?.support ?? giftSupport(article),
      ...cardOf(requested, work),
      cardWork: work,
      madeCardId: null,
      startingAt: startOf(requested, item, deps, network),
      fields: requested?.fields ?? {},
      journey: priced.journey ?? null,
      processStatus: born(fulfilmentMachine, "place"),
    };
  });
  return breakdown.shippingFee === null
    ? lines
    : [...lines, shippingLine(deps, network, order, lines.length, breakdown.shippingFee.amount)];
}

/** The card of a line: the one to load, or the one that is replaced (decision 072). */
const cardOf = (requested: OrderLine | undefined, work: CardWork | null) =>
  work === "duplicate"
    ? { cardId: null, replacesCardId: requested?.mediaId ?? null }
    : { cardId: work === null ? (requested?.mediaId ?? null) : null, replacesCardId: null };

/** A gift is dematerialised where possible, because the customer did not choose a support. */
const giftSupport = ({ supports }: PackArticle): Support =>
  supports.includes("DEMATERIALIZED") ? "DEMATERIALIZED" : (supports[0] ?? "DEMATERIALIZED");

function startOf(
  requested: OrderLine | undefined,
  item: ShopItem,
  deps: Dependencies,
  network: LoadedNetwork,
): string | null {
  const { pivotType } = item;
  if (requested === undefined || pivotType === null) return null;
  const start = chooseStart(requested, { ...item, pivotType }, deps.clock.iso(), network.definition.timeZone);
  return start.ok ? start.value : null;
}

function shippingLine(
  deps: Dependencies,
  network: LoadedNetwork,
  { id: orderId, language }: Pick<NewOrder, "id" | "language">,
  position: number,
  amount: number,
): OrderLineRow {
  const fee = network.definition.shippingFee;
  if (fee === undefined) throw new Error(`Network ${network.id} has no shipping fee`);
  return {
    id: deps.ids.uuid(),
    networkId: network.id,
    orderId,
    position,
    kind: "shipping",
    shopItemId: fee.productId,
    productId: fee.productId,
    article: null,
    name: textIn(fee.name, language, network.definition.languages),
    quantity: 1,
    unitAmount: amount,
    discountAmount: 0,
    totalAmount: amount,
    vatRate: fee.vatRate,
    travellerId: null,
    traveller: null,
    support: null,
    cardId: null,
    cardWork: null,
    replacesCardId: null,
    madeCardId: null,
    startingAt: null,
    fields: {},
    journey: null,
    processStatus: born(fulfilmentMachine, "place"),
  };
}
