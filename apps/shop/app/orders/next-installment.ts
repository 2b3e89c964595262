import type { PaymentMethod } from "@guichet/contract/catalogue.ts";
import type { Order } from "@guichet/contract/orders.ts";
import type { Money } from "@guichet/contract/values.ts";

/** Next payment of an order that is not fully paid: amount, method and date. */
export interface NextInstallment {
  method: "CARD" | "TRANSFER";
  amount: Money;
  on: string;
}

type Paid = { paymentMethod: PaymentMethod | null } & Pick<Order, "parts">;

/** Returns the next installment; undefined if none is left. */
export function nextInstallmentOf({ paymentMethod, parts }: Paid): NextInstallment | undefined {
  const next = parts.find(({ status }) => status === "planned" || status === "begun");
  if (next === undefined) return undefined;
  return { method: paymentMethod === "TRANSFER" ? "TRANSFER" : "CARD", amount: next.amount, on: next.collectedOn };
}
