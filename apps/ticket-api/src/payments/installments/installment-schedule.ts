import { dayIn } from "@guichet/rules/dates/days.ts";
import { type Installment, installmentCalendar } from "@guichet/rules/payments/installments.ts";
import type { LoadedNetwork } from "../../network-registry/registry.ts";
import type { OrderRow } from "../../order-records/order-store.ts";

type OrderInInstallments = Pick<OrderRow, "amount" | "installments" | "installmentPeriod">;

/** The days on which the installments of an order paid at `at` are charged to a card: the first on that day (§9). */
export const cardSchedule = (network: LoadedNetwork, order: OrderInInstallments, at: string): Installment[] =>
  calendar("CARD", network, order, at);

/** The days on which an order placed at `at` is debited, from the fifth day on (§9). */
export const debitSchedule = (network: LoadedNetwork, order: OrderInInstallments, at: string): Installment[] =>
  calendar("TRANSFER", network, order, at);

function calendar(
  method: "CARD" | "TRANSFER",
  network: LoadedNetwork,
  { amount, installments: count, installmentPeriod }: OrderInInstallments,
  at: string,
): Installment[] {
  const orderDay = dayIn(at, network.definition.timeZone);
  return installmentCalendar({ orderDay, amount, count, period: installmentPeriod ?? "P1M", method });
}
