import { type RawBuilder, sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";

/** Counts of one kind of job: waiting and given up, and when the first was given up. */
export interface JobsOfKind {
  kind: string;
  waiting: number;
  givenUp: number;
  firstGivenUpAt: string | null;
}

/** Whose jobs: those of a network and, with `installation`, those that belong to none. */
export interface JobScope {
  networkId: string;
  installation: boolean;
}

const isWithin = (scope: JobScope | undefined): RawBuilder<unknown> =>
  scope === undefined
    ? sql`true`
    : sql`(w.network_id = ${scope.networkId} or (w.network_id is null and ${scope.installation}::boolean))`;

export async function countJobs(db: Database): Promise<JobsOfKind[]> {
  const found = await sql<JobsOfKind>`select kind, count(*) filter (where given_up_at is null) as waiting,
      count(given_up_at) as "givenUp", min(given_up_at) as "firstGivenUpAt" from due_work group by kind order by kind`.execute(
    db,
  );
  return found.rows;
}

/** Counts given-up jobs only, from their index. */
export async function countGivenUp(
  db: Database,
  scope?: JobScope,
): Promise<{ kind: string; count: number; since: string }[]> {
  const found = await sql<{ kind: string; count: number; since: string }>`select w.kind, count(*) as count,
      min(w.given_up_at) as since from due_work w where w.given_up_at is not null and ${isWithin(scope)}
    group by w.kind order by w.kind`.execute(db);
  return found.rows;
}

/** Counts jobs that failed and are tried again by themselves. */
export async function countFailing(db: Database, scope: JobScope): Promise<number> {
  const found = await sql<{ count: number }>`select count(*)::integer as count from due_work w
    where ${isFailing} and ${isWithin(scope)}`.execute(db);
  return found.rows[0]?.count ?? 0;
}

const isFailing = sql`(w.given_up_at is null and (w.attempts > 0 or w.unreached > 0))`;

const uuid = "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$";

/** A job as an operator sees it. E-mail jobs include the template and the recipient. */
export interface ListedJob {
  id: string;
  networkId: string | null;
  kind: string;
  key: string;
  plannedAt: string;
  dueAt: string;
  attempts: number;
  unreached: number;
  lastError: string | null;
  givenUpAt: string | null;
  template: string | null;
  recipient: string | null;
  /** The account that an e-mail concerns. */
  accountId: string | null;
  /** Of an e-mail: it is about the order of a guest, who has no account. */
  isToGuest: boolean;
  /** Of an e-mail: it contains a code that is worth money. */
  hasVoucher: boolean;
  orderId: string | null;
  orderNumber: string | null;
}

/** The order that a job concerns, from its payload, its e-mail, or what its key names. */
const orderOfJob = sql`select o.id, o.number from orders o where o.id = coalesce(
  case when w.payload ->> 'orderId' ~ ${uuid} then (w.payload ->> 'orderId')::uuid end,
  case when m.contents ->> 'orderId' ~ ${uuid} then (m.contents ->> 'orderId')::uuid end,
  case when w.kind in ('unpaid-order', 'installment', 'unpaid-suspension') and split_part(w.key, ':', 1) ~ ${uuid}
    then split_part(w.key, ':', 1)::uuid end,
  case when w.kind in ('payment', 'refund') and w.key ~ ${uuid} then (select p.order_id from payment p where p.id = w.key::uuid) end,
  case when w.kind = 'rest-refund' and w.key ~ ${uuid} then (select r.order_id from order_refund r where r.id = w.key::uuid) end,
  case when w.kind = 'discrepancy-refund' and w.key ~ ${uuid}
    then (select d.order_id from payment_discrepancy d where d.id = w.key::uuid) end,
  case when w.kind = 'dispute-evidence' and w.key ~ ${uuid} then (select d.order_id from dispute d where d.id = w.key::uuid) end)`;

interface JobFilter {
  kind?: string | undefined;
  /** Waiting jobs, or only those of them that have failed, instead of given-up ones. */
  waiting?: boolean | undefined;
  failing?: boolean | undefined;
  scope?: JobScope | undefined;
  /** Only this job. */
  id?: string | undefined;
  /** The last job of the previous page. */
  after?: string | undefined;
  limit: number;
}

/** Lists given-up jobs, or waiting ones; oldest first, of one kind or all kinds. `lock`: no other transaction changes them. */
export async function listJobs(
  db: Database | Tx,
  { kind, waiting = false, failing = false, scope, id, after, limit }: JobFilter,
  lock: "update" | "none" = "none",
): Promise<ListedJob[]> {
  const isWanted = failing ? isFailing : sql`(w.given_up_at is null) = ${waiting}`;
  const found = await sql<ListedJob>`select w.id, w.network_id as "networkId", w.kind, w.key,
      w.created_at as "plannedAt", w.due_at as "dueAt", w.attempts, w.unreached, w.last_error as "lastError",
      w.given_up_at as "givenUpAt", m.template, m.recipient, m.account_id as "accountId",
      coalesce(m.contents ->> 'guest' = 'true', false) as "isToGuest",
      coalesce(jsonb_typeof(m.contents -> 'voucher') = 'object', false) as "hasVoucher",
      concerned.id as "orderId", concerned.number as "orderNumber"
    from due_work w left join mail m on w.kind in ('mail', 'urgent-mail') and m.message_id = w.key
      left join lateral (${orderOfJob}) concerned on true
    where ${isWanted} and ${isWithin(scope)} and (${kind ?? null}::text is null or w.kind = ${kind ?? null})
      and (${id ?? null}::uuid is null or w.id = ${id ?? null}::uuid)
      and (${after ?? null}::uuid is null or (coalesce(w.given_up_at, w.due_at), w.id)
        > (select coalesce(given_up_at, due_at), id from due_work where id = ${after ?? null}::uuid))
    order by coalesce(w.given_up_at, w.due_at), w.id limit ${limit} ${lock === "update" ? sql`for update of w` : sql``}`.execute(
    db,
  );
  return found.rows;
}

/** Retries given-up jobs now: by id, of one kind, or all, within the scope. Returns the jobs concerned. */
export async function retryJobs(
  tx: Tx,
  which: { ids: readonly string[] } | { kind: string } | "all",
  at: string,
  scope?: JobScope,
): Promise<{ id: string; kind: string }[]> {
  const matches =
    which === "all" ? sql`true` : "ids" in which ? sql`id::text = any(${which.ids})` : sql`kind = ${which.kind}`;
  const retried = await sql<{ id: string; kind: string }>`update due_work w
    set given_up_at = null, attempts = 0, unreached = 0, due_at = least(due_at, ${at}), leased_until = null, held_by = null
    where given_up_at is not null and ${matches} and ${isWithin(scope)} returning id, kind`.execute(tx);
  return retried.rows;
}

/** Deletes a given-up job that the transaction has locked. */
export async function deleteGivenUp(tx: Tx, id: string): Promise<void> {
  await sql`delete from due_work where id = ${id} and given_up_at is not null`.execute(tx);
}
