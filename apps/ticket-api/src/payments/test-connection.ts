import type { PackNetwork } from "@guichet/contract/network-pack.ts";
import type { ConnectionFault } from "@guichet/contract/office/catalogue/network-settings.ts";
import type { Dependencies } from "../dependencies.ts";
import type { WantedConnection } from "../integrations/payment-provider.ts";
import type { PaymentProviders, ProviderAccount } from "../integrations/payment-providers.ts";
import { creditorIdOfMandates } from "./debit-collectors.ts";
import { notifyUrl } from "./start-payment.ts";

/** What an account should do for the networks that it serves. */
export function wantedConnection(
  deps: Pick<Dependencies, "config">,
  account: ProviderAccount,
  networks: readonly PackNetwork[],
): WantedConnection {
  const creditorIds = networks.flatMap(({ directDebit, creditor }) =>
    directDebit === "provider" && creditor !== undefined ? [creditorIdOfMandates({ directDebit }, creditor)] : [],
  );
  const address = notifyUrl(deps, account);
  return creditorIds.length === 0
    ? { notifyUrl: address }
    : { notifyUrl: address, debits: { creditorIds: [...new Set(creditorIds)] } };
}

/** Tests an account at its provider: keys, permissions, webhooks, and direct debits where they are collected there. Changes nothing there. */
export async function connectionFaults(
  payments: PaymentProviders,
  account: ProviderAccount,
  wanted: WantedConnection,
): Promise<ConnectionFault[]> {
  if (!payments.accounts().includes(account)) return [{ kind: "not-configured", detail: "" }];
  return (await payments.at(account).checkConnection?.(wanted)) ?? [];
}
