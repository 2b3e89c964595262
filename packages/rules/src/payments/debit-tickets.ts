import type { DebitTicketsUsable } from "@guichet/contract/packs/debit-tickets.ts";
import type { TicketsUsable } from "@guichet/contract/payments.ts";
import { addDays } from "../dates/days.ts";

/** A network's choice of when tickets paid by direct debit are usable (decision 154). */
export interface DebitTicketsRule {
  debitTicketsUsable: DebitTicketsUsable;
  /** Days from the order; with `provisional`. */
  provisionalDays?: number | undefined;
}

/**
 * So many days after an order its first debit is settled at the latest, if the bank does not refuse it: five days' notice, the longest closure
 * of TARGET (Good Friday to Easter Monday), and a day for the bank's report.
 */
export const settledWithinDays = 10;

/** The same where a payment provider collects: its answer takes up to 14 bank days more (docs.stripe.com/payments/sepa-debit). */
export const settledByProviderWithinDays = 30;

/** From when the tickets of an order are usable whose first debit is on `firstDebitOn`. Days, `YYYY-MM-DD`. */
export function ticketsUsable(
  { debitTicketsUsable: from, provisionalDays }: DebitTicketsRule,
  { orderDay, firstDebitOn }: { orderDay: string; firstDebitOn: string },
): TicketsUsable {
  if (from === "settled") return { from, on: firstDebitOn };
  if (from === "provisional" && provisionalDays !== undefined) return { from, on: addDays(orderDay, provisionalDays) };
  return { from: "signed", on: null };
}
