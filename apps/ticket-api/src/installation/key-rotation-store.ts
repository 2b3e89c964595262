import { sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";
import type { KeyPurpose } from "../keys.ts";

export interface ListedKey {
  kid: string;
  purpose: KeyPurpose;
  createdAt: string;
  /** When it starts to sign. */
  activeFrom: string;
  /** When everything signed with it became invalid; null: still valid. */
  retiredAt: string | null;
}

/** All keys, newest first, without their private part. */
export async function listKeys(db: Database | Tx): Promise<ListedKey[]> {
  const found = await sql<ListedKey>`select kid, purpose, created_at as "createdAt", active_from as "activeFrom",
    retired_at as "retiredAt" from signing_key order by purpose, active_from desc, kid desc limit 1000`.execute(db);
  return found.rows;
}

/** Retires a key; false: there is none, or it was retired before. */
export async function retireKey(tx: Tx, kid: string, at: string): Promise<boolean> {
  const retired =
    await sql`update signing_key set retired_at = ${at} where kid = ${kid} and retired_at is null`.execute(tx);
  return retired.numAffectedRows === 1n;
}

/** Counts what was issued before an instant and is still in use: tickets and stickers. */
export async function inUseSince(db: Database | Tx, before: string): Promise<{ tickets: number; vignettes: number }> {
  const found = await sql<{ tickets: number; vignettes: number }>`select
    (select count(*) from ticket where issued_at < ${before} and status in ('pending', 'active', 'blocked')) as tickets,
    (select count(*) from vignette where made_at < ${before} and withdrawn_at is null) as vignettes`.execute(db);
  return found.rows[0] ?? { tickets: 0, vignettes: 0 };
}
