import type { LineError, OrderLine, PriceBreakdown } from "@guichet/contract/cart.ts";
import type { PaymentMethod, ShopItem, Support } from "@guichet/contract/catalogue.ts";
import { orderAmountMax } from "@guichet/contract/limits/cart-limits.ts";
import type { Language } from "@guichet/contract/locales.ts";
import { dayIn } from "@guichet/rules/dates/days.ts";
import {
  cartErrors,
  cartOptions,
  type EligibilityContext,
  lineErrors,
  travellerErrors,
} from "@guichet/rules/line-errors.ts";
import { optionsWithin } from "@guichet/rules/payments/options-within-validity.ts";
import { payableOptions } from "@guichet/rules/payments/payment-options.ts";
import { mayHoldDematerialized } from "@guichet/rules/permissions.ts";
import { readPhone } from "@guichet/rules/persons/phones.ts";
import { quotePrices } from "@guichet/rules/pricing.ts";
import type { TypedVoucher } from "@guichet/rules/vouchers.ts";
import { shopItems } from "../catalogue/shop-item.ts";
import type { Dependencies } from "../dependencies.ts";
import { collectsByDebit } from "../network-registry/direct-debit.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { kindOf } from "../network-registry/sign-in-providers.ts";
import type { UserSession } from "../sessions/session-store.ts";
import { journeysOf } from "../travel/journeys.ts";
import { type Buyer, type BuyerTraveller, readBuyer } from "./buyer-store.ts";
import { firstLastDay } from "./first-last-day.ts";
import { readTypedVouchers } from "./voucher-attempts.ts";

export interface CartToQuote {
  articles: readonly OrderLine[];
  vouchers: readonly string[];
  /** A sale at a counter: other payment methods, and articles that the shop does not sell. */
  counter: boolean;
  /** The client's address. */
  address: string;
  /** The buyer, while somebody without an account is not written yet; absent: the account of the session. */
  buyer?: Buyer | undefined;
}

export interface QuotedCart {
  breakdown: PriceBreakdown;
  /** The vouchers as entered and as read, for use with the order. */
  vouchers: TypedVoucher[];
  buyer: Buyer | null;
  items: ReadonlyMap<string, ShopItem>;
}

/** Methods that a customer can pay with here today; the network may offer fewer. */
const payable: readonly PaymentMethod[] = ["CARD", "TRANSFER"];
/** Supports that are sold today. */
const deliverable: ReadonlySet<Support> = new Set(["DEMATERIALIZED", "MEDIA", "PHYSICAL", "SHIPPING", "COLLECT"]);
/** Supports sold at a counter: the customer takes the product away, so no slot is booked. */
const handedOver: ReadonlySet<Support> = new Set(["DEMATERIALIZED", "MEDIA", "PHYSICAL", "SHIPPING"]);

/** Quotes a cart: its prices, and every error that an order of it would have (§6 "Verification"). */
export async function quoteCart(
  deps: Dependencies,
  network: LoadedNetwork,
  session: UserSession | null,
  cart: CartToQuote,
  language: Language,
): Promise<QuotedCart> {
  const now = deps.clock.iso();
  const buyer = cart.buyer ?? (session === null ? null : await readBuyer(deps.db, network.id, session, now));
  const lines = session?.guest ? cart.articles.map((line) => assignToGuest(line, buyer)) : cart.articles;
  const vouchers = await readTypedVouchers(deps, network.id, { ...cart, session }, cart.vouchers);
  const items = shopItems(network, language, now);
  const articles = [...items.values()];
  const eligibility = eligibilityFor(network, session, buyer, cart.counter, now, collectsByDebit(deps, network));
  const journeys = journeysOf(network, lines);
  const prices = quotePrices({
    lines: lines.map((line, index) => ({ ...line, price: journeys[index]?.price })),
    articles,
    vouchers,
    shippingFee: shippingFee(network, lines),
    currency: network.definition.currency,
    refusedGift: ({ shopItemId }) => giftError(items.get(shopItemId), buyer, eligibility),
    now,
  });
  const priced = prices.lines.map((line) => {
    if (line.option || line.gift) return line;
    const support = lines[line.index]?.support;
    const { journey, errors: journeyErrors = [] } = journeys[line.index] ?? {};
    const errors = [...lineErrors(line.index, lines, articles, eligibility), ...journeyErrors];
    if (!isForCard(lines[line.index], session)) errors.push({ code: "CARD_SESSION_LIMITED" });
    const isUndeliverable = support !== undefined && !(cart.counter ? handedOver : deliverable).has(support);
    return {
      ...line,
      ...(journey === undefined ? {} : { journey }),
      errors: isUndeliverable ? [...errors, { code: "SUPPORT_NOT_OFFERED" as const, details: { support } }] : errors,
    };
  });
  const errors = cartErrors(lines, articles, eligibility);
  if (prices.subtotalAmount.amount > orderAmountMax) {
    errors.push({ code: "QUANTITY_WRONG", details: { reason: "order-amount", most: orderAmountMax } });
  }
  const { guestMaxAmount } = network.definition;
  if (session?.guest && prices.totalAmount.amount > guestMaxAmount) {
    errors.push({ code: "GUEST_AMOUNT_EXCEEDED", details: { amount: guestMaxAmount } });
  }
  const paymentOptions =
    errors.length > 0
      ? []
      : optionsWithin(payableOptions(cartOptions(lines, articles, eligibility.offer), prices.totalAmount.amount), {
          orderDay: dayIn(now, network.definition.timeZone),
          lastDay: firstLastDay(network, lines, now),
        });
  return { breakdown: { ...prices, lines: priced, paymentOptions, errors }, vouchers, buyer, items };
}

/** The traveller of a gift in a cart, which has no choice of traveller: the account holder, else the buyer. */
export const giftTraveller = (buyer: Buyer | null): BuyerTraveller | undefined =>
  buyer?.travellers.find(({ isHolder }) => isHolder) ?? buyer?.person;

/** The error that keeps this traveller from having the gift, with the code of an article in the cart (§5). */
function giftError(
  article: ShopItem | undefined,
  buyer: Buyer | null,
  eligibility: EligibilityContext,
): LineError | undefined {
  const traveller = giftTraveller(buyer);
  if (article === undefined || traveller === undefined) return undefined;
  return travellerErrors({ customerId: traveller.userId }, article, eligibility)[0];
}

/** The first error of a cart, with the line or voucher that it concerns. */
export function firstError(
  breakdown: PriceBreakdown,
): { code: PriceBreakdown["errors"][number]["code"]; details: Record<string, unknown> } | undefined {
  const cartError = breakdown.errors[0];
  if (cartError !== undefined) return { code: cartError.code, details: cartError.details ?? {} };
  for (const line of breakdown.lines) {
    const error = line.errors[0];
    if (error !== undefined) return { code: error.code, details: { ...error.details, line: line.index } };
  }
  for (const discount of breakdown.discounts) {
    if (discount.error !== null)
      return { code: discount.error.code, details: { ...discount.error.details, voucher: discount.sourceCode } };
  }
  return undefined;
}

/** The eligibility context of a cart: where and for whom it is checked. */
export function eligibilityFor(
  network: LoadedNetwork,
  session: UserSession | null,
  buyer: Buyer | null,
  counter: boolean,
  now: string,
  debits: boolean,
): EligibilityContext {
  const { definition } = network;
  const { switches } = definition;
  const kinds = (buyer?.identities ?? []).map((id) => kindOf(network, id)).filter((kind) => kind !== undefined);
  return {
    now,
    timeZone: definition.timeZone,
    signedIn: session !== null,
    travellers: buyer?.travellers ?? [],
    mayHoldDematerialized: session === null || mayHoldDematerialized(kinds, session.guest),
    hideBirthDate: definition.specific.hideBirthDate,
    profiling: switches.profiling,
    // Only the account holder subscribes: the account is where a subscription is ended and its card saved.
    subscriptions: switches.subscriptions && !counter && (session === null || holdsAccount(session)),
    offer: {
      methods: counter
        ? definition.paymentMethods
        : definition.paymentMethods.filter((method) => payable.includes(method)),
      // Only the account holder signs a mandate: the account shows the debits, and is where returned ones are paid.
      transferPayments: debits && !counter && (session === null || holdsAccount(session)),
      // Only the account holder pays in installments: the account saves the card, and is where an unpaid installment is paid.
      multipleInstallments: switches.multipleInstallments && !counter && (session === null || holdsAccount(session)),
      counter,
    },
    isPhone: (text) => readPhone(text, definition.country).ok,
  };
}

const holdsAccount = ({ guest, cardId, isHolder }: UserSession): boolean => !guest && cardId === null && isHolder;

/** Assigns a guest's line without a traveller to the guest: a guest buys for nobody else. */
function assignToGuest(line: OrderLine, guest: Buyer | null): OrderLine {
  return { ...line, customerId: line.customerId ?? guest?.travellers.find((traveller) => traveller.isHolder)?.userId };
}

/** A session that a card opened may only reload that card. */
const isForCard = (line: OrderLine | undefined, session: UserSession | null): boolean =>
  session === null || session.cardId === null || (line?.support === "MEDIA" && line.mediaId === session.cardId);

/** The shipping fee: one, if anything is shipped home (§6). */
function shippingFee(network: LoadedNetwork, lines: readonly OrderLine[]): PriceBreakdown["shippingFee"] {
  const fee = network.definition.shippingFee;
  if (fee === undefined || !lines.some((line) => line.support === "SHIPPING")) return null;
  return { amount: fee.price, currency: network.definition.currency };
}
