import type { PackCreditor, PackNetwork } from "@guichet/contract/network-pack.ts";
import type { Dependencies } from "../dependencies.ts";
import type { DebitCollector, ProviderDebits } from "../integrations/direct-debit.ts";
import type { ProviderAccount } from "../integrations/payment-providers.ts";

type Collectors = Pick<Dependencies, "payments" | "debits">;

/** Who collects at an account of a payment provider, or the bank (null); undefined: nobody. Throws `ProviderUnreachable`. */
export function collectorAt(deps: Collectors, account: ProviderAccount | null): DebitCollector | undefined {
  return account === null ? deps.debits : deps.payments.at(account).debits;
}

/** The payment provider that registers mandates and collects under them at an account. Throws if it collects none. */
export function providerDebitsAt({ payments }: Collectors, account: ProviderAccount): ProviderDebits {
  const { debits } = payments.at(account);
  if (debits === undefined) throw new Error(`No direct debits are collected at ${account}`);
  return debits;
}

/** Where mandates are registered that are signed now: at the network's payment provider, or with its bank (null). */
export const accountOfNewMandates = (
  { payments }: Pick<Collectors, "payments">,
  definition: Pick<PackNetwork, "payment" | "directDebit">,
): ProviderAccount | null => (definition.directDebit === "provider" ? payments.accountOf(definition) : null);

/** The creditor identifier that mandates name which are signed now: the one that debits under them show on statements. */
export const creditorIdOfMandates = (
  { directDebit }: Pick<PackNetwork, "directDebit">,
  { id, providerId }: Pick<PackCreditor, "id" | "providerId">,
): string => (directDebit === "provider" ? (providerId ?? id) : id);
