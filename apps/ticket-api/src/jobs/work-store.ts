import { type RawBuilder, sql } from "kysely";
import type { Database, Tx } from "../database/connection.ts";

/** One piece of timed work, as it waits. */
export interface DueWork {
  id: string;
  networkId: string | null;
  kind: string;
  key: string;
  payload: Record<string, unknown>;
  dueAt: string;
  attempts: number;
}

export interface NewWork {
  id: string;
  networkId: string | null;
  kind: string;
  /** With `kind`, what makes this work one: written twice, it is done once. */
  key: string;
  payload: Record<string, unknown>;
  dueAt: string;
  createdAt: string;
}

const columns = sql`id, network_id as "networkId", kind, key, payload, due_at as "dueAt", attempts`;

/** The statement that writes work down, in the transaction that causes it. */
export function workWritten(works: readonly NewWork[]): RawBuilder<unknown> {
  const rows = works.map(
    (
      work,
    ) => sql`(${work.id}::uuid, ${work.networkId}, ${work.kind}, ${work.key}, ${JSON.stringify(work.payload)}::jsonb,
      ${work.dueAt}::timestamptz, ${work.createdAt}::timestamptz)`,
  );
  return sql`insert into due_work (id, network_id, kind, key, payload, due_at, created_at) values ${sql.join(rows)}
    on conflict (kind, key) do nothing`;
}

/** A share of the work: letters, or all others; so many at a time. */
export interface Lane {
  of: "letters" | "others";
  batch: number;
  /** Waits while customers keep the process busy. */
  givesWay: boolean;
}

/** As the partial indexes have it (0011). */
const inLane = { letters: sql`kind = 'mail'`, others: sql`kind <> 'mail'` } as const satisfies Record<
  Lane["of"],
  unknown
>;

/** Takes what is due at `now`, oldest first; nobody else gets it while the lease (of real time) runs. */
export async function leaseDue(db: Database, now: string, lane: Lane & { leaseMs: number }): Promise<DueWork[]> {
  const leased = await sql<DueWork>`
    update due_work set leased_until = clock_timestamp() + ${lane.leaseMs} * interval '1 millisecond', attempts = attempts + 1
    where id in (
      select id from due_work
      where due_at <= ${now} and given_up_at is null and (leased_until is null or leased_until < clock_timestamp())
        and ${inLane[lane.of]}
      order by due_at, id limit ${lane.batch} for update skip locked)
    returning ${columns}`.execute(db);
  return leased.rows.sort((a, b) => (a.dueAt < b.dueAt ? -1 : a.dueAt > b.dueAt ? 1 : a.id < b.id ? -1 : 1));
}

/**
 * The instant at which the next work is due, up to `until`; leased work counts too. Work of the `seldom` kinds counts from when it
 * is so late.
 */
export async function nextDue(
  db: Database,
  until: string,
  seldom: { kinds: readonly string[]; lateByMs: number },
): Promise<string | undefined> {
  const { kinds, lateByMs } = seldom;
  const first = (lane: Lane["of"]) => sql`(select due_at from due_work
    where due_at <= ${until} and given_up_at is null and ${inLane[lane]} and kind <> all(${kinds}) order by due_at limit 1)`;
  const late = sql`(select min(due_at) + ${lateByMs} * interval '1 millisecond' from due_work
    where kind = any(${kinds}) and given_up_at is null)`;
  const found = await sql<{ due_at: string | null }>`
    select due_at from (select least(${first("letters")}, ${first("others")}, ${late}) as due_at) as next
    where due_at <= ${until}`.execute(db);
  return found.rows[0]?.due_at ?? undefined;
}

/** Since when the oldest work of a lane waits, nobody having taken it. */
export async function oldestDue(db: Database, lane: Lane["of"], now: string): Promise<string | undefined> {
  const found = await sql<{ due_at: string }>`
    select due_at from due_work
    where due_at <= ${now} and given_up_at is null and leased_until is null and ${inLane[lane]}
    order by due_at limit 1`.execute(db);
  return found.rows[0]?.due_at;
}

/** Takes back work that has become needless, by kind and key. */
export async function dropWork(tx: Tx, works: Readonly<Record<string, string>>): Promise<void> {
  const named = Object.entries(works).map(([kind, key]) => sql`(${kind}, ${key})`);
  await sql`delete from due_work where (kind, key) in (${sql.join(named)})`.execute(tx);
}

/** The same for several of one kind. */
export async function dropWorks(tx: Tx, kind: string, keys: readonly string[]): Promise<void> {
  await sql`delete from due_work where kind = ${kind} and key = any(${keys})`.execute(tx);
}

export async function finishWork(db: Database | Tx, id: string): Promise<void> {
  await sql`delete from due_work where id = ${id}`.execute(db);
}

/** Puts work off: it did not work (`error`), or it asks to be done again, perhaps with another payload. */
export async function putOff(
  db: Database,
  id: string,
  next: { dueAt: string; error?: string; payload?: Record<string, unknown> | undefined; afresh?: boolean | undefined },
): Promise<void> {
  const payload = next.payload === undefined ? null : JSON.stringify(next.payload);
  await sql`update due_work set due_at = ${next.dueAt}, last_error = ${next.error ?? null}, leased_until = null,
    attempts = case when ${next.afresh ?? false} then 0 else attempts end, payload = coalesce(${payload}::jsonb, payload) where id = ${id}`.execute(
    db,
  );
}

/** Leaves work to a person: it failed too often. */
export async function giveUp(db: Database, id: string, at: string, error: string): Promise<void> {
  await sql`update due_work set given_up_at = ${at}, last_error = ${error}, leased_until = null where id = ${id}`.execute(
    db,
  );
}

export async function countWork(db: Database): Promise<{ waiting: number; givenUp: number }> {
  const found = await sql<{ waiting: number; givenUp: number }>`
    select count(*) filter (where given_up_at is null) as waiting, count(given_up_at) as "givenUp" from due_work`.execute(
    db,
  );
  return found.rows[0] ?? { waiting: 0, givenUp: 0 };
}
