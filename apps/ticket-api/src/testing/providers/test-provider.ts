import type { Dependencies } from "../../dependencies.ts";
import type { PaymentProvider } from "../../integrations/payment-provider.ts";
import { accountNamed, paymentProviders } from "../../integrations/payment-providers.ts";

/** The account of the test networks, at the stand-in of Stripe. */
export const testAccount = accountNamed({ provider: "stripe", account: "main" });

/** The provider that takes the payments of the test networks. */
export const testProvider = ({ payments }: Pick<Dependencies, "payments">): PaymentProvider => payments.at(testAccount);

/** Replaces the provider of the test networks; the returned function restores it. */
export function replaceProvider(
  deps: Pick<Dependencies, "payments">,
  change: (provider: PaymentProvider) => PaymentProvider,
): () => void {
  const before = deps.payments;
  deps.payments = paymentProviders({ [testAccount]: change(testProvider(deps)) });
  return () => {
    deps.payments = before;
  };
}
