import { newCard } from "@guichet/contract/limits/transport-card-limits.ts";
import { ok, type Result } from "@guichet/contract/result.ts";
import { type AddRefusal, addLine, type CartLine, sameLine } from "@guichet/rules/cart.ts";
import type { PaymentOffer } from "@guichet/rules/payments/payment-options.ts";
import { cart, readCart } from "../cart/cart-state.ts";
import type { StoredArticle } from "../cart/stored-article.ts";

/**
 * Puts all lines of the tunnel into the cart, or none. Lines that an earlier tunnel put there for the same travellers
 * are removed first: their new cards, and the passes on them (decision 073).
 */
export function putInCart(
  lines: readonly Omit<CartLine, "id">[],
  seen: readonly StoredArticle[],
  offer: PaymentOffer,
  travellers: ReadonlySet<string>,
): Result<true, AddRefusal> {
  const before = readCart();
  const others = before.articles.filter((one) => !seen.some(({ shopItemId }) => shopItemId === one.shopItemId));
  const articles = [...seen, ...others];
  const isMade = ({ shopItemId, mediaId, profileId }: CartLine) =>
    travellers.has(profileId ?? "") &&
    (mediaId === newCard || articles.some((one) => one.shopItemId === shopItemId && one.cardWork === "new"));
  let next = { lines: before.lines.filter((line) => !isMade(line)), vouchers: before.vouchers };
  for (const line of lines) {
    if (next.lines.some((other) => sameLine(other, { ...line, id: other.id }))) continue;
    const outcome = addLine(next, { ...line, id: crypto.randomUUID() }, articles, offer);
    if (!outcome.ok) return outcome;
    next = { ...outcome.value, lines: [...outcome.value.lines] };
  }
  cart.put(next.lines, articles);
  return ok(true);
}
