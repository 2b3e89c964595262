import { ConnectionFault } from "@guichet/contract/office/catalogue/network-settings.ts";
import { sql } from "kysely";
import { z } from "zod";
import type { Database, Tx } from "../database/database.ts";
import type { ProviderAccount } from "../integrations/payment-providers.ts";

/** What is known of the connection of a payment account. */
export interface AccountState {
  webhookAt: string | null;
  answeredAt: string | null;
  testedAt: string | null;
  faults: ConnectionFault[] | null;
}

/** Reads the state of an account; undefined: nothing is known of it yet. */
export async function readAccountState(db: Database, account: ProviderAccount): Promise<AccountState | undefined> {
  const found = await sql<AccountState>`select webhook_at as "webhookAt", answered_at as "answeredAt",
      tested_at as "testedAt", faults from payment_account where provider_account = ${account}`.execute(db);
  const row = found.rows[0];
  return row && { ...row, faults: z.array(ConnectionFault).nullable().parse(row.faults) };
}

/**
 * Records a genuine webhook that was handled, for which the provider was read. At most one a minute is written: many come at the same
 * time, and would wait for one row.
 */
export async function recordWebhook(db: Database, account: ProviderAccount, at: string): Promise<void> {
  await sql`insert into payment_account (provider_account, webhook_at, answered_at) select ${account}, ${at}, ${at}
    where not exists (select from payment_account
      where provider_account = ${account} and webhook_at >= ${at}::timestamptz - interval '1 minute')
    on conflict (provider_account) do update set webhook_at = excluded.webhook_at,
      answered_at = greatest(payment_account.answered_at, excluded.answered_at)`.execute(db);
}

/** Records a test of the connection; `answered`: whether the provider answered at all. */
export async function recordTest(
  tx: Tx,
  account: ProviderAccount,
  { at, faults, answered }: { at: string; faults: readonly ConnectionFault[]; answered: boolean },
): Promise<void> {
  const json = JSON.stringify(faults);
  await sql`insert into payment_account (provider_account, tested_at, faults, answered_at)
    values (${account}, ${at}, ${json}, case when ${answered} then ${at}::timestamptz end)
    on conflict (provider_account) do update set tested_at = excluded.tested_at, faults = excluded.faults,
      answered_at = greatest(payment_account.answered_at, excluded.answered_at)`.execute(tx);
}
