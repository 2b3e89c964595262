import { type RawBuilder, sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";
import { isDead } from "../database/heartbeat-store.ts";

/** A job as stored in `due_work`. */
export interface DueJob {
  id: string;
  networkId: string | null;
  kind: string;
  key: string;
  payload: Record<string, unknown>;
  dueAt: string;
  /** Number of consecutive failures. */
  attempts: number;
}

export interface NewJob {
  id: string;
  networkId: string | null;
  kind: string;
  /** Unique with `kind`: a job written twice runs once. */
  key: string;
  payload: Record<string, unknown>;
  dueAt: string;
  createdAt: string;
}

const columns = sql`id, network_id as "networkId", kind, key, payload, due_at as "dueAt", attempts`;

/** Statement that inserts jobs, in the transaction that causes them. It restarts a given-up job with the same kind and key. */
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

/** A group of jobs that never waits for another: e-mails that a person waits for, all other e-mails, and everything else. */
export type Queue = "urgent" | "emails" | "others";
export const queues: readonly Queue[] = ["urgent", "emails", "others"];

/** The conditions of the partial indexes (0011, 0030). */
const inQueue = {
  urgent: sql`kind in ('urgent-mail', 'password-reset', 'deletion-code')`,
  emails: sql`kind = 'mail'`,
  others: sql`kind not in ('mail', 'urgent-mail', 'password-reset', 'deletion-code')`,
} as const satisfies Record<Queue, unknown>;

/** Selects the jobs to lease: up to `limit` of a queue, `only` of some kinds, or of all kinds except `without`. */
export interface Wanted {
  queue: Queue;
  limit: number;
  leaseMs: number;
  /** The process that leases them; null: a process without a heartbeat. */
  holder: string | null;
  /** Kinds whose jobs stay leased after their process died, until the lease expires. */
  leftToLease: readonly string[];
  only?: readonly string[];
  without?: readonly string[];
}

/**
 * Leases the jobs due at `now`, oldest first. No other process gets them until the lease (of real time) expires, or until the process is
 * dead.
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
 * The instant at which the next job is due, up to `until`. Leased jobs count, kinds in `without` do not. Jobs of the `polling` kinds count
 * only when they are `lateByMs` late.
 */
export async function nextDue(
  db: Database,
  until: string,
  polling: { kinds: readonly string[]; lateByMs: number },
  without: readonly string[] = [],
): Promise<string | undefined> {
  const { kinds, lateByMs } = polling;
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

/** The due time of the oldest job of a queue that no process has leased. */
export async function oldestDue(db: Database, queue: Queue, now: string): Promise<string | undefined> {
  const found = await sql<{ due_at: string }>`
    select due_at from due_work
    where due_at <= ${now} and given_up_at is null and leased_until is null and ${inQueue[queue]}
    order by due_at limit 1`.execute(db);
  return found.rows[0]?.due_at;
}

/** Deletes jobs that are no longer needed, by kind and key. */
export async function dropJob(tx: Tx, works: Readonly<Record<string, string>>): Promise<void> {
  const named = Object.entries(works).map(([kind, key]) => sql`(${kind}, ${key})`);
  await sql`delete from due_work where (kind, key) in (${sql.join(named)})`.execute(tx);
}

/** Deletes several jobs of one kind. */
export async function dropJobs(tx: Tx, kind: string, keys: readonly string[]): Promise<void> {
  await sql`delete from due_work where kind = ${kind} and key = any(${keys})`.execute(tx);
}

export async function finishJob(db: Database | Tx, { id, holder }: LeasedRow): Promise<void> {
  await sql`delete from due_work where ${isLeasedBy(id, holder)}`.execute(db);
}

/** A job and the holder under which it was leased. */
interface LeasedRow {
  id: string;
  holder: string | null;
}

/** A job that another process has taken over is left to that process. */
const isLeasedBy = (id: string, holder: string | null) => sql`id = ${id} and held_by is not distinct from ${holder}`;

/** Reschedules a job that succeeded and repeats, optionally with another payload. */
export async function rescheduleJob(
  db: Database,
  { id, holder }: LeasedRow,
  next: { dueAt: string; payload?: Record<string, unknown> | undefined },
): Promise<void> {
  const payload = next.payload === undefined ? null : JSON.stringify(next.payload);
  await sql`update due_work set due_at = ${next.dueAt}, last_error = null, leased_until = null, held_by = null,
    attempts = 0, unreached = 0, payload = coalesce(${payload}::jsonb, payload) where ${isLeasedBy(id, holder)}`.execute(
    db,
  );
}

/** Records a failure: the job is retried later, or given up (`givenUpAt`). */
export async function failJob(
  db: Database,
  { id, holder }: LeasedRow,
  failure: { dueAt: string; error: string; givenUpAt: string | null },
): Promise<void> {
  await sql`update due_work set attempts = attempts + 1, due_at = ${failure.dueAt}, last_error = ${failure.error},
    given_up_at = ${failure.givenUpAt}, leased_until = null, held_by = null where ${isLeasedBy(id, holder)}`.execute(
    db,
  );
}

/** Releases a leased job that was not started. */
export async function leaveJob(db: Database, { id, holder }: LeasedRow): Promise<void> {
  await sql`update due_work set leased_until = null, held_by = null where ${isLeasedBy(id, holder)}`.execute(db);
}

/** Maximum pause of a single job whose party is unreachable; the party may return long before. */
const unreachedPauseMaxMs = 600_000;

/** Postpones a job whose party is unreachable. It moves behind the others and counts no failed attempt. */
export async function postponeJob(db: Database, { id, holder }: LeasedRow, at: string, error: string): Promise<void> {
  await sql`update due_work set unreached = unreached + 1, last_error = ${error}, leased_until = null, held_by = null,
    due_at = ${at}::timestamptz + least(1000 * 2 ^ least(unreached + 1, 20), ${unreachedPauseMaxMs}) * interval '1 millisecond'
    where ${isLeasedBy(id, holder)}`.execute(db);
}
