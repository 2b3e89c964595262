import { sql } from "kysely";
import type { Database } from "../database/database.ts";
import { lockInstructions } from "../integrations/bank-files/instruction-store.ts";

/**
 * Records debits that were sent to a bank before it was connected by files, with what was booked for them, so that the
 * import matches what the bank's files later say about them. Repeated, it adds nothing. Returns how many debits were
 * added.
 */
export async function adoptDebits(db: Database): Promise<number> {
  return db.transaction().execute(async (tx) => {
    await lockInstructions(tx);
    await sql`insert into bank_file (id, direction, kind, message_id, creditor, collect_on, created_at, prepared_at, handed_over_at)
      select f.id, 'outgoing', 'debits', replace(f.id::text, '-', ''), f.creditor, f.collect_on, f.created_at, f.submitted_at,
        f.submitted_at
      from debit_file f where f.submitted_at is not null and f.provider_account is null and not exists (select from bank_file b where b.id = f.id)`.execute(
      tx,
    );
    const adopted =
      await sql`insert into bank_instruction (id, bank_file_id, kind, order_id, mandate_reference, amount, currency,
        state, changed_at)
      select p.id, p.debit_file_id, 'debit', p.order_id, p.asked -> 'mandate' ->> 'reference', p.amount, p.currency,
        case p.status when 'captured' then 'settled' when 'refunded' then 'returned' when 'refused' then 'rejected'
          else 'handed-over' end, coalesce(p.settled_at, p.created_at)
      from payment p join bank_file b on b.id = p.debit_file_id
      where p.kind = 'debit' and not exists (select from bank_instruction i where i.id = p.id) returning id`.execute(
        tx,
      );
    // The keys are those of the requests ("rest:<refund>"): the same request again must not pay twice.
    await sql`insert into bank_instruction (id, bank_file_id, kind, order_id, amount, currency, state, debit_id, request_key,
        changed_at)
      select gen_random_uuid(), p.debit_file_id, 'transfer', r.order_id, r.amount, r.currency, 'settled', p.id,
        'rest:' || r.id, r.given_at
      from refund r join payment p on p.id = r.payment_id join bank_instruction d on d.id = p.id
      where p.kind = 'debit' and r.given_at is not null
      on conflict (debit_id, request_key) where kind = 'transfer' do nothing`.execute(tx);
    return adopted.rows.length;
  });
}
