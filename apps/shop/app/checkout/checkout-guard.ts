import { mayCheckOut } from "@guichet/rules/permissions.ts";
import type { CartState } from "../cart/cart-state.ts";
import { href } from "../paths.ts";
import { needsCollect } from "./collection/collect-choice.ts";

/** What the guards of checkout look at; they run in the browser, where the cart is (§2 "Guards"). */
export interface Shopper {
  cart: Pick<CartState, "lines" | "termsAccepted" | "over18Accepted" | "orderId">;
  user: { birthday: string | null; isGuest: boolean; isVerified: boolean } | null;
  /** `YYYY-MM-DD` in the network's zone. */
  today: string;
  hideBirthDate: boolean;
}

/** Where somebody is led instead of checkout; undefined: go on. An order of this cart that is unresolved comes first. */
export function checkoutRedirect({ cart, user, today, hideBirthDate }: Shopper): string | undefined {
  if (cart.orderId !== null) return href("cart", undefined, { order: cart.orderId });
  const majority = { birthday: user?.birthday ?? null, today, hideBirthDate };
  if (cart.lines.length === 0 || !mayCheckOut(cart, majority).ok) return href("cart");
  if (user === null) return href("inviteLogin");
  if (!user.isGuest && !user.isVerified) return href("unverifiedAccount");
  return undefined;
}

export type CheckoutStep = "delivery" | "details" | "pay";

/** The screens of checkout: what comes as a ticket on the phone only is paid at once (users: at most three). */
export function stepsFor(lines: CartState["lines"]): readonly CheckoutStep[] {
  const handedOver = lines.some(({ support }) => support !== "DEMATERIALIZED" && support !== "MEDIA");
  return handedOver ? ["delivery", "details", "pay"] : ["pay"];
}

/** The screen asked for, or the first one that still lacks something. */
export function stepAt(
  asked: string | null,
  cart: Pick<CartState, "lines" | "delivery" | "collect">,
  now: string,
): CheckoutStep {
  const steps = stepsFor(cart.lines);
  const step = steps.find((one) => one === asked) ?? steps[0] ?? "pay";
  return needsAddress(cart) || needsCollect(cart, now) ? (steps[0] ?? "pay") : step;
}

/** Is something shipped, and nobody has said where to? */
export const needsAddress = ({ lines, delivery }: Pick<CartState, "lines" | "delivery">): boolean =>
  delivery === null && lines.some(({ support }) => support === "SHIPPING");
