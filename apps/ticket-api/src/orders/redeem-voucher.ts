import type { CodeOf } from "@guichet/contract/call.ts";
import type { Calls } from "@guichet/contract/calls.ts";
import type { OrderLine } from "@guichet/contract/cart.ts";
import type { ShopItem } from "@guichet/contract/catalogue.ts";
import { type ErrorDetails, err, ok, type Result } from "@guichet/contract/result.ts";
import { proposedStarts } from "@guichet/rules/calendar.ts";
import { travellerErrors } from "@guichet/rules/line-errors.ts";
import { usableVoucher, type VoucherTerms } from "@guichet/rules/vouchers.ts";
import type { Buyer, BuyerTraveller } from "../cart/buyer-store.ts";
import { readBuyer } from "../cart/buyer-store.ts";
import { eligibilityFor, type QuotedCart } from "../cart/quote-cart.ts";
import { readTypedVouchers } from "../cart/voucher-attempts.ts";
import { listedItems } from "../catalogue/shop-item.ts";
import { runTransaction } from "../database/transaction.ts";
import type { Dependencies } from "../dependencies.ts";
import type { CallContext } from "../http/call-handler.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { findPlaced, insertOrder, type NewOrder, type OrderRow } from "../order-records/order-store.ts";
import { placedBy } from "../order-records/own-order.ts";
import { checkBuyerComplete } from "./buyer-eligibility.ts";
import { completeOrder } from "./complete-order.ts";
import { customerOf, newOrder, orderKeyOf, originOf, useVouchers } from "./new-order.ts";
import { orderLinesOf } from "./order-lines.ts";

type RedeemVoucherContext = CallContext<Calls["redeemVoucher"]>;
type RedeemCode = CodeOf<Calls["redeemVoucher"]>;
type Redeemed = { orderId: string; networkId: string };
const redeemed = ({ id, networkId }: OrderRow): Result<Redeemed, RedeemCode> => ok({ orderId: id, networkId });

/**
 * Turns a gift code with a total of 0 into a completed order (§7 `Order/redeemVoucher`). The gift is for the named
 * traveller, or for the person signed in. Its limits apply as in any order.
 */
export async function redeemVoucher(ctx: RedeemVoucherContext): Promise<Result<Redeemed, RedeemCode>> {
  const { deps, network, session, request } = ctx;
  const key = orderKeyOf(session, ctx.idempotencyKey);
  const idempotencyKey = key === null ? null : `gift:${key}`;
  const cartDigest = `gift:${key ?? deps.ids.uuid()}`;
  const { accountId } = session;
  const identity = { networkId: network.id, clientId: ctx.client.id, accountId, idempotencyKey, cartDigest };
  const earlier = await findPlaced(deps.db, identity);
  if (earlier !== undefined) return redeemed(earlier);

  const buyer = await readBuyer(deps.db, network.id, session, deps.clock.iso());
  if (buyer === null) return err("ACCOUNT_INCOMPLETE");
  const known = checkBuyerComplete(buyer);
  if (!known.ok) return known;
  const enteredBy = { session, address: ctx.address, counter: false };
  const [entered] = await readTypedVouchers(deps, network.id, enteredBy, [request.code]);
  const usable = usableVoucher(entered ?? { code: request.code, terms: null }, deps.clock.iso());
  if (!usable.ok) return usable;
  const customerId = request.customerId ?? known.value.userId;
  const traveller = buyer.travellers.find(({ userId }) => userId === customerId);
  if (traveller === undefined) return err("TRAVELLER_UNKNOWN");
  const gift = giftOf(ctx, buyer, usable.value, traveller);
  if (!gift.ok) return gift;
  const order = orderOf(ctx, buyer, usable.value, { idempotencyKey, cartDigest });
  const quoted = quoteGift(network, gift.value, buyer, usable.value);
  const lines = orderLinesOf(deps, network, order, [gift.value.line], quoted);
  const outcome = await runTransaction<Redeemed, RedeemCode>(deps.db, async (tx) => {
    const written = await insertOrder(tx, order, lines);
    if (written === undefined) {
      const other = await findPlaced(tx, identity);
      if (other === undefined) throw new Error("The gift order was neither inserted nor found");
      return redeemed(other);
    }
    const used = await useVouchers(tx, deps, written, quoted);
    if (!used.ok) return used;
    await completeOrder(tx, deps, network, written.id, undefined);
    return redeemed(written);
  });
  if (outcome.ok) deps.wake();
  return outcome;
}

interface Gift {
  article: ShopItem;
  line: OrderLine;
}

/**
 * The article of the gift code and its order line for this traveller; an error if the gift needs a cart or the
 * traveller is not eligible.
 */
function giftOf(
  { deps, network, session, language }: RedeemVoucherContext,
  buyer: Buyer,
  terms: VoucherTerms,
  traveller: BuyerTraveller,
): Result<Gift, RedeemCode> {
  if (terms.type !== "GIFT") return err("VOUCHER_NOT_GIFT");
  // A gift with a minimum amount needs other articles, so its total is not 0.
  if ((terms.minimumAmount ?? 0) > 0) return err("VOUCHER_NOT_GIFT", { reason: "minimum-amount" });
  const article = listedItems(network, language).get(terms.articles[0] ?? "");
  if (article === undefined || article.isRenewable || article.isJourney) return unavailable();
  const eligibility = eligibilityFor(network, session, buyer, false, deps.clock.iso(), false);
  const line = giftLine(deps, network, article, traveller, eligibility.mayHoldDematerialized);
  if (line === undefined) return unavailable();
  const [error] = travellerErrors(line, article, eligibility);
  if (error !== undefined) return err(error.code as RedeemCode, error.details as ErrorDetails);
  return ok({ article, line });
}

const unavailable = () => err("VOUCHER_NOT_APPLICABLE", { reason: "gift-unavailable" });

/**
 * The order line of a gift: dematerialised if possible, else on the traveller's card, else handed over; with the
 * earliest proposed start.
 */
function giftLine(
  deps: Dependencies,
  network: LoadedNetwork,
  article: ShopItem,
  { userId, usableCardIds }: BuyerTraveller,
  mayHoldDematerialized: boolean,
): OrderLine | undefined {
  const { supports, pivotType } = article;
  const offered = (support: OrderLine["support"]) => supports.includes(support);
  const card = usableCardIds[0];
  const handover =
    offered("DEMATERIALIZED") && mayHoldDematerialized
      ? { support: "DEMATERIALIZED" as const }
      : offered("MEDIA") && card !== undefined
        ? { support: "MEDIA" as const, mediaId: card }
        : offered("PHYSICAL")
          ? { support: "PHYSICAL" as const }
          : undefined;
  if (handover === undefined || article.fields.some(({ required }) => required)) return undefined;
  const line = { quantity: 1, productId: article.shopItemId, customerId: userId, ...handover };
  if (pivotType === null) return line;
  const starts = proposedStarts({ ...article, pivotType }, deps.clock.iso(), network.definition.timeZone);
  if (!starts.ok) return undefined;
  const [first] = starts.value;
  return first?.startMonth ? { ...line, startMonth: first.startMonth } : { ...line, startingAt: first?.startingAt };
}

/** The quote of a gift: one free line. */
function quoteGift(network: LoadedNetwork, { article }: Gift, buyer: Buyer, terms: VoucherTerms): QuotedCart {
  const { currency } = network.definition;
  const nothing = { amount: 0, currency };
  const product = article.products[0];
  return {
    buyer,
    items: new Map([[article.shopItemId, article]]),
    vouchers: [{ code: terms.code, terms }],
    breakdown: {
      lines: [
        {
          index: 0,
          option: false,
          gift: true,
          shopItemId: article.shopItemId,
          productId: product?.productId ?? article.shopItemId,
          name: article.name,
          quantity: 1,
          unitPrice: nothing,
          subtotal: nothing,
          discount: nothing,
          total: nothing,
          errors: [],
        },
      ],
      discounts: [{ sourceCode: terms.code, amount: nothing, error: null }],
      subtotalAmount: nothing,
      discountAmount: nothing,
      shippingFee: null,
      totalAmount: nothing,
      paymentOptions: [],
      errors: [],
    },
  };
}

function orderOf(
  { deps, network, session, client, common, language }: RedeemVoucherContext,
  buyer: Buyer,
  terms: VoucherTerms,
  key: Pick<NewOrder, "idempotencyKey" | "cartDigest">,
): NewOrder {
  const at = deps.clock.iso();
  const { networkId, accountId } = session;
  const free = { amount: 0, currency: network.definition.currency, paymentMethod: null };
  return newOrder(
    deps.ids,
    {
      networkId,
      accountId,
      clientId: client.id,
      ...key,
      placedBy: placedBy(session),
      origin: originOf(common.originType ?? session.originType),
      ...free,
      language,
      customer: customerOf(buyer),
      createdAt: at,
      expiresAt: at,
    },
    { vouchers: [terms.code] },
  );
}
