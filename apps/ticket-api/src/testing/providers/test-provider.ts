import type { Dependencies } from "../../dependencies.ts";
import { sandboxAccount } from "../../integrations/configured-payments.ts";
import type { PaymentProvider } from "../../integrations/payment-provider.ts";
import { paymentProviders } from "../../integrations/payment-providers.ts";

/** The provider that takes the payments of the test networks. */
export const testProvider = ({ payments }: Pick<Dependencies, "payments">): PaymentProvider =>
  payments.at(sandboxAccount);

/** Replaces the provider of the test networks; the returned function restores it. */
export function replaceProvider(
  deps: Pick<Dependencies, "payments">,
  change: (provider: PaymentProvider) => PaymentProvider,
): () => void {
  const before = deps.payments;
  deps.payments = paymentProviders({ [sandboxAccount]: change(testProvider(deps)) });
  return () => {
    deps.payments = before;
  };
}
