import { sql } from "kysely";
import type { Tx } from "../database/database.ts";

/** A saved card that is in both accounts: the provider's id that is no longer needed. */
export interface SpareCard {
  savedId: string;
  providerAccount: string;
}

interface Token {
  savedId: string | null;
  providerAccount: string | null;
}

/**
 * A card or bank account that is saved in both accounts has one row afterwards, that of the account that remains: subscriptions,
 * installments and mandates refer to it. Of a card it keeps the provider's id that expires later, because a replaced one is refused.
 * Returns the cards to remove at their provider, unless they are still saved.
 */
export async function joinSameMethods(
  tx: Tx,
  { from, to }: { from: string; to: string },
  at: string,
): Promise<SpareCard[]> {
  const same = await sql<Token & { id: string; keptId: string }>`
    select distinct on (a.id) a.id, b.id as "keptId", a.saved_id as "savedId", a.provider_account as "providerAccount"
    from payment_method a join payment_method b on b.account_id = ${to} and b.removed_at is null and b.kind = a.kind
      and (b.iban = a.iban or b.saved_id = a.saved_id or b.fingerprint = a.fingerprint)
    where a.account_id = ${from} and a.removed_at is null order by a.id, b.id`.execute(tx);
  const spare: Token[] = [];
  for (const { id, keptId, ...token } of same.rows) {
    for (const table of ["subscription", "installment", "mandate"])
      await sql`update ${sql.table(table)} set payment_method_id = ${keptId} where payment_method_id = ${id}`.execute(
        tx,
      );
    await sql`update payment_method set removed_at = ${at} where id = ${id}`.execute(tx);
    const former = await takeLaterCard(tx, id, keptId);
    await sql`update payment_method kept set wanted = kept.wanted or gone.wanted from payment_method gone
      where kept.id = ${keptId} and gone.id = ${id}`.execute(tx);
    spare.push(former ?? token);
  }
  return spare.flatMap(({ savedId, providerAccount }) =>
    savedId === null || providerAccount === null ? [] : [{ savedId, providerAccount }],
  );
}

/** Gives the row that is kept the provider's id of the one that goes, if it expires later; returns the id that it had. */
async function takeLaterCard(tx: Tx, id: string, keptId: string): Promise<Token | undefined> {
  await sql`select from payment_method where id = ${keptId} for update`.execute(tx);
  const replaced = await sql<Token>`update payment_method kept set saved_id = gone.saved_id,
      provider_account = gone.provider_account, expires_on = gone.expires_on,
      customer_id = coalesce(gone.customer_id, gone.account_id)
    from payment_method gone, payment_method former
    where kept.id = ${keptId} and former.id = kept.id and gone.id = ${id} and kept.kind = 'CARD'
      and gone.saved_id <> kept.saved_id and gone.expires_on > kept.expires_on
    returning former.saved_id as "savedId", former.provider_account as "providerAccount"`.execute(tx);
  return replaced.rows[0];
}
