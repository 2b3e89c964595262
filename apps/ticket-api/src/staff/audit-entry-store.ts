import type { AuditChange, AuditKind } from "@guichet/contract/office/audit-log.ts";
import type { AuditEntry } from "@guichet/contract/office/staff.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";
import type { Dependencies } from "../dependencies.ts";
import { noteActs } from "./note-store.ts";

/** An action of a member of the staff; rows are added, never changed. */
export interface NewAuditEntry {
  /** null: the action concerns the staff, not a network. */
  networkId: string | null;
  /** null: done by a command on the server. */
  staffId: string | null;
  /** `<thing>.<verb>`, as `card.block`. */
  act: string;
  /** The id of the thing. */
  thing: string;
  /** The customer concerned; their erasure empties this and the reason. */
  accountId?: string | null;
  reason?: string | null;
  /** What it changed; a customer's erasure empties this, too. */
  changes?: readonly AuditChange[];
}

/** Records an action in the transaction that does it, with its author and time. */
export async function recordAuditEntry(
  tx: Tx,
  deps: Pick<Dependencies, "ids" | "clock">,
  entry: NewAuditEntry,
): Promise<void> {
  await sql`insert into staff_act (id, network_id, staff_id, act, thing, account_id, reason, changes, at)
    values (${deps.ids.uuid()}, ${entry.networkId}, ${entry.staffId}, ${entry.act}, ${entry.thing}, ${entry.accountId ?? null},
      ${entry.reason ?? null}, ${entry.changes?.length ? JSON.stringify(entry.changes) : null}, ${deps.clock.iso()})`.execute(
    tx,
  );
}

/** The staff's actions on an entity of a network, newest first. */
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

/** The staff's actions on a thing of a kind, with what they changed, newest first. */
export async function actsOn(
  db: Database,
  networkId: string,
  { kind, thing }: { kind: AuditKind; thing: string },
  limit: number,
): Promise<(AuditEntry & { changes: AuditChange[] })[]> {
  const found = await sql<AuditEntry & { changes: AuditChange[] }>`
    select a.act, s.name as by, a.at, a.reason, coalesce(a.changes, '[]') as changes
    from staff_act a left join staff s on s.id = a.staff_id
    where a.network_id = ${networkId} and a.thing = ${thing} and split_part(a.act, '.', 1) = ${kind}
    order by a.at desc, a.id desc limit ${limit}`.execute(db);
  return found.rows;
}

/** The staff's actions on anything of a customer, without their notes, newest first. */
export async function auditEntriesAbout(
  db: Database | Tx,
  networkId: string,
  accountId: string,
  limit: number,
): Promise<AuditEntry[]> {
  const found = await sql<AuditEntry>`
    select a.act, s.name as by, a.at, a.reason from staff_act a left join staff s on s.id = a.staff_id
    where a.network_id = ${networkId} and a.account_id = ${accountId} and a.act <> all(${Object.values(noteActs)})
    order by a.at desc, a.id desc limit ${limit}`.execute(db);
  return found.rows;
}

/** Returns the author of an action on one of these entities of a network; if there are several, the first. */
export async function authorsOf(
  db: Database | Tx,
  networkId: string,
  things: readonly string[],
  acts: readonly string[],
): Promise<(thing: string, action: string) => string | null> {
  const found = await sql<{ thing: string; act: string; by: string | null }>`
    select a.thing, a.act, s.name as by from staff_act a left join staff s on s.id = a.staff_id
    where a.network_id = ${networkId} and a.thing = any(${things}) and a.act = any(${acts})
    order by a.at desc, a.id desc`.execute(db);
  const names = new Map(found.rows.map(({ thing, act, by }) => [`${thing} ${act}`, by]));
  return (thing, action) => names.get(`${thing} ${action}`) ?? null;
}
