import type { Dependencies } from "../../dependencies.ts";
import type { ProviderAccount } from "../../integrations/payment-providers.ts";
import type { PayoutState, ProviderPayout, SettlementEntry } from "../../integrations/provider-settlement.ts";
import type { Side } from "../../payment-records/ledger-store.ts";
import {
  bookFees,
  findPayout,
  lockPayingPayout,
  markEntriesStored,
  moveEntries,
  saveEntries,
  savePayout,
} from "../../payment-records/settlement-store.ts";

/** Where the money of a payout is according to the ledger. */
const sides: Record<PayoutState, Extract<Side, "provider" | "transit" | "bank">> = {
  pending: "transit",
  "in-transit": "transit",
  paid: "bank",
  failed: "provider",
  cancelled: "provider",
};

/** A payout has fewer entries. */
const entriesMax = 1_000_000;

/**
 * Reads a payout at its provider and books it. `isReadAgain`: its entries too, even when they are stored. Returns whether the provider
 * knows it. Throws `ProviderUnreachable`.
 */
export async function settlePayout(
  deps: Dependencies,
  account: ProviderAccount,
  payoutId: string,
  { isReadAgain = false }: { isReadAgain?: boolean } = {},
): Promise<boolean> {
  const readAt = deps.clock.iso();
  const found = await deps.payments.at(account).settlement?.getPayout(payoutId);
  if (found === undefined) return false;
  await bookPayout(deps, account, found, { readAt, isReadAgain });
  return true;
}

/**
 * Books a payout as the provider reports it, once however often and in whatever order it is reported (decision 155): the fees of what it
 * pays, and where the money is. `readAt`: an instant before the provider was asked. Throws `ProviderUnreachable`.
 */
export async function bookPayout(
  deps: Dependencies,
  account: ProviderAccount,
  payout: ProviderPayout,
  { readAt, isReadAgain = false }: { readAt: string; isReadAgain?: boolean },
): Promise<void> {
  const name = { providerAccount: account, reference: payout.id };
  const known = await findPayout(deps.db, name);
  const readsEntries = payout.items === "listed" && (isReadAgain || known?.entriesAt == null);
  const entries = readsEntries ? await entriesOf(deps, account, payout.id) : undefined;
  await deps.db.transaction().execute(async (tx) => {
    if (!(await savePayout(tx, account, payout, readAt))) return;
    const at = deps.clock.iso();
    if (entries !== undefined) {
      await saveEntries(tx, account, entries, payout.id);
      await bookFees(
        tx,
        account,
        entries.map(({ id }) => id),
        at,
      );
      await markEntriesStored(tx, name, at);
    }
    const paying = await lockPayingPayout(tx, name);
    if (paying === undefined) return;
    await moveEntries(tx, { providerAccount: account, reference: paying.reference }, sides[paying.state], at);
  });
}

/** What a payout pays, as its provider lists it. Throws `ProviderUnreachable`. */
export async function entriesOf(
  deps: Dependencies,
  account: ProviderAccount,
  payoutId: string,
): Promise<SettlementEntry[]> {
  const entries: SettlementEntry[] = [];
  for await (const page of deps.payments.at(account).settlement?.entriesOf(payoutId) ?? []) {
    entries.push(...page);
    if (entries.length > entriesMax) throw new Error(`Payout ${payoutId} has more than ${entriesMax} entries`);
  }
  return entries;
}

/** Stores movements of the balance that no payout has paid yet, and books their fees. */
export async function bookEntries(
  deps: Dependencies,
  account: ProviderAccount,
  entries: readonly SettlementEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  await deps.db.transaction().execute(async (tx) => {
    await saveEntries(tx, account, entries, null);
    await bookFees(
      tx,
      account,
      entries.map(({ id }) => id),
      deps.clock.iso(),
    );
  });
}
