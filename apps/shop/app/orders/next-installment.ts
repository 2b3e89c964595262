import type { PaymentMethod } from "@guichet/contract/catalogue.ts";
import type { Order } from "@guichet/contract/orders.ts";
import type { Money } from "@guichet/contract/values.ts";

/** What is taken next of an order that is not paid whole yet, how, and on which day. */
export interface NextInstallment {
  method: "CARD" | "TRANSFER";
  amount: Money;
  on: string;
}

type Paid = { paymentMethod: PaymentMethod | null } & Pick<Order, "parts">;

/** Undefined: nothing is to be taken any more. */
export function nextInstallmentOf({ paymentMethod, parts }: Paid): NextInstallment | undefined {
  const next = parts.find(({ status }) => status === "planned" || status === "begun");
  if (next === undefined) return undefined;
  return { method: paymentMethod === "TRANSFER" ? "TRANSFER" : "CARD", amount: next.amount, on: next.collectedOn };
}
