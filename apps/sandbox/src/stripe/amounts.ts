import type { PaymentMoney } from "@guichet/contract/integrations/sandbox-payment-controls.ts";
import { leastStripeCharge, stripeUnits } from "@guichet/contract/integrations/stripe.ts";
import { fromSmallestUnit } from "./objects.ts";
import { invalid } from "./refusals.ts";

/** The amount of a charge in the ledger's minor units; one that Stripe does not accept is refused. */
export function moneyOf(amount: number, currency: string, param = "amount"): PaymentMoney {
  const { step } = stripeUnits(currency);
  if (amount < leastStripeCharge(currency)) {
    throw invalid("Amount must convert to at least 50 cents.", { code: "amount_too_small", param });
  }
  const code = currency.toUpperCase();
  const minor = fromSmallestUnit(amount, code);
  if (amount % step !== 0 || !Number.isInteger(minor)) {
    throw invalid(`Invalid ${currency} amount: ${amount}.`, { code: "parameter_invalid_integer", param });
  }
  return { amount: minor, currency: code };
}
