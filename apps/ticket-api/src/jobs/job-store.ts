import { type RawBuilder, sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";
import { isDead } from "../database/heartbeat-store.ts";

/** One piece of timed work, as it waits. */
export interface DueJob {
  id: string;
  networkId: string | null;
  kind: string;
  key: string;
  payload: Record<string, unknown>;
  dueAt: string;
  /** How often in a row it failed. */
  attempts: number;
}

export interface NewJob {
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

/** The statement that writes work down, in the transaction that causes it. What was given up before begins anew. */
export function jobsWritten(works: readonly NewJob[]): RawBuilder<unknown> {
  const rows = works.map(
    (
      work,
    ) => sql`(${work.id}::uuid, ${work.networkId}, ${work.kind}, ${work.key}, ${JSON.stringify(work.payload)}::jsonb,
      ${work.dueAt}::timestamptz, ${work.createdAt}::timestamptz)`,
  );
  return sql`insert into due_work (id, network_id, kind, key, payload, due_at, created_at) values ${sql.join(rows)}
    on conflict (kind, key) do update set given_up_at = null, attempts = 0, unreached = 0, last_error = null,
      due_at = excluded.due_at where due_work.given_up_at is not null`;
}

/** A share of the jobs that never waits for another: e-mails that a person waits for, all other e-mails, and the rest. */
export type Queue = "urgent" | "letters" | "others";
export const queues: readonly Queue[] = ["urgent", "letters", "others"];

/** As the partial indexes have it (0011, 0030). */
const inQueue = {
  urgent: sql`kind in ('urgent-mail', 'password-reset', 'deletion-code')`,
  letters: sql`kind = 'mail'`,
  others: sql`kind not in ('mail', 'urgent-mail', 'password-reset', 'deletion-code')`,
} as const satisfies Record<Queue, unknown>;

/** Which jobs are taken: so many of a queue, `only` of some kinds, or of all but those `without`. */
export interface Wanted {
  queue: Queue;
  limit: number;
  leaseMs: number;
  /** Who takes them; null: a process without a heartbeat. */
  holder: string | null;
  /** Of these kinds a dead process's jobs wait until their lease is over. */
  leftToLease: readonly string[];
  only?: readonly string[];
  without?: readonly string[];
}

/**
 * Takes what is due at `now`, oldest first; nobody else gets it while the lease (of real time) runs, unless the process that
 * took it is dead.
 */
export async function leaseDue(db: Database, now: string, wanted: Wanted): Promise<DueJob[]> {
  const { queue, limit, leaseMs, holder, leftToLease, only, without = [] } = wanted;
  const ofKinds = only === undefined ? sql`kind <> all(${without})` : sql`kind = any(${only})`;
  const leased = await sql<DueJob>`
    update due_work set leased_until = clock_timestamp() + ${leaseMs} * interval '1 millisecond', held_by = ${holder}
    where id in (
      select id from due_work
      where due_at <= ${now} and given_up_at is null and (leased_until is null or leased_until < clock_timestamp()
          or (held_by is not null and kind <> all(${leftToLease}) and ${isDead(sql`due_work.held_by`)}))
        and ${inQueue[queue]} and ${ofKinds}
      order by due_at, id limit ${limit} for update skip locked)
    returning ${columns}`.execute(db);
  return leased.rows.sort((a, b) => (a.dueAt < b.dueAt ? -1 : a.dueAt > b.dueAt ? 1 : a.id < b.id ? -1 : 1));
}

/**
 * The instant at which the next job is due, up to `until`; leased ones count too, those of the kinds `without` do not. Work of the
 * `seldom` kinds counts from when it is so late.
 */
export async function nextDue(
  db: Database,
  until: string,
  seldom: { kinds: readonly string[]; lateByMs: number },
  without: readonly string[] = [],
): Promise<string | undefined> {
  const { kinds, lateByMs } = seldom;
  const first = (queue: Queue) => sql`(select due_at from due_work where due_at <= ${until} and given_up_at is null
    and ${inQueue[queue]} and kind <> all(${kinds}) and kind <> all(${without}) order by due_at limit 1)`;
  const late = sql`(select min(due_at) + ${lateByMs} * interval '1 millisecond' from due_work
    where kind = any(${kinds}) and kind <> all(${without}) and given_up_at is null)`;
  const found = await sql<{ due_at: string | null }>`
    select due_at from (select least(${sql.join(queues.map(first))}, ${late}) as due_at) as next
    where due_at <= ${until}`.execute(db);
  return found.rows[0]?.due_at ?? undefined;
}

/** The instant at which the first job of some kinds is due. */
export async function firstDue(db: Database, kinds: readonly string[]): Promise<string | undefined> {
  const found = await sql<{ due_at: string | null }>`select min(due_at) as due_at from due_work
    where kind = any(${kinds}) and given_up_at is null`.execute(db);
  return found.rows[0]?.due_at ?? undefined;
}

/** Since when the oldest job of a queue waits, nobody having taken it. */
export async function oldestDue(db: Database, queue: Queue, now: string): Promise<string | undefined> {
  const found = await sql<{ due_at: string }>`
    select due_at from due_work
    where due_at <= ${now} and given_up_at is null and leased_until is null and ${inQueue[queue]}
    order by due_at limit 1`.execute(db);
  return found.rows[0]?.due_at;
}

/** Takes back work that has become needless, by kind and key. */
export async function dropJob(tx: Tx, works: Readonly<Record<string, string>>): Promise<void> {
  const named = Object.entries(works).map(([kind, key]) => sql`(${kind}, ${key})`);
  await sql`delete from due_work where (kind, key) in (${sql.join(named)})`.execute(tx);
}

/** The same for several of one kind. */
export async function dropJobs(tx: Tx, kind: string, keys: readonly string[]): Promise<void> {
  await sql`delete from due_work where kind = ${kind} and key = any(${keys})`.execute(tx);
}

export async function finishJob(db: Database | Tx, { id, holder }: HeldJob): Promise<void> {
  await sql`delete from due_work where ${isHeld(id, holder)}`.execute(db);
}

/** A job, and under which holder it was taken. */
interface HeldJob {
  id: string;
  holder: string | null;
}

/** What was taken over meanwhile is left to whoever has it now. */
const isHeld = (id: string, holder: string | null) => sql`id = ${id} and held_by is not distinct from ${holder}`;

/** It went well, and asks to be done again, perhaps with another payload. */
export async function rescheduleJob(
  db: Database,
  { id, holder }: HeldJob,
  next: { dueAt: string; payload?: Record<string, unknown> | undefined },
): Promise<void> {
  const payload = next.payload === undefined ? null : JSON.stringify(next.payload);
  await sql`update due_work set due_at = ${next.dueAt}, last_error = null, leased_until = null, held_by = null,
    attempts = 0, unreached = 0, payload = coalesce(${payload}::jsonb, payload) where ${isHeld(id, holder)}`.execute(
    db,
  );
}

/** It failed: tried again later, or left to a person (`givenUpAt`). */
export async function failJob(
  db: Database,
  { id, holder }: HeldJob,
  failure: { dueAt: string; error: string; givenUpAt: string | null },
): Promise<void> {
  await sql`update due_work set attempts = attempts + 1, due_at = ${failure.dueAt}, last_error = ${failure.error},
    given_up_at = ${failure.givenUpAt}, leased_until = null, held_by = null where ${isHeld(id, holder)}`.execute(db);
}

/** It was taken and not begun: anybody may take it. */
export async function leaveJob(db: Database, { id, holder }: HeldJob): Promise<void> {
  await sql`update due_work set leased_until = null, held_by = null where ${isHeld(id, holder)}`.execute(db);
}

/** So long at most waits a single job whose party could not be reached; the party may be back long before. */
const unreachedPauseMaxMs = 600_000;

/** The party that it needs could not be reached: it goes behind the others, and nothing is counted against it. */
export async function postponeJob(db: Database, { id, holder }: HeldJob, at: string, error: string): Promise<void> {
  await sql`update due_work set unreached = unreached + 1, last_error = ${error}, leased_until = null, held_by = null,
    due_at = ${at}::timestamptz + least(1000 * 2 ^ least(unreached + 1, 20), ${unreachedPauseMaxMs}) * interval '1 millisecond'
    where ${isHeld(id, holder)}`.execute(db);
}
