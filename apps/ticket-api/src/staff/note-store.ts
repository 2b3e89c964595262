import { sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";

/**
 * Notes about customers are entries of the audit log, so that they are kept, exported and erased like them: the first one has the
 * text as its reason; a correction and a withdrawal are entries about that one, with the text before and after.
 */
export const noteActs = {
  add: "customer.note",
  correct: "customer.note-correct",
  withdraw: "customer.note-withdraw",
} as const;

/** A note about a customer, as it was last corrected. */
export interface NoteRow {
  id: string;
  text: string;
  by: string | null;
  staffId: string | null;
  at: string;
  correctedAt: string | null;
  /** How often it was corrected. */
  version: number;
  isWithdrawn: boolean;
}

/** Notes with their last correction, or their withdrawal, which nothing follows. */
const notes = sql`select a.id, coalesce(c.text, a.reason) as text, s.name as by, a.staff_id as "staffId", a.at,
    c.at as "correctedAt", coalesce(c.version, 0)::int as version, coalesce(c.act = ${noteActs.withdraw}, false) as "isWithdrawn"
  from staff_act a left join staff s on s.id = a.staff_id
  left join lateral (select n.act, n.at, n.changes #>> '{0,after}' as text, count(*) over () as version
    from staff_act n where n.network_id = a.network_id and n.thing = a.id::text and n.account_id = a.account_id
      and n.act = any(${[noteActs.correct, noteActs.withdraw]})
    order by n.act = ${noteActs.withdraw} desc, n.at desc, n.id desc limit 1) c on true`;

/** Lists one page of the notes about a customer without the withdrawn ones, the newest first; `after` is an id. */
export async function listNotes(
  db: Database,
  filter: { networkId: string; accountId: string; after: string | undefined; limit: number },
): Promise<NoteRow[]> {
  const { networkId, accountId, after = null, limit } = filter;
  const found = await sql<NoteRow>`${notes}
    where a.network_id = ${networkId} and a.account_id = ${accountId}::uuid and a.act = ${noteActs.add}
      and c.act is distinct from ${noteActs.withdraw}
      and (${after}::uuid is null or (a.at, a.id) < (select at, id from staff_act where id = ${after}::uuid))
    order by a.at desc, a.id desc limit ${limit}`.execute(db);
  return found.rows;
}

/** One note about a customer, also a withdrawn one. The caller has locked the account, so that nobody changes it meanwhile. */
export async function noteOf(
  tx: Tx,
  { networkId, accountId, id }: { networkId: string; accountId: string; id: string },
): Promise<NoteRow | undefined> {
  const found = await sql<NoteRow>`${notes}
    where a.network_id = ${networkId} and a.account_id = ${accountId}::uuid and a.act = ${noteActs.add} and a.id = ${id}::uuid`.execute(
    tx,
  );
  return found.rows[0];
}
