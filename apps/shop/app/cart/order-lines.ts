import type { OrderLine } from "@guichet/contract/cart.ts";
import type { CartState } from "./cart-state.ts";

/** The cart's lines as the wire carries them (§7 "Order line payload"); an option goes with each piece. */
export function orderLinesOf({ lines, articles }: Pick<CartState, "lines" | "articles">): OrderLine[] {
  return lines.map((line) => ({
    quantity: line.quantity,
    productId: line.shopItemId,
    customerId: line.profileId,
    support: line.support,
    isSubscription: articles.some(({ shopItemId, isRenewable }) => isRenewable && shopItemId === line.shopItemId),
    mediaId: line.mediaId,
    startingAt: line.startingAt,
    startMonth: line.startMonth,
    fields: line.fields,
    optionLines: line.optionId === null ? [] : [{ quantity: line.quantity, productId: line.optionId }],
  }));
}
