import type { PaymentMethod } from "@guichet/contract/catalogue.ts";
import { orderUnpaidMinutes, paymentSessionMarginMinutes } from "@guichet/contract/limits.ts";
import type { OrderOrigin, OrderProcessStatus, OrderStatus } from "@guichet/contract/orders.ts";
import { err, ok } from "@guichet/contract/result.ts";
import { type Moved, move, type StateMachine } from "./state-machine.ts";

/** How an order goes from placed to paid, and back (§3, §4). */
export const orderMachine = {
  // COMPLETED at once when nothing is due.
  initial: ["PENDING", "COMPLETED"],
  states: ["PENDING", "PROCESSING", "COMPLETED", "ERROR", "CANCELED", "REGULARIZATION"],
  moves: {
    beginPayment: { from: ["PENDING"], to: "PROCESSING" },
    payAgain: { from: ["ERROR"], to: "PROCESSING" },
    complete: { from: ["PROCESSING"], to: "COMPLETED" },
    fail: { from: ["PENDING", "PROCESSING"], to: "ERROR" },
    cancel: { from: ["PENDING", "PROCESSING", "ERROR"], to: "CANCELED" },
    regularize: { from: ["COMPLETED"], to: "REGULARIZATION" },
    settle: { from: ["REGULARIZATION"], to: "COMPLETED" },
    revoke: { from: ["COMPLETED", "REGULARIZATION"], to: "CANCELED" },
  },
} as const satisfies StateMachine<OrderStatus, string>;

/** The first state of an order: COMPLETED when nothing is due. */
export const placedStatus = (totalAmount: number): OrderStatus => (totalAmount === 0 ? "COMPLETED" : "PENDING");

/** The customer is sent to pay. */
export const beginPayment = (status: OrderStatus): Moved<OrderStatus> => move(orderMachine, "beginPayment", status);

/** The customer pays again after a refusal. */
export const payAgain = (status: OrderStatus): Moved<OrderStatus> => move(orderMachine, "payAgain", status);

/** The payment is certain: captured, mandate signed, or recorded by staff. */
export const complete = (status: OrderStatus): Moved<OrderStatus> => move(orderMachine, "complete", status);

/** The payment was refused or failed. */
export const fail = (status: OrderStatus): Moved<OrderStatus> => move(orderMachine, "fail", status);

/**
 * The customer gives up, or time runs out. While a payment is under way only when the provider confirms that nothing can be
 * captured any more.
 */
export function cancel(status: OrderStatus, providerConfirmsClosed: boolean): Moved<OrderStatus> {
  if (status === "PROCESSING" && !providerConfirmsClosed) {
    return err("TRANSITION_NOT_ALLOWED", { state: status, verb: "cancel" });
  }
  return move(orderMachine, "cancel", status);
}

/** An installment or debit came back unpaid. */
export const regularize = (status: OrderStatus): Moved<OrderStatus> => move(orderMachine, "regularize", status);

/** What was unpaid is settled. */
export const settle = (status: OrderStatus): Moved<OrderStatus> => move(orderMachine, "settle", status);

/** Staff take a paid order back: credit note, refund or write-off, tickets cancelled. */
export const revoke = (status: OrderStatus): Moved<OrderStatus> => move(orderMachine, "revoke", status);

/** May an order of this state still be paid? */
export const isOpen = (status: OrderStatus): boolean => placedOpen.includes(status);
const placedOpen: readonly OrderStatus[] = ["PENDING", "PROCESSING", "ERROR"];

/** A payment at a counter (DEPOSIT, CASH) is recorded within this many days. */
export const counterPaymentDays = 7;

/** The instant from which an unpaid order is given up, by how it is to be paid. */
export function unpaidUntil(placedAt: string, method: PaymentMethod): string {
  const atCounter = method === "DEPOSIT" || method === "CASH";
  return later(placedAt, atCounter ? counterPaymentDays * 24 * 60 : orderUnpaidMinutes);
}

/** The instant at which the provider's session ends: a little before the order does. */
export function paymentSessionUntil(placedAt: string): string {
  return later(placedAt, orderUnpaidMinutes - paymentSessionMarginMinutes);
}

const later = (instant: string, minutes: number): string =>
  new Date(Date.parse(instant) + minutes * 60_000).toISOString();

/** How an ordered line is prepared, per delivery mode. */
export const fulfilmentMachine = {
  initial: ["TO_PROCESS"],
  states: ["TO_PROCESS", "PROCESSING", "PROCESSED"],
  moves: {
    beginFulfilment: { from: ["TO_PROCESS"], to: "PROCESSING" },
    finishFulfilment: { from: ["PROCESSING"], to: "PROCESSED" },
  },
} as const satisfies StateMachine<OrderProcessStatus, string>;

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

/** The origin of an order by what the application calls itself, in any letter case. */
export function orderOrigin(text: string) {
  const name = text.trim().toUpperCase();
  const origin = Object.hasOwn(origins, name) ? origins[name] : undefined;
  return origin === undefined ? err("FIELD_INVALID", { field: "origin" }) : ok(origin);
}
