import type { DirectDebits } from "../integrations/direct-debit.ts";
import type { LoadedNetwork } from "./registry.ts";

/** Does the network collect by direct debit: switched on, a creditor named, and a bank to hand the debits to (§3, §5)? */
export const collectsByDebit = (
  { debits }: { debits: DirectDebits | undefined },
  { definition }: LoadedNetwork,
): boolean => definition.switches.transferPayments && definition.creditor !== undefined && debits !== undefined;
