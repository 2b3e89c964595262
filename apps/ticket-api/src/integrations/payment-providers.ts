import type { PackNetwork } from "@guichet/contract/network-pack.ts";
import { type PaymentProvider, ProviderUnreachable } from "./payment-provider.ts";

/**
 * An account at a payment provider, `<provider>/<account>`, as it is stored with everything that exists there: payments, saved cards,
 * card registrations.
 */
export type ProviderAccount = string;

/** The configured payment providers. A payment stays at the account where it began, whatever its network uses later (decision 141). */
export interface PaymentProviders {
  /** The account that takes the new payments of a network. */
  accountOf(network: Pick<PackNetwork, "payment">): ProviderAccount;
  /** The provider behind an account. Throws `ProviderUnreachable` if the account is not configured: its keys may come back. */
  at(account: ProviderAccount): PaymentProvider;
  /** Every configured account. */
  accounts(): readonly ProviderAccount[];
}

/** Payment providers by account. */
export function paymentProviders(byAccount: Readonly<Record<ProviderAccount, PaymentProvider>>): PaymentProviders {
  return {
    accountOf: ({ payment }) => accountNamed(payment),
    at(account) {
      const provider = byAccount[account];
      // Jobs of other accounts continue.
      if (provider === undefined)
        throw new ProviderUnreachable(`The payment account ${account} is not configured`, { onlyThis: true });
      return provider;
    },
    accounts: () => Object.keys(byAccount),
  };
}

/** The account that a pack names. */
export const accountNamed = ({ provider, account }: PackNetwork["payment"]): ProviderAccount =>
  `${provider}/${account}`;
