import type { AuditEntry } from "@guichet/contract/office/staff.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";
import type { Dependencies } from "../dependencies.ts";

/** What somebody of the staff did; rows are added, never changed. */
export interface NewAuditEntry {
  /** null: of the staff themselves. */
  networkId: string | null;
  /** null: by a command on the server. */
  staffId: string | null;
  /** `<thing>.<verb>`, as `card.block`. */
  act: string;
  /** The id of the thing. */
  thing: string;
  /** The customer whose thing it is; their erasure empties this and the reason. */
  accountId?: string | null;
  reason?: string | null;
}

/** Writes an act down, in the transaction that does it: what was done has its author and time. */
export async function recordAuditEntry(
  tx: Tx,
  deps: Pick<Dependencies, "ids" | "clock">,
  act: NewAuditEntry,
): Promise<void> {
  await sql`insert into staff_act (id, network_id, staff_id, act, thing, account_id, reason, at)
    values (${deps.ids.uuid()}, ${act.networkId}, ${act.staffId}, ${act.act}, ${act.thing}, ${act.accountId ?? null},
      ${act.reason ?? null}, ${deps.clock.iso()})`.execute(tx);
}

/** What the staff did to a thing of a network, the newest first. */
export async function auditEntriesOn(
  db: Database | Tx,
  networkId: string,
  thing: string,
  limit: number,
): Promise<AuditEntry[]> {
  const found = await sql<AuditEntry>`
    select a.act, s.name as by, a.at, a.reason from staff_act a left join staff s on s.id = a.staff_id
    where a.network_id = ${networkId} and a.thing = ${thing} order by a.at desc, a.id desc limit ${limit}`.execute(db);
  return found.rows;
}

/** Who of the staff did these acts to some things of a network: by thing and act, the first who did. */
export async function authorsOf(
  db: Database | Tx,
  networkId: string,
  things: readonly string[],
  acts: readonly string[],
): Promise<(thing: string, act: string) => string | null> {
  const found = await sql<{ thing: string; act: string; by: string | null }>`
    select a.thing, a.act, s.name as by from staff_act a left join staff s on s.id = a.staff_id
    where a.network_id = ${networkId} and a.thing = any(${things}) and a.act = any(${acts})
    order by a.at desc, a.id desc`.execute(db);
  const names = new Map(found.rows.map(({ thing, act, by }) => [`${thing} ${act}`, by]));
  return (thing, act) => names.get(`${thing} ${act}`) ?? null;
}
