import { mayCheckOut } from "@guichet/rules/permissions.ts";
import type { CartState } from "../cart/cart-state.ts";
import { withNext } from "../identity/return-path.ts";
import { href } from "../paths.ts";
import { needsCollect } from "./collection/collect-choice.ts";

/** Input of the checkout guards, which run in the browser because the cart is stored there (§2 "Guards"). */
export interface Shopper {
  cart: Pick<CartState, "lines" | "articles" | "termsAccepted" | "over18Accepted" | "orderId">;
  user: { firstName: string; birthday: string | null; isGuest: boolean; isVerified: boolean } | null;
  /** `YYYY-MM-DD` in the network's zone. */
  today: string;
  hideBirthDate: boolean;
}

/** Returns the redirect that replaces checkout; undefined means continue. An unresolved order for this cart takes precedence. */
export function checkoutRedirect({ cart, user, today, hideBirthDate }: Shopper): string | undefined {
  if (cart.orderId !== null) return href("cart", undefined, { order: cart.orderId });
  const majority = { birthday: user?.birthday ?? null, today, hideBirthDate };
  if (cart.lines.length === 0 || !mayCheckOut(cart, majority).ok) return href("cart");
  if (user === null) return href("inviteLogin");
  if (user.isGuest && user.firstName === "" && needsName(cart)) return href("inviteLogin", undefined, { guest: "1" });
  if (!user.isGuest && !user.isVerified) return withNext("unverifiedAccount", href("checkout"));
  return undefined;
}

/** Whether the cart needs the name of a guest who gave only an e-mail address: for a ticket in a name, or a parcel. */
function needsName({ lines, articles }: Pick<CartState, "lines" | "articles">): boolean {
  const isInName = (id: string) => articles.some((article) => article.shopItemId === id && article.isAgeLimited);
  return lines.some(({ shopItemId, support }) => support !== "DEMATERIALIZED" || isInName(shopItemId));
}

export type CheckoutStep = "delivery" | "details" | "pay";

/** Returns the checkout steps: a cart with only phone tickets goes straight to payment (users: at most three). */
export function stepsFor(lines: CartState["lines"]): readonly CheckoutStep[] {
  const handedOver = lines.some(({ support }) => support !== "DEMATERIALIZED" && support !== "MEDIA");
  return handedOver ? ["delivery", "details", "pay"] : ["pay"];
}

/** Returns the requested step, or the first step while the address or the collection slot is missing. */
export function stepAt(
  asked: string | null,
  cart: Pick<CartState, "lines" | "delivery" | "collect">,
  now: string,
): CheckoutStep {
  const steps = stepsFor(cart.lines);
  const step = steps.find((one) => one === asked) ?? steps[0] ?? "pay";
  return needsAddress(cart) || needsCollect(cart, now) ? (steps[0] ?? "pay") : step;
}

/** Whether the cart has shipped articles but no address. */
export const needsAddress = ({ lines, delivery }: Pick<CartState, "lines" | "delivery">): boolean =>
  delivery === null && lines.some(({ support }) => support === "SHIPPING");
