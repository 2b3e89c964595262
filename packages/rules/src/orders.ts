import type { PaymentMethod } from "@guichet/contract/catalogue.ts";
import { counterPaymentDays, orderUnpaidMinutes } from "@guichet/contract/limits/order-limits.ts";
import { paymentSessionMarginMinutes } from "@guichet/contract/limits/payment-limits.ts";
import type { OrderOrigin, OrderProcessStatus, OrderStatus } from "@guichet/contract/orders.ts";
import { err, ok } from "@guichet/contract/result.ts";
import { type Moved, move, type StateMachine, type TransitionOf } from "./state-machine.ts";

/** States of an order (§3, §4). */
export const orderMachine = {
  states: ["PENDING", "PROCESSING", "COMPLETED", "ERROR", "CANCELED", "REGULARIZATION"],
  births: {
    place: "PENDING",
    // An order paid on the provider's page starts with its payment.
    placeWithPayment: "PROCESSING",
  },
  transitions: {
    // First attempt, or a new one after a refusal.
    beginPayment: { from: ["PENDING", "ERROR"], to: "PROCESSING" },
    // Nothing is due, the mandate is signed, staff record the payment, or it is captured, possibly after a refusal.
    complete: { from: ["PENDING", "PROCESSING", "ERROR"], to: "COMPLETED" },
    failPayment: { from: ["PENDING", "PROCESSING"], to: "ERROR" },
    // A renewal without a chargeable card; it may have failed before.
    failBeforePayment: { from: ["PENDING", "ERROR"], to: "ERROR" },
    // By its customer or by time-out. During a payment only if the provider confirms that nothing can be captured any more.
    cancel: { from: ["PENDING", "PROCESSING", "ERROR"], to: "CANCELED" },
    // An installment or a debit failed; later, all of them are settled.
    markUnpaid: { from: ["COMPLETED"], to: "REGULARIZATION" },
    settle: { from: ["REGULARIZATION"], to: "COMPLETED" },
    // By staff, or because of a refund at the provider: credit note, refund, cancelled tickets.
    cancelPaid: { from: ["COMPLETED", "REGULARIZATION"], to: "CANCELED" },
  },
} as const satisfies StateMachine<OrderStatus, string, string>;

export type OrderTransition = TransitionOf<typeof orderMachine>;

/** Whether an order in this state can still be paid. */
export const isOpen = (status: OrderStatus): boolean => placedOpen.includes(status);
const placedOpen: readonly OrderStatus[] = ["PENDING", "PROCESSING", "ERROR"];

/** Instant at which an unpaid order expires, by payment method. */
export function unpaidUntil(placedAt: string, method: PaymentMethod): string {
  const atCounter = method === "DEPOSIT" || method === "CASH";
  return later(placedAt, atCounter ? counterPaymentDays * 24 * 60 : orderUnpaidMinutes);
}

/** Instant at which the provider's session expires, shortly before the order does. */
export function paymentSessionUntil(placedAt: string): string {
  return later(placedAt, orderUnpaidMinutes - paymentSessionMarginMinutes);
}

const later = (instant: string, minutes: number): string =>
  new Date(Date.parse(instant) + minutes * 60_000).toISOString();

/** States of an order line's fulfilment. A line for a phone needs none; one for a card is fulfilled when the card is loaded. */
export const fulfilmentMachine = {
  states: ["TO_PROCESS", "PROCESSING", "PROCESSED"],
  births: { place: "TO_PROCESS" },
  transitions: {
    beginFulfilment: { from: ["TO_PROCESS"], to: "PROCESSING" },
    finishFulfilment: { from: ["PROCESSING"], to: "PROCESSED" },
    issueTickets: { from: ["TO_PROCESS"], to: "PROCESSED" },
    issueTicketsForCard: { from: ["TO_PROCESS"], to: "PROCESSING" },
  },
} as const satisfies StateMachine<OrderProcessStatus, string, string>;

export type FulfilmentTransition = TransitionOf<typeof fulfilmentMachine>;

export const beginFulfilment = (status: OrderProcessStatus): Moved<OrderProcessStatus> =>
  move(fulfilmentMachine, "beginFulfilment", status);

export const finishFulfilment = (status: OrderProcessStatus): Moved<OrderProcessStatus> =>
  move(fulfilmentMachine, "finishFulfilment", status);

const origins: Readonly<Record<string, OrderOrigin>> = {
  ESHOP: "ESHOP",
  SCHOOL: "SCHOOL",
  SCHOOL_ESHOP: "SCHOOL",
  APP: "APP",
  MTICKET: "APP",
  APP_MULTIPLE_NETWORK: "APP",
  APP_SCOOP: "APP",
  RETAIL: "RETAIL",
  WEB_SCOOP: "RETAIL",
};

/** Origin of an order by the application's own name, in any letter case. */
export function orderOrigin(text: string) {
  const name = text.trim().toUpperCase();
  const origin = Object.hasOwn(origins, name) ? origins[name] : undefined;
  return origin === undefined ? err("FIELD_INVALID", { field: "origin" }) : ok(origin);
}
