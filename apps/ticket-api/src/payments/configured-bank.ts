import type { Config } from "../config.ts";
import type { Dependencies } from "../dependencies.ts";
import { bankFiles } from "../integrations/bank-files/bank-files.ts";
import type { ImportResult } from "../integrations/bank-files/import-file.ts";
import type { DirectDebits } from "../integrations/direct-debit.ts";
import { debtorOfDebit } from "../payment-records/debit-store.ts";

type Needs = Pick<Dependencies, "db" | "clock" | "ids" | "networks">;

/** The bank of the settings, for the server and the commands; undefined: no direct debits. `isReadOnly`: for the audit. */
export function configuredBank(
  bank: Config["bank"],
  needs: Needs,
  { isReadOnly = false, log }: { isReadOnly?: boolean; log?: Dependencies["log"] } = {},
): DirectDebits | undefined {
  if (bank === undefined) return undefined;
  const { db, clock, ids } = needs;
  return bankFiles({
    db,
    clock,
    ids,
    channel: bank,
    creditorAccounts: () => creditorAccounts(needs),
    debtorOf: (payment) => debtorOfDebit(db, payment),
    isReadOnly,
    imported: (file, result) => log?.info({ file, ...importSummary(result) }, "file of the bank read"),
  });
}

/** What a log or a command states about an import. */
export function importSummary(result: ImportResult): Record<string, string | number> {
  if (result.outcome === "known") return { outcome: "imported before" };
  if (result.outcome === "refused") return { outcome: "refused", reason: result.reason };
  const { entries, ignored, kind } = result;
  const said = (says: string) => entries.filter((entry) => entry.says === says && entry.attention === null).length;
  return {
    outcome: "imported",
    kind,
    accepted: said("accepted"),
    rejected: said("rejected"),
    settled: said("settled"),
    returned: said("returned"),
    ignored,
    attention: entries.filter(({ attention }) => attention !== null).length,
  };
}

/** The accounts into which the networks collect, without spaces. */
export async function creditorAccounts({ networks }: Pick<Dependencies, "networks">): Promise<string[]> {
  const accounts: string[] = [];
  for (const id of await networks.ids()) {
    const creditor = (await networks.get(id))?.definition.creditor;
    if (creditor !== undefined) accounts.push(creditor.iban.replaceAll(" ", ""));
  }
  return accounts;
}
