import type { Mismatch, MismatchField } from "@guichet/contract/payments.ts";
import type { Money } from "@guichet/contract/values.ts";

/** What was asked of the payment provider or the bank. `save` keeps a card and takes nothing (amount 0). */
export interface ExpectedPayment {
  /** Our own id of the payment, by which the other side takes it once (for a debit: the end-to-end reference). */
  reference: string;
  orderId: string;
  amount: Money;
  purpose: "pay" | "save";
}

/** What the other side says of it. Minor units. */
export interface AnsweredPayment {
  reference: string;
  orderId: string;
  state: "open" | "authorised" | "captured" | "refused" | "cancelled" | "expired";
  amount: Money;
  captured: Money;
  refunded: Money;
}

/**
 * Compares an answer of the payment provider or the bank with what it was asked; empty: the answer may be acted on (§6
 * "Payment"). What was taken must be exactly what is due, in its currency, and nothing may be taken in any other state.
 */
export function paymentMismatches(expected: ExpectedPayment, answered: AnsweredPayment): Mismatch[] {
  const { amount, purpose } = expected;
  const due = { ...amount, amount: answered.state === "captured" && purpose === "pay" ? amount.amount : 0 };
  const pairs: [MismatchField, string, string][] = [
    ["reference", expected.reference, answered.reference],
    ["order", expected.orderId, answered.orderId],
    ["amount", inWords(amount), inWords({ ...answered.amount, currency: amount.currency })],
    ["currency", amount.currency, answered.amount.currency],
    // A capture is compared in the currency that the answer is in: another one is named once, as the currency.
    ["captured", inWords({ ...due, currency: answered.amount.currency }), inWords(answered.captured)],
    ["refunded", nothing, inWords(answered.refunded)],
  ];
  return pairs
    .filter(([, asked, said]) => asked !== said)
    .map(([field, asked, said]) => ({ field, expected: asked, answered: said }));
}

/**
 * What was taken of our customer for this payment and not given back, where the answer leaves no doubt: it is about our payment
 * and our order, and speaks of one currency that exists. Undefined: nothing is certain, and nothing may be refunded by itself.
 */
export function certainlyTaken(expected: ExpectedPayment, answered: AnsweredPayment): Money | undefined {
  const { amount, captured, refunded } = answered;
  if (answered.reference !== expected.reference || answered.orderId !== expected.orderId) return undefined;
  if (captured.amount < 0 || refunded.amount < 0 || refunded.amount > captured.amount) return undefined;
  const currencies = new Set([amount, captured, refunded].map(({ currency }) => currency));
  if (currencies.size > 1 || !isCurrency(captured.currency)) return undefined;
  return { amount: captured.amount - refunded.amount, currency: captured.currency };
}

/** A refund that was asked, beside what the other side says that it gave back under the same reference. */
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
/** Is it a currency of ISO 4217? */
const isCurrency = (code: string): boolean => currencies.has(code);
