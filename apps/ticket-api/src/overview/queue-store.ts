import type { QueueName } from "@guichet/contract/office/overview.ts";
import { type RawBuilder, sql } from "kysely";
import type { Database } from "../database/database.ts";

/** Fulfilments of paid orders. They are counted together, because each count reads the orders. */
export const fulfilmentQueues = [
  "cards",
  "parcels",
  "collections",
  "hand-overs",
] as const satisfies readonly QueueName[];
export type FulfilmentQueue = (typeof fulfilmentQueues)[number];

/** What the counts depend on. */
export interface QueueScope {
  networkId: string;
  timeZone: string;
  now: string;
  /** The current day of the network, and its first instant. */
  today: string;
  todayBegins: string;
  /** Parcels paid before this instant are late. */
  parcelsLateBefore: string;
  /** The time to pay of payments begun before this instant is over. */
  paymentsEndedBefore: string;
  /** How far a queue is counted. */
  limit: number;
}

export interface CountedQueue {
  name: QueueName;
  /** At most the limit. */
  count: number;
  oldestAt: string | null;
  missedCount: number;
}

/** The items of each queue with their age (`since`) and whether their target is missed, the oldest first; `scope.limit` of them. */
const waiting: Record<Exclude<QueueName, FulfilmentQueue>, (scope: QueueScope) => RawBuilder<unknown>> = {
  documents: ({ networkId, today, limit }) => sql`select waiting_since as since, expected_on < ${today}::date as missed
    from submission where network_id = ${networkId} and status in ('pending', 'processing')
    order by waiting_since limit ${limit}`,
  "refund-requests": ({ networkId, today, limit }) => sql`select requested_at as since,
      expected_on < ${today}::date as missed from refund_request
    where network_id = ${networkId} and status = 'pending' order by requested_at limit ${limit}`,
  terminations: ({ networkId, limit }) => sql`select requested_at as since, false as missed from termination_request
    where network_id = ${networkId} and answered_at is not null and account_id is null and confirmed_at is null
      and refused_at is null order by requested_at limit ${limit}`,
  refunds: ({ networkId, limit }) => sql`select created_at as since, false as missed from order_refund
    where network_id = ${networkId} and status = 'awaiting' order by created_at limit ${limit}`,
  // A refund of several debits has several transfers, which are released together.
  transfers: ({ networkId, limit }) => sql`select min(created_at) as since, false as missed from refund
    where network_id = ${networkId} and needs_release and released_at is null and given_at is null and returned_at is null
      and order_refund_id is not null group by order_refund_id order by 1 limit ${limit}`,
  "refund-accounts": ({ networkId, limit }) => sql`select entered_at as since, false as missed from refund_transfer
    where network_id = ${networkId} and status in ('to-approve', 'to-confirm') order by entered_at limit ${limit}`,
  unpaid: ({ networkId, timeZone, limit }) => sql`select collected_on::timestamp at time zone ${timeZone} as since,
      false as missed
    from installment where network_id = ${networkId} and status = 'unpaid' order by collected_on limit ${limit}`,
  disputes: ({ networkId, now, limit }) => sql`select d.opened_at as since,
      d.state <> 'under-review' and d.evidence_due_at < ${now} and not exists (select from dispute_evidence e
        where e.dispute_id = d.id and e.state = 'submitted') as missed
    from dispute d where d.network_id = ${networkId} and d.state in ('inquiry', 'needs-response', 'under-review')
    order by d.opened_at limit ${limit}`,
  discrepancies: ({ networkId, limit }) => sql`select found_at as since, false as missed from payment_discrepancy
    where network_id = ${networkId} and settled_at is null order by found_at limit ${limit}`,
  payments: ({ networkId, paymentsEndedBefore, limit }) => sql`select created_at as since, false as missed from payment
    where network_id = ${networkId} and status in ('begun', 'open') and kind <> 'debit'
      and created_at < ${paymentsEndedBefore} order by created_at limit ${limit}`,
  // Those that wait for a second person, and those whose publication failed at its time, which is late.
  "catalogue-drafts": ({ networkId, limit }) => sql`select coalesce(failed_at, requested_at) as since,
      failed_at is not null as missed from catalogue_draft
    where network_id = ${networkId} and (status = 'awaiting' or (status = 'open' and failed_at is not null))
    order by 1 limit ${limit}`,
  emails: (scope) => givenUp(scope, sql`network_id = ${scope.networkId} and kind in ('mail', 'urgent-mail')`),
  // Jobs of no network concern every network.
  jobs: (scope) =>
    givenUp(
      scope,
      sql`(network_id = ${scope.networkId} or network_id is null) and kind not in ('mail', 'urgent-mail')`,
    ),
};

const givenUp = ({ limit }: QueueScope, which: RawBuilder<unknown>) => sql`select given_up_at as since, false as missed
  from due_work where given_up_at is not null and ${which} order by given_up_at limit ${limit}`;

const counted = (
  name: QueueName,
  items: RawBuilder<unknown>,
) => sql`select ${name}::text as name, count(*)::integer as count,
  min(since) as "oldestAt", count(*) filter (where missed)::integer as "missedCount" from (${items}) as waiting`;

/** Counts queues, each up to `scope.limit` items. A fulfilment queue without items is left out. */
export async function countQueues(
  db: Database,
  names: readonly QueueName[],
  scope: QueueScope,
): Promise<CountedQueue[]> {
  const statements = names.flatMap((name) => (isFulfilment(name) ? [] : [counted(name, waiting[name](scope))]));
  if (names.some(isFulfilment)) statements.push(fulfilments(scope));
  if (statements.length === 0) return [];
  const found = await sql<CountedQueue>`${sql.join(statements, sql` union all `)}`.execute(db);
  return found.rows;
}

const isFulfilment = (name: QueueName): name is FulfilmentQueue =>
  fulfilmentQueues.some((fulfilment) => fulfilment === name);

/**
 * Counts fulfilments by queue, as the list of orders filters them: lines of a paid order with the same support and state
 * are one. A collection is late until it is ready, a parcel until it is shipped. Only the orders of waiting lines are read, by the
 * lateral join with a limit: by a plain join, PostgreSQL reads every order of the network.
 */
const fulfilments = ({ networkId, parcelsLateBefore, todayBegins, limit }: QueueScope) => sql`select queue.name,
    least(count(*), ${limit})::integer as count, min(o.completed_at) as "oldestAt",
    least(count(*) filter (where case l.support when 'SHIPPING' then o.completed_at < ${parcelsLateBefore}
      when 'COLLECT' then l.process_status = 'TO_PROCESS' and (o.collect ->> 'startsAt')::timestamptz < ${todayBegins}
      end), ${limit})::integer as "missedCount"
  from (select order_id, support, process_status, bool_or(card_work is not null) as "hasCards" from order_line
      where network_id = ${networkId} and support in ('SHIPPING', 'COLLECT', 'PHYSICAL') and process_status <> 'PROCESSED'
      group by order_id, support, process_status) l
    cross join lateral (select status, completed_at, collect, erased_at from orders where id = l.order_id limit 1) o,
    lateral (values ('cards', l."hasCards" and l.process_status = 'TO_PROCESS'), ('parcels', l.support = 'SHIPPING'),
      ('collections', l.support = 'COLLECT'), ('hand-overs', l.support = 'PHYSICAL')) as queue(name, "isIn")
  where queue."isIn" and o.status in ('COMPLETED', 'REGULARIZATION') and o.erased_at is null
  group by queue.name`;
