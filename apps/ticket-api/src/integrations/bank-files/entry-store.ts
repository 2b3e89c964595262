import { sql } from "kysely";
import type { Database, Tx } from "../../database/database.ts";

/** What a file from the bank says about one transaction. */
export interface BankEntry {
  id: string;
  fileId: string;
  instructionId: string | null;
  says: "accepted" | "rejected" | "settled" | "returned" | "other";
  amount: number | null;
  currency: string | null;
  endToEndId: string | null;
  mandateReference: string | null;
  reason: string | null;
  /** Why somebody must resolve it; null: everything was applied. */
  attention: string | null;
  createdAt: string;
}

export async function insertEntry(tx: Tx, entry: BankEntry): Promise<void> {
  await sql`insert into bank_entry (id, bank_file_id, bank_instruction_id, says, amount, currency, end_to_end_id,
      mandate_reference, reason, attention, created_at)
    values (${entry.id}, ${entry.fileId}, ${entry.instructionId}, ${entry.says}, ${entry.amount}, ${entry.currency},
      ${entry.endToEndId}, ${entry.mandateReference}, ${entry.reason}, ${entry.attention}, ${entry.createdAt})`.execute(
    tx,
  );
}

/** The entries that somebody must resolve, oldest first. */
export async function unresolvedEntries(db: Database | Tx, limit: number): Promise<BankEntry[]> {
  const found = await sql<BankEntry>`select id, bank_file_id as "fileId", bank_instruction_id as "instructionId", says,
      amount, currency, end_to_end_id as "endToEndId", mandate_reference as "mandateReference", reason, attention,
      created_at as "createdAt"
    from bank_entry where attention is not null and resolved_at is null
    order by created_at, id limit ${limit}`.execute(db);
  return found.rows;
}

/** Records what a person did about an entry; false if there is no such unresolved entry. */
export async function resolveEntry(
  db: Database,
  id: string,
  { resolution, at }: { resolution: string; at: string },
): Promise<boolean> {
  const moved = await sql`update bank_entry set resolved_at = ${at}, resolution = ${resolution}
    where id = ${id} and attention is not null and resolved_at is null returning id`.execute(db);
  return moved.rows.length === 1;
}

/** Deletes entries from before an instant, except those that somebody must still resolve. */
export async function deleteOldEntries(db: Database, before: string): Promise<void> {
  await sql`delete from bank_entry where created_at < ${before}
    and (attention is null or resolved_at is not null)`.execute(db);
}
