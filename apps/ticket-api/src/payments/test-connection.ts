import type { ConnectionFault } from "@guichet/contract/office/catalogue/network-settings.ts";
import type { PaymentProviders, ProviderAccount } from "../integrations/payment-providers.ts";

/** Tests an account at its provider: keys, permissions, webhooks, and direct debits where they are collected there. Changes nothing there. */
export async function connectionFaults(
  payments: PaymentProviders,
  account: ProviderAccount,
  wanted: { notifyUrl: string; debits: boolean },
): Promise<ConnectionFault[]> {
  if (!payments.accounts().includes(account)) return [{ kind: "not-configured", detail: "" }];
  return (await payments.at(account).checkConnection?.(wanted)) ?? [];
}
