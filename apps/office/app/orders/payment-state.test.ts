import type { OrderStatus } from "@guichet/contract/orders.ts";
import { expect, it } from "vitest";
import { paymentStateOf } from "./payment-state.ts";

const euros = (amount: number) => ({ amount, currency: "EUR" });
const order = (status: OrderStatus, received: number, toCollect = 0, refunded = 0, amount = 300) => ({
  ...{ status, amount: euros(amount) },
  balance: { received: euros(received), toCollect: euros(toCollect), refunded: euros(refunded), unpaid: euros(0) },
});

// covers: the office never calls an order paid before its money was received
it.each([
  ["a card payment", order("COMPLETED", 300), "COMPLETED"],
  ["a debit that is to come", order("COMPLETED", 0, 300), "TO_COLLECT"],
  ["a debit with its first instalment settled", order("COMPLETED", 100, 200), "PARTLY"],
  ["everything dropped before it was collected", order("COMPLETED", 0), "REFUNDED"],
  ["everything paid back", order("COMPLETED", 300, 0, 300), "REFUNDED"],
  ["a part paid back", order("COMPLETED", 300, 0, 100), "COMPLETED"],
  ["a free order", order("COMPLETED", 0, 0, 0, 0), "FREE"],
  ["a returned debit", order("REGULARIZATION", 0, 200), "REGULARIZATION"],
  ["a cancelled order", order("CANCELED", 0), "CANCELED"],
] as const)("%s", (_, given, state) => {
  expect(paymentStateOf(given)).toBe(state);
});
