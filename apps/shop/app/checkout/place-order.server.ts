import { withLanguagePrefix } from "@guichet/contract/language-prefix.ts";
import type { OrderStatus } from "@guichet/contract/orders.ts";
import { ok } from "@guichet/contract/result.ts";
import { closesOrdering } from "@guichet/rules/maintenance.ts";
import { shownCode } from "../cart/cart-faults.ts";
import { enterAsGuest } from "../identity/sign-in.server.ts";
import { href } from "../paths.ts";
import type { RequestContext } from "../request-context/request-context.ts";
import type { AskedOrder } from "./checkout-request.server.ts";

/** An order that was placed: where to pay it, or null if nothing more is to be paid on a page. */
export interface PlacedOrder {
  orderId: string;
  orderStatus: OrderStatus;
  paymentUrl: string | null;
}

/** JSON response to a page that opened a guest's session before the order. */
export type EnteredGuest = { entered: true } | { code: string };

/** JSON response to a page that placed an order with script. */
export type Placed = PlacedOrder | { code: string; details?: object };

/** The order, or the code of the reason why there is none. */
export type Placement = { ok: true; value: PlacedOrder } | { ok: false; code: string; details?: object };

/**
 * Places an order (§7), from the cart or from the sheet of an article: the only way to place one in the shop. A visitor who gave
 * an e-mail address is signed in as a guest first.
 */
export async function placeOrder(ctx: RequestContext, order: AskedOrder): Promise<Placement> {
  if (closesOrdering(ctx.alertFor("ORDER"))) return { ok: false, code: "ORDERING_CLOSED" };
  const guest = await enterTypedGuest(ctx, order);
  if (!guest.ok) return guest;
  const saved = await registerTypedAccount(ctx, order);
  if (!saved.ok) return saved;
  const { idempotencyKey, ...values } = valuesOf(
    { ...order, cardId: saved.value },
    withLanguagePrefix(ctx.prefix, href("cart")),
  );
  // The mandate states the browser in which it was signed.
  const device = ctx.device !== undefined && values.mandate !== undefined ? { device: ctx.device } : {};
  const placed = await ctx.call("placeOrder", values, { idempotencyKey, ...device });
  // A guest without a name ordered a ticket that is issued in a name: the code is the shop's own.
  if (!placed.ok) return { ...placed, code: shownCode(placed) };
  const { orderId, orderStatus, paymentUrl = null } = placed.value;
  return ok({ orderId, orderStatus, paymentUrl });
}

/** Opens a guest session with the e-mail address alone (decision 129); an existing session remains. */
export async function enterTypedGuest(ctx: RequestContext, { guestEmail }: Pick<AskedOrder, "guestEmail">) {
  if (guestEmail === null || ctx.session.open) return { ok: true } as const;
  const entered = await enterAsGuest(ctx, { email: guestEmail });
  if (entered.ok) ctx.cookies.set("invoiceEmail", guestEmail);
  return entered;
}

/** Saves the entered bank account before it is debited; entering the same account again reuses it. */
async function registerTypedAccount(ctx: RequestContext, { account, cardId }: AskedOrder) {
  if (account === null) return ok(cardId);
  const saved = await ctx.call("registerBankAccount", account);
  return saved.ok ? ok(saved.value.card.ID) : saved;
}

function valuesOf(asked: AskedOrder, returnUrl: string) {
  const {
    delivery,
    collect,
    invoiceEmail,
    renewalAccepted,
    duplicateAccepted,
    keepCard,
    cardId,
    chargeCard,
    mandate,
    account: _kept,
    guestEmail: _guest,
    ...order
  } = asked;
  const has = (how: string) => order.articles.some(({ support }) => support === how);
  return {
    ...order,
    returnUrl,
    ...(has("SHIPPING") && delivery ? { delivery } : {}),
    ...(has("COLLECT") && collect ? { collect } : {}),
    ...(invoiceEmail === null ? {} : { invoiceEmail }),
    ...(renewalAccepted ? { renewalAccepted } : {}),
    ...(duplicateAccepted ? { duplicateAccepted } : {}),
    ...(keepCard ? { keepCard } : {}),
    ...(cardId === null ? {} : { cardId }),
    ...(cardId !== null && chargeCard ? { chargeCard } : {}),
    ...(mandate === null ? {} : { mandate }),
  };
}
