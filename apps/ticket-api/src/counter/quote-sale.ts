import type { LineError, OrderLine, PriceBreakdown } from "@guichet/contract/cart.ts";
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

/** The lines of a sale: for its traveller, and those for a card with the card. */
export const linesFor = (
  { travellerId }: Pick<SaleCustomer, "travellerId">,
  articles: readonly OrderLine[],
  cardId: string | undefined,
): OrderLine[] =>
  articles.map((line) => ({
    ...line,
    customerId: travellerId,
    ...(line.support === "MEDIA" && cardId !== undefined ? { mediaId: cardId } : {}),
  }));

/** Quotes what a counter would sell. What the form of the sale still asks for is no error. */
export const quoteSaleHandler: Handler<typeof quoteCounterSale> = async (ctx) => {
  const { deps, network, request, language, address } = ctx;
  const found = await customerOfSale(ctx, request);
  if (!found.ok) return found;
  const customer = found.value;
  const articles = linesFor(customer, request.articles, request.cardId);
  const cart = { articles, vouchers: [], counter: true, address, buyer: customer.buyer };
  const quoted = await quoteCart(deps, network, customer.session, cart, language);
  const { breakdown } = quoted;
  const warnings = await warningsOf(deps, network, quoted, articles, language);
  const isUnnamed = customer.known === null && request.person === undefined;
  const isAskedLater = (error: LineError) =>
    error.code === "ITEM_FIELD_REQUIRED" || (isUnnamed && isAboutPerson(error));
  const now = deps.clock.iso();
  const errorsOf = ({ index, option, gift, errors }: PriceBreakdown["lines"][number]): LineError[] => {
    const left = errors.filter((error) => !isAskedLater(error));
    const line = option || gift || left.length > 0 ? undefined : articles[index];
    return line === undefined ? left : notOffered(line, quoted.items, now);
  };
  return ok({
    traveller: await travellerOf(ctx, customer),
    lines: breakdown.lines.map((line) => ({ ...line, errors: errorsOf(line) })),
    totalAmount: breakdown.totalAmount,
    vat: vatOf(quoted),
    methods: methodsOf(breakdown),
    errors: breakdown.errors,
    needsPerson:
      customer.known === null && customer.session.cardId === null && breakdown.lines.some(isForPerson(request.person)),
    mustConfirm: warnings.some((ofLine) => ofLine.some(({ mustConfirm }) => mustConfirm)),
  });
};

/** Whether a line needs the name or the birth date of somebody who has stated neither. */
const isAboutPerson = ({ code, details }: LineError): boolean =>
  code === "TRAVELLER_NOT_ELIGIBLE" && (details?.reason === "birth-date-missing" || details?.reason === "name-missing");

const isForPerson =
  (person: unknown) =>
  ({ errors }: PriceBreakdown["lines"][number]): boolean =>
    person !== undefined || errors.some(isAboutPerson);

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
): Promise<Quote["traveller"]> {
  if (known === null) return null;
  const now = deps.clock.iso();
  const cards = (await cardsOf(deps.db, network.id, known.accountId)).filter(
    (card) =>
      card.travellerId === travellerId &&
      card.status === "active" &&
      card.incident === null &&
      (card.expiresAt === null || card.expiresAt > now),
  );
  return {
    travellerId,
    name: `${known.firstName} ${known.lastName}`.trim(),
    email: known.email,
    cards: cards.map(({ id, number }) => ({ cardId: id, number: formatCardNumber(number) })),
  };
}
