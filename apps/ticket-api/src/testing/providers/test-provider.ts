import type { Dependencies } from "../../dependencies.ts";
import type { PaymentProvider } from "../../integrations/payment-provider.ts";
import { accountNamed, paymentProviders } from "../../integrations/payment-providers.ts";

/** The account of the test networks, at the stand-in of Stripe. */
export const testAccount = accountNamed({ provider: "stripe", account: "main" });

/** The provider that takes the payments of the test networks. */
export const testProvider = ({ payments }: Pick<Dependencies, "payments">): PaymentProvider => payments.at(testAccount);

/** Changes the provider behind each account; the returned function restores them. */
export function replaceProvider(
  deps: Pick<Dependencies, "payments">,
  change: (provider: PaymentProvider) => PaymentProvider,
): () => void {
  const before = deps.payments;
  const changed = before.accounts().map((account) => [account, change(before.at(account))] as const);
  deps.payments = paymentProviders(Object.fromEntries(changed));
  return () => {
    deps.payments = before;
  };
}
