import type { Mismatch, MismatchField } from "@guichet/contract/payments.ts";
import type { Money } from "@guichet/contract/values.ts";

/** A request to the payment provider or the bank. `save` saves a card and charges nothing (amount 0). */
export interface ExpectedPayment {
  /** Our id of the payment, which makes it idempotent at the provider (for a debit: the end-to-end reference). */
  reference: string;
  orderId: string;
  amount: Money;
  purpose: "pay" | "save";
}

/** The provider's or bank's response about it, in minor units. */
export interface AnsweredPayment {
  reference: string;
  orderId: string;
  state: "open" | "authorised" | "captured" | "refused" | "cancelled" | "expired";
  amount: Money;
  captured: Money;
  refunded: Money;
}

/**
 * Compares a response of the payment provider or the bank with the request; empty: the response may be acted on (§6
 * "Payment"). The captured amount must be exactly the amount due, in its currency; in any other state it must be zero.
 */
export function paymentMismatches(expected: ExpectedPayment, answered: AnsweredPayment): Mismatch[] {
  const { amount, purpose } = expected;
  const due = { ...amount, amount: answered.state === "captured" && purpose === "pay" ? amount.amount : 0 };
  const pairs: [MismatchField, string, string][] = [
    ["reference", expected.reference, answered.reference],
    ["order", expected.orderId, answered.orderId],
    ["amount", inWords(amount), inWords({ ...answered.amount, currency: amount.currency })],
    ["currency", amount.currency, answered.amount.currency],
    // The captured amount is compared in the currency of the response; a wrong currency is reported once, as the currency.
    ["captured", inWords({ ...due, currency: answered.amount.currency }), inWords(answered.captured)],
    ["refunded", nothing, inWords(answered.refunded)],
  ];
  return pairs
    .filter(([, asked, said]) => asked !== said)
    .map(([field, asked, said]) => ({ field, expected: asked, answered: said }));
}

/**
 * The amount captured from our customer for this payment and not refunded, if the response leaves no doubt: it concerns our payment
 * and our order, in one existing currency. Undefined: nothing is certain, and nothing may be refunded automatically.
 */
export function certainlyTaken(expected: ExpectedPayment, answered: AnsweredPayment): Money | undefined {
  const { amount, captured, refunded } = answered;
  if (answered.reference !== expected.reference || answered.orderId !== expected.orderId) return undefined;
  if (captured.amount < 0 || refunded.amount < 0 || refunded.amount > captured.amount) return undefined;
  const currencies = new Set([amount, captured, refunded].map(({ currency }) => currency));
  if (currencies.size > 1 || !isCurrency(captured.currency)) return undefined;
  return { amount: captured.amount - refunded.amount, currency: captured.currency };
}

/** Compares a requested refund with the provider's response under the same reference. */
export function refundMismatches(
  expected: { reference: string; orderId: string; amount: Money },
  answered: { reference: string; orderId: string; amount: Money | undefined },
): Mismatch[] {
  const given = answered.amount === undefined ? nothing : inWords(answered.amount);
  const pairs: [MismatchField, string, string][] = [
    ["reference", expected.reference, answered.reference],
    ["order", expected.orderId, answered.orderId],
    ["refunded", inWords(expected.amount), given],
  ];
  return pairs
    .filter(([, asked, said]) => asked !== said)
    .map(([field, asked, said]) => ({ field, expected: asked, answered: said }));
}

const nothing = "0";
const inWords = ({ amount, currency }: Money): string => (amount === 0 ? nothing : `${amount} ${currency}`);

const currencies = new Set(Intl.supportedValuesOf("currency"));
/** Whether a code is an ISO 4217 currency. */
const isCurrency = (code: string): boolean => currencies.has(code);
