import type { Config } from "../config.ts";
import { accountNamed, type PaymentProviders, paymentProviders } from "./payment-providers.ts";
import { sandboxPayment } from "./sandbox-payment.ts";

/** The account of the only protocol that has no account of its own: the settings `PAYMENT_...`. */
export const sandboxAccount = accountNamed({ provider: "sandbox", account: "main" });

/** The payment providers that the configuration holds keys for: the same for the server, its commands and the audit. */
export function configuredPayments({ payment }: Pick<Config, "payment">): PaymentProviders {
  const { url, key: apiKey, notificationSecret } = payment;
  return paymentProviders({ [sandboxAccount]: sandboxPayment({ url, apiKey, notificationSecret }) });
}
