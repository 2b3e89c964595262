import type { StateMachine, StateOf, TransitionOf } from "../state-machine.ts";

/**
 * States of one payment attempt: on the provider's page, on a saved card, or by direct debit. A response that does not match the
 * request ends in `mismatched` and pays nothing.
 */
export const paymentMachine = {
  states: ["begun", "open", "captured", "refused", "cancelled", "refunded", "mismatched"],
  births: { begin: "begun" },
  transitions: {
    // The provider opened its session, or the bank accepted the debit file.
    open: { from: ["begun"], to: "open" },
    capture: { from: ["begun", "open"], to: "captured" },
    refuse: { from: ["begun", "open"], to: "refused" },
    cancel: { from: ["begun", "open"], to: "cancelled" },
    // By staff, at the provider, or by the bank, which returned a debit.
    refund: { from: ["captured"], to: "refunded" },
    // Captured after it was closed: its order may have ended, so the money is refunded.
    refundLateCapture: { from: ["cancelled", "refused"], to: "refunded" },
    mismatch: { from: ["begun", "open", "cancelled", "refused"], to: "mismatched" },
  },
} as const satisfies StateMachine<string, string, string>;

export type PaymentStatus = StateOf<typeof paymentMachine>;
export type PaymentTransition = TransitionOf<typeof paymentMachine>;

/** States of one installment of an order. */
export const installmentMachine = {
  states: ["planned", "begun", "paid", "unpaid", "withdrawn"],
  births: {
    plan: "planned",
    // The first card payment of an order, captured when the order is complete.
    payWithOrder: "paid",
  },
  transitions: {
    collect: { from: ["planned"], to: "begun" },
    // Collected, or paid by the customer after a failure.
    pay: { from: ["begun", "unpaid"], to: "paid" },
    // Refused, to be retried on a later day.
    retryLater: { from: ["begun"], to: "planned" },
    // The bank returned a debit that was booked, and it is presented once more.
    returnForRetry: { from: ["paid"], to: "planned" },
    // Refused at the last attempt.
    fail: { from: ["begun"], to: "unpaid" },
    // Not collected on its day: no mandate covers it, or too much of its order was returned.
    skip: { from: ["planned"], to: "unpaid" },
    // The bank returned a debit that was booked.
    returnDebit: { from: ["paid"], to: "unpaid" },
    // Its order is cancelled or ends early: amounts owed and amounts refunded.
    withdraw: { from: ["planned", "begun", "unpaid"], to: "withdrawn" },
    refund: { from: ["paid"], to: "withdrawn" },
    // A refund of tickets covers all of it before it is collected.
    drop: { from: ["planned"], to: "withdrawn" },
  },
} as const satisfies StateMachine<string, string, string>;

export type InstallmentStatus = StateOf<typeof installmentMachine>;
export type InstallmentTransition = TransitionOf<typeof installmentMachine>;
