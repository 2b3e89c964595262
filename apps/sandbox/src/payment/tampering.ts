import { randomUUID } from "node:crypto";
import type { PaymentMoney, Session, Tampering } from "@guichet/contract/integrations/sandbox-payment-controls.ts";
import type { PaymentContext } from "./context.ts";

/** Result of a capture: as requested, or with the fault ordered by a tester. */
export function captured(context: PaymentContext, session: Session): Session & { state: "captured" | "open" } {
  const { amount } = session;
  const faithful = { ...session, state: "captured", captured: amount } as const;
  const wrong = captures.find(([kind]) => context.behaviour.take(kind));
  return wrong === undefined ? faithful : { ...faithful, ...wrong[1](amount) };
}

type Wrong = (amount: PaymentMoney) => Omit<Partial<Session>, "state"> & { state?: "open" };
const captures: readonly (readonly [Tampering, Wrong])[] = [
  ["capture-cent", (amount) => ({ captured: { ...amount, amount: 1 } })],
  ["capture-double", (amount) => ({ captured: { ...amount, amount: 2 * amount.amount } })],
  ["capture-nothing", (amount) => ({ captured: { ...amount, amount: 0 } })],
  ["other-currency", (amount) => inOther(amount)],
  ["other-reference", () => ({ reference: randomUUID() })],
  ["other-order", () => ({ orderId: randomUUID() })],
  ["open-captured", () => ({ state: "open" })],
];

function inOther(amount: PaymentMoney) {
  const other = { ...amount, currency: "CHF" };
  return { amount: other, captured: other, refunded: { ...other, amount: 0 } };
}

/** Refunded amount: as requested, or one minor unit. */
export const refundedAmount = (context: PaymentContext, amount: PaymentMoney): PaymentMoney =>
  context.behaviour.take("refund-cent") ? { ...amount, amount: 1 } : amount;
