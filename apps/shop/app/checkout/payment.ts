import type { PaymentMethod } from "@guichet/contract/catalogue.ts";
import type { Installment, TicketsUsable } from "@guichet/contract/payments.ts";
import type { Money } from "@guichet/contract/values.ts";
import type { Mandate } from "../payments/mandate-sheet.tsx";

/** Dates on which a payment is collected if it is not collected in full immediately. */
export interface Calendar {
  method: PaymentMethod;
  installments: number;
  parts: readonly Installment[];
  /** The mandate to sign for a direct debit. */
  mandate: Mandate | null;
  /** From when the tickets of an order by direct debit are usable; null: another payment. */
  ticketsUsable: TicketsUsable | null;
}

/** How the customer pays for the cart, as selected on the payment step. */
export interface Payment {
  paymentMethod: PaymentMethod;
  installments: number;
  totalAmount: Money;
  invoiceEmail: string | null;
  /** Consent to pay for each further period of a subscription. */
  renewalAccepted: boolean;
  /** Whether to save the paying card. */
  keepCard: boolean;
  /** ID of a saved card, or of the saved account to debit. */
  cardId: string | null;
  /** A bank account to debit that is not saved yet. */
  account: { iban: string; holder: string } | null;
  /** The mandate signed for a direct debit. */
  mandate: { reference: string; digest: string } | null;
}
