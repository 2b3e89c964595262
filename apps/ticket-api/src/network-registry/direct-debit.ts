import type { DirectDebits } from "../integrations/direct-debit.ts";
import type { LoadedNetwork } from "./registry.ts";

/**
 * Whether the network collects by direct debit: switched on, with a creditor, and with a bank for the debits (§3, §5).
 */
export const collectsByDebit = (
  { debits }: { debits: DirectDebits | undefined },
  { definition }: LoadedNetwork,
): boolean => definition.switches.transferPayments && definition.creditor !== undefined && debits !== undefined;
