import { leastStripeCharge, stripeUnits } from "@guichet/contract/integrations/stripe.ts";
import type { Money } from "@guichet/contract/values.ts";
import { currencyDigits } from "@guichet/texts/money-format.ts";
import { type AcceptedAmounts, ProviderRefused } from "../payment-provider.ts";

/**
 * The amount in Stripe's smallest unit, from our minor units. An amount that Stripe cannot accept, one with a third
 * decimal for example, is refused.
 */
export function toStripeAmount({ amount, currency }: Money): number {
  const { digits, step } = stripeUnits(currency);
  const exact = scaled(amount, digits - currencyDigits(currency));
  if (!Number.isInteger(exact) || exact % step !== 0) {
    throw new ProviderRefused("amount_invalid", `Stripe cannot take ${amount} minor units of ${currency}`);
  }
  return exact;
}

/**
 * The amount in our minor units, from Stripe's smallest unit. A part of a minor unit counts as a whole one: it differs
 * from the requested amount.
 */
export function fromStripeAmount(amount: number, stripeCurrency: string): Money {
  const currency = stripeCurrency.toUpperCase();
  return { amount: Math.ceil(scaled(amount, currencyDigits(currency) - stripeUnits(currency).digits)), currency };
}

/** The amounts of a currency that Stripe accepts for a payment. */
export function acceptedAmounts(currency: string): AcceptedAmounts {
  const { digits, step } = stripeUnits(currency);
  const inMinorUnits = (amount: number) => Math.ceil(scaled(amount, currencyDigits(currency) - digits));
  return { minAmount: inMinorUnits(leastStripeCharge(currency)), step: inMinorUnits(step) };
}

/** Stripe's name of a currency. */
export const toStripeCurrency = (currency: string): string => currency.toLowerCase();

// A division by a power of ten is exact for whole results; a multiplication by 0.01 is not.
const scaled = (amount: number, digits: number): number =>
  digits < 0 ? amount / 10 ** -digits : amount * 10 ** digits;
