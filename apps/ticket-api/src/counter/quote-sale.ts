import type { LineError, OrderLine, PriceBreakdown } from "@guichet/contract/cart.ts";
import { newCard } from "@guichet/contract/limits/transport-card-limits.ts";
import { CounterMethod, type quoteCounterSale } from "@guichet/contract/office/counter.ts";
import { ok } from "@guichet/contract/result.ts";
import { vatByRate } from "@guichet/rules/money.ts";
import { isOffered } from "@guichet/rules/payments/payment-options.ts";
import { formatCardNumber } from "@guichet/rules/transport-cards.ts";
import { type QuotedCart, quoteCart } from "../cart/quote-cart.ts";
import { warningsOf } from "../cart/warnings.ts";
import type { CallContext, Handler, HandlerValue } from "../http/call-handler.ts";
import { cardsOf } from "../transport-card-records/transport-card-store.ts";
import { notOffered } from "./counter-articles.ts";
import { customerOfSale, type SaleCustomer } from "./sale-customer.ts";

type Quote = HandlerValue<typeof quoteCounterSale>;

/** The lines of a sale: each for its traveller, and those for a card with their own card, or that of the sale. */
export const linesFor = (
  { travellerId, known, others }: Pick<SaleCustomer, "travellerId" | "known" | "others">,
  articles: readonly OrderLine[],
  cardId: string | undefined,
): OrderLine[] =>
  articles.map((line, index) => {
    const other = known === null ? others.find(({ lines }) => lines.includes(index))?.travellerId : line.customerId;
    const isOther = typeof other === "string" && other !== travellerId;
    // The card that the sale makes for this traveller is new, too; a card that exists is one traveller's.
    const card = line.mediaId ?? (isOther && cardId !== newCard ? undefined : cardId);
    return {
      ...line,
      customerId: other ?? travellerId,
      ...(line.support === "MEDIA" && card !== undefined ? { mediaId: card } : {}),
    };
  });

/** Quotes what a counter would sell. What the form of the sale still asks for is no error. */
export const quoteSaleHandler: Handler<typeof quoteCounterSale> = async (ctx) => {
  const { deps, network, request, language, address } = ctx;
  const found = await customerOfSale(ctx, request);
  if (!found.ok) return found;
  const customer = found.value;
  const articles = linesFor(customer, request.articles, request.cardId);
  const { vouchers = [] } = request;
  const cart = { articles, vouchers, counter: true, address, buyer: customer.buyer };
  const quoted = await quoteCart(deps, network, customer.session, cart, language);
  const { breakdown } = quoted;
  const warnings = await warningsOf(deps, network, quoted, articles, language);
  const isNamed = (index: number): boolean =>
    customer.known !== null || isPersonStated(request, index) || customer.session.cardId !== null;
  const isAskedLater = (error: LineError, index: number) =>
    error.code === "ITEM_FIELD_REQUIRED" || (!isNamed(index) && isAboutPerson(error));
  const now = deps.clock.iso();
  const errorsOf = ({ index, option, gift, errors }: PriceBreakdown["lines"][number]): LineError[] => {
    const left = errors.filter((error) => !isAskedLater(error, index));
    const line = option || gift || left.length > 0 ? undefined : articles[index];
    return line === undefined ? left : notOffered(line, quoted.items, now);
  };
  return ok({
    traveller: await travellerOf(ctx, customer, quoted),
    lines: breakdown.lines.map((line) => ({ ...line, errors: errorsOf(line) })),
    totalAmount: breakdown.totalAmount,
    vat: vatOf(quoted),
    methods: methodsOf(breakdown),
    errors: breakdown.errors,
    ...{ discounts: breakdown.discounts, discountAmount: breakdown.discountAmount },
    personLines: articles.flatMap((_, index) =>
      customer.known === null && customer.session.cardId === null && isForPerson(request, breakdown, index)
        ? [index]
        : [],
    ),
    mustConfirm: warnings.some((ofLine) => ofLine.some(({ mustConfirm }) => mustConfirm)),
  });
};

/** Whether a line needs the name or the birth date of somebody who has stated neither. */
const isAboutPerson = ({ code, details }: LineError): boolean =>
  code === "TRAVELLER_NOT_ELIGIBLE" && (details?.reason === "birth-date-missing" || details?.reason === "name-missing");

type SaleRequest = CallContext<typeof quoteCounterSale>["request"];

/** Whether the person of a line, without an account, is stated. */
function isPersonStated({ person, others = [] }: SaleRequest, index: number): boolean {
  const other = others.find(({ lines }) => lines.includes(index));
  return (other === undefined ? person : other.person) !== undefined;
}

/** Whether a line is in the name of a person without an account. */
const isForPerson = (request: SaleRequest, { lines }: PriceBreakdown, index: number): boolean =>
  isPersonStated(request, index) || lines.some((line) => line.index === index && line.errors.some(isAboutPerson));

function vatOf({ breakdown, items }: QuotedCart): Quote["vat"] {
  const { currency } = breakdown.totalAmount;
  const parts = breakdown.lines.map(({ shopItemId, total }) => ({
    rate: items.get(shopItemId)?.vatRate ?? 0,
    gross: total.amount,
  }));
  const money = (amount: number) => ({ amount, currency });
  return vatByRate(parts)
    .filter(({ gross }) => gross > 0)
    .map(({ rate, net, vat, gross }) => ({ rate, net: money(net), vat: money(vat), gross: money(gross) }));
}

const methodsOf = ({ paymentOptions }: PriceBreakdown): CounterMethod[] =>
  CounterMethod.options.filter((method) => isOffered(paymentOptions, method, 1));

async function travellerOf(
  { deps, network }: CallContext<typeof quoteCounterSale>,
  { known, travellerId }: SaleCustomer,
  { buyer }: QuotedCart,
): Promise<Quote["traveller"]> {
  if (known === null) return null;
  const now = deps.clock.iso();
  const usable = (await cardsOf(deps.db, network.id, known.accountId)).filter(
    ({ status, incident, expiresAt }) =>
      status === "active" && incident === null && (expiresAt === null || expiresAt > now),
  );
  const withCards = (id: string, names: { firstName: string; lastName: string }) => ({
    travellerId: id,
    name: `${names.firstName} ${names.lastName}`.trim(),
    cards: usable
      .filter((card) => card.travellerId === id)
      .map((card) => ({ cardId: card.id, number: formatCardNumber(card.number) })),
  });
  const others = (buyer?.travellers ?? []).filter(({ userId, deactivated }) => userId !== travellerId && !deactivated);
  return {
    ...withCards(travellerId, known),
    email: known.email,
    others: others.map((traveller) => withCards(traveller.userId, traveller)),
  };
}
