import type { OrderLine } from "@guichet/contract/cart.ts";
import type { CartState } from "./cart-state.ts";

/** Converts the cart's lines to the wire format (§7 "Order line payload"); each unit of a line includes its option. */
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
