import { sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";

/** Counts of one kind of job: waiting and given up, and when the first was given up. */
export interface JobsOfKind {
  kind: string;
  waiting: number;
  givenUp: number;
  firstGivenUpAt: string | null;
}

export async function countJobs(db: Database): Promise<JobsOfKind[]> {
  const found = await sql<JobsOfKind>`select kind, count(*) filter (where given_up_at is null) as waiting,
      count(given_up_at) as "givenUp", min(given_up_at) as "firstGivenUpAt" from due_work group by kind order by kind`.execute(
    db,
  );
  return found.rows;
}

/** Counts given-up jobs only, from their index. */
export async function countGivenUp(db: Database): Promise<{ kind: string; count: number; since: string }[]> {
  const found = await sql<{ kind: string; count: number; since: string }>`select kind, count(*) as count,
      min(given_up_at) as since from due_work where given_up_at is not null group by kind order by kind`.execute(db);
  return found.rows;
}

/** A job as an operator sees it. E-mail jobs include the template and the recipient. */
export interface ListedJob {
  id: string;
  networkId: string | null;
  kind: string;
  key: string;
  dueAt: string;
  attempts: number;
  unreached: number;
  lastError: string | null;
  givenUpAt: string | null;
  template: string | null;
  recipient: string | null;
}

/** Lists given-up jobs, or with `waiting` the waiting ones; oldest first, of one kind or all kinds. */
export async function listJobs(
  db: Database,
  { kind, waiting, limit }: { kind: string | undefined; waiting: boolean; limit: number },
): Promise<ListedJob[]> {
  const found =
    await sql<ListedJob>`select w.id, w.network_id as "networkId", w.kind, w.key, w.due_at as "dueAt", w.attempts,
      w.unreached, w.last_error as "lastError", w.given_up_at as "givenUpAt", m.template, m.recipient
    from due_work w left join mail m on w.kind in ('mail', 'urgent-mail') and m.message_id = w.key
    where (w.given_up_at is null) = ${waiting} and (${kind ?? null}::text is null or w.kind = ${kind ?? null})
    order by coalesce(w.given_up_at, w.due_at), w.id limit ${limit}`.execute(db);
  return found.rows;
}

/** Retries given-up jobs now: by id, of one kind, or all. Returns the jobs concerned. */
export async function retryJobs(
  tx: Tx,
  which: { ids: readonly string[] } | { kind: string } | "all",
  at: string,
): Promise<{ id: string; kind: string }[]> {
  const matches =
    which === "all" ? sql`true` : "ids" in which ? sql`id::text = any(${which.ids})` : sql`kind = ${which.kind}`;
  const retried = await sql<{ id: string; kind: string }>`update due_work
    set given_up_at = null, attempts = 0, unreached = 0, due_at = least(due_at, ${at}), leased_until = null, held_by = null
    where given_up_at is not null and ${matches} returning id, kind`.execute(tx);
  return retried.rows;
}
