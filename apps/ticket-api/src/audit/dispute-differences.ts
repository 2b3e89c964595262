import type { ProviderDispute } from "../integrations/payment-provider.ts";
import type { BookedDispute, BookedPayment } from "./booked-store.ts";
import type { Found } from "./differences.ts";

/** Compares the disputes at the providers with those in our books. Those of debits are returns, which are compared with their payments. */
export function disputeDifferences(
  disputes: readonly ProviderDispute[],
  booked: readonly BookedDispute[],
  payments: readonly BookedPayment[],
): Found[] {
  const byReference = new Map(booked.map((dispute) => [dispute.reference, dispute]));
  const byPayment = new Map(payments.map((payment) => [payment.id, payment]));
  return disputes.flatMap((dispute): Found[] => {
    const known = byReference.get(dispute.id);
    const payment = byPayment.get(dispute.reference);
    if (payment?.kind === "debit") return [];
    const differ = (kind: Found["kind"], found: string): Found[] => [
      {
        kind,
        networkId: payment?.networkId ?? null,
        orderId: payment?.orderId ?? null,
        orderNumber: payment?.orderNumber ?? null,
        subject: dispute.id,
        found,
      },
    ];
    const { state } = dispute;
    const withdrawn = dispute.movements.reduce(
      (sum, { kind, amount }) => sum + (kind === "withdrawn" ? amount.amount : -amount.amount),
      0,
    );
    if (known === undefined) return differ("dispute-not-booked", `the dispute is ${state} at the provider`);
    if (known.state === state && known.withdrawn === withdrawn) return [];
    const booking = `booked as ${known.state} with ${known.withdrawn}`;
    return differ("dispute-differs", `${state} at the provider with ${withdrawn} withdrawn, ${booking}`);
  });
}
