import type { DirectDebits } from "../integrations/direct-debit.ts";
import type { PaymentProviders } from "../integrations/payment-providers.ts";
import type { LoadedNetwork } from "./registry.ts";

/**
 * Whether the network collects by direct debit: switched on, with a creditor, and with a bank or a payment
 * provider that collects the debits (§3, §5).
 */
export function collectsByDebit(
  { debits, payments }: { debits: DirectDebits | undefined; payments: PaymentProviders },
  { definition }: LoadedNetwork,
): boolean {
  if (!definition.switches.transferPayments || definition.creditor === undefined) return false;
  if (definition.directDebit !== "provider") return debits !== undefined;
  const account = payments.accountOf(definition);
  return payments.accounts().includes(account) && payments.at(account).debits !== undefined;
}
