import { contestedStates } from "@guichet/rules/payments/dispute-states.ts";
import { type RawBuilder, sql } from "kysely";
import { withdrawnOfPayment } from "../payment-records/dispute-store.ts";

export const ofOrder = sql`o.network_id as "networkId", o.id as "orderId", o.number as "orderNumber"`;

/**
 * Whether a refund of this payment differs from the request, or the refund with this reference failed: then it has a discrepancy of its own.
 * One that the staff settled explains it, too: they paid it by hand.
 */
export const hasDiscrepancy = (payment: RawBuilder<unknown>, reference: RawBuilder<unknown> = sql`null`) =>
  sql`exists (select 1 from payment_discrepancy d where d.payment_id = ${payment}
    and (d.kind = 'refund' or (d.kind = 'failed-refund' and d.reference = ${reference})))`;
const restOf = sql`'rest:' || r.id`;

/** Whether the bank has not decided a dispute of this payment: until then no refund of it is sent. */
export const isContested = (payment: RawBuilder<unknown>) => sql`exists (select 1 from dispute d
  where d.payment_id = ${payment} and d.state = any(${contestedStates}))`;

/** Names of the movements of one refund of a payment; its id follows the first colon. */
export const isOfRefund = (movement: RawBuilder<unknown>) =>
  sql`split_part(${movement}, ':', 1) in ('rest', 'rest-back', 'rest-settled', 'transfer', 'transfer-back')`;

/** What was booked of each refund: made by the provider, the bank or a dispute and not failed, or transferred and not returned. */
const booked = sql`(select split_part(movement, ':', 2) as refund_id, min(movement) as movement, (array_agg(order_id))[1] as order_id,
    min(network_id) as network_id, min(currency) as currency, -sum(amount) as amount
  from ledger_entry where side <> 'sales' and ${isOfRefund(sql`movement`)} group by 1 having sum(amount) <> 0)`;

/** Refunds of payments: each is made once, or waits for somebody. */
export const refundChecks = {
  "rest-kept": ({ lateBefore }: { lateBefore: string }) => sql`select ${ofOrder}, r.id::text as subject,
      format('%s %s were to be refunded at %s, and were not', r.amount, r.currency, r.created_at) as found
    from refund r join orders o on o.id = r.order_id left join refund_transfer t on t.refund_id = r.id
    where r.given_at is null and r.returned_at is null
      and not ${hasDiscrepancy(sql`r.payment_id`, restOf)} and not ${isContested(sql`r.payment_id`)}
      and coalesce(t.status not in ('needs-account', 'to-approve', 'to-confirm'), true)
      and ((greatest(r.created_at, r.released_at, r.send_from, t.approved_at, t.confirmed_at,
            (select max(f.found_at) from failed_refund f where f.refund_id = r.id)) < ${lateBefore}
          and not (r.needs_release and r.released_at is null))
        or not exists (
        select 1 from due_work w where w.kind = 'rest-refund' and w.key in (r.id::text, r.id || ':failed')
          and w.given_up_at is null))`,
  "rest-booked-wrong": () => sql`select coalesce(o.network_id, e.network_id) as "networkId", o.id as "orderId",
      o.number as "orderNumber", coalesce(r.id::text, e.movement) as subject,
      format('a refund of %s that %s, and %s booked', coalesce(r.amount, 0),
        case when r.given_at is null then 'was not made' else 'was made' end, coalesce(e.amount, 0)) as found
    from refund r full join ${booked} e on e.refund_id = r.id::text left join orders o on o.id = coalesce(r.order_id, e.order_id)
    where not ${hasDiscrepancy(sql`r.payment_id`, restOf)} and case when r.given_at is null then e.movement is not null
      else e.movement is null or e.amount <> r.amount or e.order_id <> r.order_id or e.currency <> r.currency end`,
  "refund-transfer-wrong": () => sql`select ${ofOrder}, r.id::text as subject,
      format('the transfer is %s, the refund %s, and the bank has %s', t.status,
        case when r.given_at is null then 'not made' else 'made' end, coalesce(b.state, 'none')) as found
    from refund_transfer t join refund r on r.id = t.refund_id join orders o on o.id = r.order_id
      left join bank_instruction b on b.kind = 'transfer' and b.debit_id is null
        and b.request_key = 'rest:' || r.id || ':' || t.attempt
    where (t.status in ('transferred', 'made-at-card')) <> (r.given_at is not null)
      or (t.status = 'transferred' and coalesce(b.amount, 0) <> r.amount)
      or (t.status not in ('transferring', 'transferred') and b.id is not null)`,
  "settled-refund-reinstated": () => sql`select ${ofOrder}, p.id::text as subject,
      format('%s %s of refunds were settled by a lost dispute, and %s are withdrawn now',
        s.settled, p.currency, ${withdrawnOfPayment}) as found
    from payment p join orders o on o.id = p.order_id
      cross join lateral (select coalesce(-sum(e.amount), 0) as settled from ledger_entry e
        where e.order_id = p.order_id and e.side = 'losses' and e.amount < 0 and (e.movement = 'refund:' || p.id
          or exists (select from refund r where r.payment_id = p.id
            and e.movement in ('rest:' || r.id, 'rest-settled:' || r.id)))) s
    where s.settled > ${withdrawnOfPayment}`,
};
