import { readCart } from "../cart/cart-state.ts";
import type { Payment } from "./payment.ts";

/** What the customer selected on the payment step. Bank accounts and mandates are not stored. */
export type PaymentSelection = Pick<Payment, "paymentMethod" | "installments" | "keepCard" | "cardId"> & {
  orderId: string;
  email: string | null;
  consented: boolean;
};

const key = "payment-selection";
/** For a tab whose storage is blocked. */
let kept: string | null = null;

/** Stores the selection of an order for this tab, so that Back from the payment page finds it (§2 "/cart/checkout"). */
export function keepSelection(orderId: string, payment: Payment): void {
  const { paymentMethod, installments, keepCard, cardId, invoiceEmail, renewalAccepted } = payment;
  const selection = { orderId, paymentMethod, installments, keepCard, cardId };
  kept = JSON.stringify({ ...selection, email: invoiceEmail, consented: renewalAccepted } satisfies PaymentSelection);
  try {
    sessionStorage.setItem(key, kept);
  } catch {
    // Storage is blocked: the selection lasts as long as the page.
  }
}

/** Returns the selection of the cart's last order; undefined if none was stored, or the cart has changed since. */
export function keptSelection(): PaymentSelection | undefined {
  const { orderId, unpaidOrderId } = readCart();
  const selection = parse(stored() ?? kept);
  const isOfCart = selection !== undefined && [orderId, unpaidOrderId].includes(selection.orderId);
  return isOfCart ? selection : undefined;
}

function stored(): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

function parse(text: string | null): PaymentSelection | undefined {
  try {
    const value: Partial<PaymentSelection> | null = JSON.parse(text ?? "null");
    return typeof value?.orderId === "string" ? (value as PaymentSelection) : undefined;
  } catch {
    return undefined;
  }
}
