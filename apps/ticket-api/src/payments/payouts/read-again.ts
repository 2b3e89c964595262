import { daysMs, later } from "../../clock.ts";
import type { Dependencies } from "../../dependencies.ts";
import type { ProviderAccount } from "../../integrations/payment-providers.ts";
import {
  type AccountSum,
  accountSum,
  correctEntries,
  correctLedger,
  insertReading,
  type PayoutSum,
  payoutSum,
} from "../../payment-records/settlement-correction-store.ts";
import { bookPayout, entriesOf } from "./book-payout.ts";
import { reconcileAccount } from "./settlement-sweep.ts";

/** A payout that was read again, with what it and its entries were before; `before` is absent when it was unknown. */
export interface ReadAgain {
  account: ProviderAccount;
  payout: string;
  before: PayoutSum | undefined;
  after: PayoutSum;
}

/**
 * Reads a payout and what it pays at its provider again, corrects what is stored and booked of them, and records that with its reason.
 * Undefined: no configured account knows the payout. Throws `ProviderUnreachable`.
 */
export async function readPayoutAgain(
  deps: Dependencies,
  payoutId: string,
  reason: string,
): Promise<ReadAgain | undefined> {
  for (const account of deps.payments.accounts()) {
    const readAt = deps.clock.iso();
    const found = await deps.payments.at(account).settlement?.getPayout(payoutId);
    if (found === undefined) continue;
    const name = { providerAccount: account, reference: payoutId };
    const entries = found.items === "listed" ? await entriesOf(deps, account, payoutId) : [];
    const before = await payoutSum(deps.db, name);
    await bookPayout(deps, account, found, { readAt, isReadAgain: true });
    const after = await deps.db.transaction().execute(async (tx) => {
      const at = deps.clock.iso();
      if (found.items === "listed") await correctEntries(tx, name, entries);
      await correctLedger(tx, account, at);
      const sum = await payoutSum(tx, name);
      if (sum === undefined) throw new Error(`Payout ${payoutId} is not stored`);
      await insertReading(tx, account, { payout: payoutId, at, reason, before, after: sum });
      return sum;
    });
    return { account, payout: payoutId, before, after };
  }
  return undefined;
}

/**
 * Reads everything of the last `days` days again, of every account, books what the ledger lacks, and records that with its reason. Returns
 * what each account with settlement data was before and after. Throws `ProviderUnreachable`.
 */
export async function catchUpSettlement(deps: Dependencies, days: number, reason: string): Promise<CaughtUp[]> {
  const since = later(deps.clock.now(), -daysMs(days)).toISOString();
  const caughtUp: CaughtUp[] = [];
  for (const account of deps.payments.accounts()) {
    if (deps.payments.at(account).settlement === undefined) continue;
    const before = await accountSum(deps.db, account);
    await reconcileAccount(deps, account, since, { isReadAgain: true });
    const after = await deps.db.transaction().execute(async (tx) => {
      const at = deps.clock.iso();
      await correctLedger(tx, account, at);
      const sum = await accountSum(tx, account);
      await insertReading(tx, account, { payout: null, at, reason, before, after: sum });
      return sum;
    });
    caughtUp.push({ account, before, after });
  }
  return caughtUp;
}

/** What is stored and booked of an account, before and after it was read again. */
export interface CaughtUp {
  account: ProviderAccount;
  before: AccountSum;
  after: AccountSum;
}
