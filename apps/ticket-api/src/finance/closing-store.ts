import { sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";
import type { JournalTotals } from "./journal.ts";

/** A closed month. Amounts in minor units. */
export interface ClosingRow extends JournalTotals {
  networkId: string;
  month: string;
  previousMonth: string | null;
  fromAt: string;
  beforeAt: string;
  /** `JournalSettings` as they were. */
  settings: unknown;
  digest: string;
  chain: string;
  differenceCount: number;
  reason: string | null;
  closedBy: string | null;
  closedAt: string;
}

const columns = sql`c.network_id as "networkId", c.month, c.previous_month as "previousMonth", c.from_at as "fromAt",
  c.before_at as "beforeAt", c.settings, c.entry_count as "entryCount", c.line_count as "lineCount",
  c.debit_amount::float8 as "debitAmount", c.document_count as "documentCount", c.document_amount::float8 as "documentAmount",
  c.movement_count as "movementCount", c.movement_amount::float8 as "movementAmount", c.digest, c.chain,
  c.difference_count as "differenceCount", c.reason, s.name as "closedBy", c.closed_at as "closedAt"`;
const closings = sql`month_closing c left join staff s on s.id = c.closed_by`;

/** Inserts a closing by a member of the staff; false: the month is closed already, or another one follows the same month. */
export async function insertClosing(tx: Tx, row: Omit<ClosingRow, "closedBy">, staffId: string): Promise<boolean> {
  const inserted =
    await sql`insert into month_closing (network_id, month, previous_month, from_at, before_at, settings, entry_count,
      line_count, debit_amount, document_count, document_amount, movement_count, movement_amount, digest, chain,
      difference_count, reason, closed_by, closed_at)
    values (${row.networkId}, ${row.month}, ${row.previousMonth}, ${row.fromAt}, ${row.beforeAt},
      ${JSON.stringify(row.settings)}::jsonb, ${row.entryCount}, ${row.lineCount}, ${row.debitAmount}, ${row.documentCount},
      ${row.documentAmount}, ${row.movementCount}, ${row.movementAmount}, ${row.digest}, ${row.chain}, ${row.differenceCount},
      ${row.reason}, ${staffId}, ${row.closedAt})
    on conflict do nothing`.execute(tx);
  return inserted.numAffectedRows === 1n;
}

export async function readClosing(
  db: Database | Tx,
  networkId: string,
  month: string,
): Promise<ClosingRow | undefined> {
  const found = await sql<ClosingRow>`select ${columns} from ${closings}
    where c.network_id = ${networkId} and c.month = ${month}`.execute(db);
  return found.rows[0];
}

/** Closed months, the newest first; `before` is a month, which is left out. */
export async function listClosings(
  db: Database | Tx,
  { networkId, before = null, limit }: { networkId: string; before?: string | null | undefined; limit: number },
): Promise<ClosingRow[]> {
  const found = await sql<ClosingRow>`select ${columns} from ${closings}
    where c.network_id = ${networkId} and (${before}::text is null or c.month < ${before})
    order by c.month desc limit ${limit}`.execute(db);
  return found.rows;
}
