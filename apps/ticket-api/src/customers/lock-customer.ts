import { type Account, lockAccount } from "../account-records/account-store.ts";
import type { Tx } from "../database/database.ts";
import { isUuid } from "../ids.ts";

/**
 * The account of a customer, locked; undefined: none in this network. An erasure comes before, and leaves no customer to write
 * about, or after, and erases what was written in the audit log, too.
 */
export const lockCustomer = async (tx: Tx, networkId: string, id: string): Promise<Account | undefined> =>
  isUuid(id) ? lockAccount(tx, networkId, id) : undefined;
