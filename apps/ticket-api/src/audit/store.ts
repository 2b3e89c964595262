import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../database/database.ts";
import { coversByWording } from "../payment-records/debit-store.ts";
import { closedMonthChecks } from "./closed-month-store.ts";
import { compensationChecks } from "./compensation-store.ts";
import { counterChecks } from "./counter-store.ts";
import type { DifferenceKind, Found } from "./differences.ts";
import { hasDiscrepancy, isContested, ofOrder, refundChecks } from "./refund-store.ts";
import { settlementChecks } from "./settlement-check-store.ts";

/** Limits of what may still be in progress or already deleted. */
export interface Bounds {
  /** An event that should have happened before this instant is late. */
  lateBefore: string;
  /** The last financial year whose archived invoices were deleted, as the law allows. */
  yearGone: number;
  /** E-mails of orders from before this instant may be deleted, because their retention period is over. */
  mailsSince: string;
}

/** A query that returns rows of (network, order, number, subject, found). */
type Check = (bounds: Bounds) => RawBuilder<unknown>;
const done = sql`('COMPLETED', 'REGULARIZATION')`;
const unresolved = sql`('PENDING', 'PROCESSING', 'ERROR')`;
const ofNone = sql`null::uuid as "orderId", null::text as "orderNumber"`;

/** The amount due of an order today: its paid installments, or all of it when it has none. */
const dueNow = sql`case when exists (select 1 from installment i where i.order_id = o.id)
  then (select coalesce(sum(i.amount), 0) from installment i where i.order_id = o.id and i.status = 'paid') else o.amount end`;
/**
 * The amount of one payment: its installment; before installments exist, the first one (which includes the remainder of the division).
 * An attempt that did not collect it may be from before a refund reduced it.
 */
export const shareOf = sql`coalesce((select case when p.status not in ('begun', 'open', 'captured')
      and p.amount between i.amount and i.amount + i.dropped_amount then p.amount else i.amount end
    from installment i where i.order_id = o.id and i.position = p.installment),
  o.amount - (o.amount / o.installments) * (o.installments - 1))`;
/** The amount that a customer still owes according to the ledger. */
const owed = sql`(select coalesce(sum(e.amount), 0) from ledger_entry e where e.order_id = o.id and e.side = 'receivable')`;
const ofInstallment = sql`o.number || ' part ' || i.position as subject`;

/** Money received for one order according to the ledger. */
const receivedByLedger = sql`(select coalesce(sum(e.amount), 0) from ledger_entry e where e.order_id = o.id
  and e.side in ('provider', 'counter', 'terminal') and (e.movement like 'capture:%' or e.movement like 'counter:%'))`;
const lateRefunded = sql`(select coalesce(-sum(e.amount), 0) from ledger_entry e where e.order_id = o.id
  and e.side = 'provider' and e.movement like 'refund:%')`;

/** Prorated refunds made or pending, without those that are owed instead of the failed refund of a whole payment, and parts of counter sales. */
const proratedRefunded = sql`((select coalesce(sum(r.amount), 0) from refund r
  where r.order_id = o.id and r.returned_at is null
    and not exists (select from ledger_entry e where e.movement = 'refund-back:' || r.payment_id))
  + (select coalesce(sum(p.amount), 0) from counter_refund p where p.order_id = o.id))`;

const moneyChecks: Partial<Record<DifferenceKind, Check>> = {
  "movement-unbalanced": () => sql`select min(e.network_id) as "networkId", (array_agg(e.order_id))[1] as "orderId",
      min(o.number) as "orderNumber", e.movement as subject,
      format('movement %s has %s rows that add up to %s', e.movement, count(*), sum(e.amount)) as found
    from ledger_entry e join orders o on o.id = e.order_id group by e.movement
    having count(*) <> 2 or sum(e.amount) <> 0 or count(distinct e.currency) <> 1 or count(distinct e.order_id) <> 1`,
  "booked-twice": () => sql`select ${ofOrder}, o.id::text as subject,
      format('%s %s were booked for an order of %s', ${receivedByLedger} - ${lateRefunded}, o.currency, o.amount) as found
    from orders o where ${receivedByLedger} - ${lateRefunded} > o.amount`,
  "completed-unpaid": () => sql`select ${ofOrder}, o.id::text as subject,
      format('%s %s are due and %s were booked', ${dueNow}, o.currency, ${receivedByLedger} - ${lateRefunded}) as found
    from orders o where o.status in ${done} and o.amount > 0 and ${receivedByLedger} - ${lateRefunded} < ${dueNow}`,
  "movement-other-amount": () => sql`select ${ofOrder}, e.movement as subject,
      format('%s booked, the payment is of %s', e.amount, p.amount) as found
    from ledger_entry e join payment p on p.id::text = split_part(e.movement, ':', 2) join orders o on o.id = p.order_id
    where e.side = 'provider' and (e.movement like 'capture:%' or e.movement like 'refund:%') and not ${hasDiscrepancy(sql`p.id`)}
      and (abs(e.amount) <> p.amount or e.currency <> p.currency or e.order_id <> p.order_id)`,
  "captured-not-booked": () => sql`select ${ofOrder}, p.id::text as subject,
      format('payment %s is %s and has no movement', p.id, p.status) as found
    from payment p join orders o on o.id = p.order_id where p.status in ('captured', 'refunded')
      and not exists (select 1 from ledger_entry e where e.movement = 'capture:' || p.id)`,
  "booked-not-captured": () => sql`select ${ofOrder}, e.movement as subject,
      format('movement %s exists, its payment is %s', e.movement, coalesce(p.status, 'unknown')) as found
    from ledger_entry e join orders o on o.id = e.order_id
      left join payment p on p.id::text = split_part(e.movement, ':', 2)
    where e.side = 'provider' and (e.movement like 'capture:%' or e.movement like 'refund:%')
      and (p.status is null or p.status not in ('captured', 'refunded'))`,
  "paid-not-completed": () => sql`select ${ofOrder}, p.id::text as subject,
      format('payment %s is captured, the order is %s', p.id, o.status) as found
    from payment p join orders o on o.id = p.order_id where p.status = 'captured' and o.completed_at is null`,
  "payment-other-amount": () => sql`select ${ofOrder}, p.id::text as subject,
      format('payment of %s %s for %s %s of the order', p.amount, p.currency, ${shareOf}, o.currency) as found
    from payment p join orders o on o.id = p.order_id where p.amount <> ${shareOf} or p.currency <> o.currency`,
  "late-capture-kept": ({ lateBefore }) => sql`select ${ofOrder}, p.id::text as subject,
      format('captured at %s after the order had ended, and not refunded', p.settled_at) as found
    from payment p join orders o on o.id = p.order_id where p.status = 'refunded'
      and not exists (select 1 from ledger_entry e where e.movement = 'refund:' || p.id) and not ${hasDiscrepancy(sql`p.id`, sql`'late:' || p.id`)}
      and not exists (select 1 from refund r where r.payment_id = p.id) and not ${isContested(sql`p.id`)}
      and (p.settled_at < ${lateBefore} or not exists (
        select 1 from due_work w where w.kind = 'refund' and w.key = p.id::text and w.given_up_at is null))`,
  "payment-discrepancy": () => sql`select d.network_id as "networkId", o.id as "orderId", o.number as "orderNumber",
      d.id::text as subject, format('%s at %s: %s', case d.kind
        when 'answer' then 'a response that does not match its request' when 'refund' then 'a refund that differs from its request'
        when 'returned-after-refund' then 'a debit returned by the bank after it had been paid back'
        when 'failed-refund' then 'a refund that failed after it had been accepted'
        else 'a refund made outside Guichet' end, d.found_at, d.detail) as found
    from payment_discrepancy d left join orders o on o.id = d.order_id where d.settled_at is null`,
};

const partChecks: Partial<Record<DifferenceKind, Check>> = {
  "parts-wrong": () => sql`select ${ofOrder}, o.id::text as subject,
      format('%s installments of %s for an order of %s in %s', count(i.position), coalesce(sum(i.amount + i.dropped_amount), 0), o.amount,
        o.installments) as found
    from orders o left join installment i on i.order_id = o.id
    where o.installments > 1 or i.position is not null group by o.id
    having case when o.completed_at is null then count(i.position) > 0
      else count(i.position) <> o.installments or sum(i.amount + i.dropped_amount) <> o.amount end`,
  "part-unfounded": () => sql`select ${ofOrder}, ${ofInstallment},
      format('the installment is %s, captures: %s', i.status, count(p.id)) as found
    from installment i join orders o on o.id = i.order_id
      left join payment p on p.order_id = o.id and p.installment = i.position and p.status = 'captured'
    group by o.id, i.order_id, i.position having count(p.id) <> (i.status = 'paid')::integer`,
  "part-forgotten": () => sql`select ${ofOrder}, ${ofInstallment},
      format('the installment is %s, and no job will collect it', i.status) as found
    from installment i join orders o on o.id = i.order_id
    where i.status in ('planned', 'begun') and not exists (select 1 from due_work w where w.given_up_at is null
      and case i.method when 'CARD' then w.kind = 'installment' and w.key = i.order_id || ':' || i.position
        else w.kind = 'debit-file' and w.key = i.network_id || ':' || i.collected_on end)`,
  "owed-wrong": () => sql`select ${ofOrder}, o.id::text as subject,
      format('the ledger says that %s are owed, the installments %s', ${owed}, coalesce(sum(i.amount), 0)) as found
    from orders o left join installment i on i.order_id = o.id and i.status in ('planned', 'begun', 'unpaid')
    group by o.id having ${owed} <> coalesce(sum(i.amount), 0)`,
  "regularization-wrong": () => sql`select ${ofOrder}, o.id::text as subject,
      format('the order is %s and has %s unpaid installments', o.status, count(i.position)) as found
    from orders o left join installment i on i.order_id = o.id and i.status = 'unpaid'
    where o.status in ${done} group by o.id having (o.status = 'REGULARIZATION') <> (count(i.position) > 0)`,
  "mandate-missing": () => sql`select ${ofOrder}, ${ofInstallment}, 'no mandate for the debit' as found
    from installment i join orders o on o.id = i.order_id left join mandate m on m.id = i.mandate_id
    where i.method = 'TRANSFER' and i.status in ('planned', 'begun')
      and (m.id is null or m.network_id <> i.network_id or (i.status = 'begun' and (not ${coversByWording} or exists (
        select from payment p where p.order_id = i.order_id and p.installment = i.position and p.kind = 'debit'
          and p.status in ('begun', 'open') and p.created_at > m.revoked_at))))`,
  "card-missing": () => sql`select ${ofOrder}, ${ofInstallment}, 'no saved card for the installment' as found
    from installment i join orders o on o.id = i.order_id left join payment_method m on m.id = i.payment_method_id
    where i.status in ('planned', 'begun') and (m.id is null or m.removed_at is not null)`,
};

/** Subscriptions: each has a job, and is valid for what its orders paid. */
const subscriptionChecks: Partial<Record<DifferenceKind, Check>> = {
  "subscription-forgotten": () => sql`select ${ofOrder}, s.id::text as subject,
      format('the subscription is %s, and no job waits for it', s.status) as found
    from subscription s join subscription_period p on p.subscription_id = s.id and p.position = 1
      join orders o on o.id = p.order_id
    where s.status <> 'terminated'
      and not exists (select 1 from due_work w where w.kind = 'subscription' and w.given_up_at is null
        and w.payload ->> 'subscriptionId' = s.id::text)
      and not exists (select 1 from subscription_period q join orders r on r.id = q.order_id
        where q.subscription_id = s.id and r.status in ${unresolved})`,
  "subscription-unpaid": () => sql`select ${ofOrder}, s.id::text as subject,
      format('the subscription is valid until %s, its order is %s', s.ends_at, o.status) as found
    from subscription s join subscription_period p on p.subscription_id = s.id and p.ends_at = s.ends_at
      join orders o on o.id = p.order_id
    where s.status <> 'terminated' and o.completed_at is null`,
  "subscription-left-wrong": () => sql`select ${ofOrder}, p.subscription_id::text as subject,
      format('terminated on %s, %s credit notes, tickets until %s', p.left_on, n.notes, t.until) as found
    from subscription_period p join orders o on o.id = p.order_id
      cross join lateral (select count(*) as notes from invoice i where i.order_id = o.id and i.series = 'credit-note') n
      cross join lateral (select max(valid_until) as until from ticket where order_id = o.id
        and status in ('pending', 'active', 'blocked')) t
      join subscription s on s.id = p.subscription_id
    where p.left_on is not null and ((n.notes = 0 and o.erased_at is null) or t.until > s.ends_at)`,
  "cancelled-not-refunded": () => sql`select ${ofOrder}, p.id::text as subject,
      format('%s not refunded of a cancelled order', p.amount) as found
    from orders o join payment p on p.order_id = o.id
    where o.status = 'CANCELED' and o.completed_at is not null and p.status = 'captured'`,
};

const orderChecks: Partial<Record<DifferenceKind, Check>> = {
  "order-total-wrong": () => sql`select ${ofOrder}, o.id::text as subject,
      format('the order says %s, its lines %s', o.amount, coalesce(sum(l.total_amount), 0)) as found
    from orders o left join order_line l on l.order_id = o.id
    group by o.id having o.amount <> coalesce(sum(l.total_amount), 0)`,
  "cart-ordered-twice":
    () => sql`select min(o.network_id) as "networkId", (array_agg(o.id order by o.number))[1] as "orderId",
      min(o.number) as "orderNumber", o.cart_digest as subject,
      format('unresolved orders: %s', string_agg(o.number, ', ' order by o.number)) as found
    from orders o where o.status in ${unresolved} group by o.account_id, o.cart_digest having count(*) > 1`,
  "order-overdue": ({ lateBefore }) => sql`select ${ofOrder}, o.id::text as subject,
      format('still %s, its time ended at %s', o.status, o.expires_at) as found
    from orders o where o.status in ${unresolved} and o.expires_at < ${lateBefore}`,
  "order-forgotten": () => sql`select ${ofOrder}, o.id::text as subject,
      format('%s, and no job will end it', o.status) as found
    from orders o where o.status in ${unresolved} and not exists (
      select 1 from due_work w where w.kind = 'unpaid-order' and w.key = o.id::text and w.given_up_at is null)`,
  "payment-forgotten": () => sql`select ${ofOrder}, p.id::text as subject,
      format('payment %s is %s, and no job waits for it', p.id, p.status) as found
    from payment p join orders o on o.id = p.order_id where p.status in ('begun', 'open') and not exists (
      select 1 from due_work w where w.given_up_at is null and ((w.kind = 'payment' and w.key = p.id::text)
        or (p.kind = 'charge' and w.kind = 'installment' and w.key = o.id || ':' || p.installment)
        or (p.kind = 'debit' and w.kind = 'debit-file' and w.key = (
          select f.network_id || ':' || f.due_on from debit_file f where f.id = p.debit_file_id))))`,
  "voucher-count-wrong": () => sql`select v.network_id as "networkId", ${ofNone}, v.code as subject,
      format('counted %s times, used by %s orders', v.uses, count(u.order_id)) as found
    from voucher v left join voucher_use u on u.network_id = v.network_id and u.code = v.code and u.given_back_at is null
    group by v.network_id, v.code having v.uses <> count(u.order_id)`,
  "voucher-kept":
    () => sql`select ${ofOrder}, u.code as subject, format('%s is still counted for a cancelled order', u.code) as found
    from voucher_use u join orders o on o.id = u.order_id
    where u.given_back_at is null and o.status = 'CANCELED' and o.completed_at is null`,
  "voucher-given-back": () => sql`select ${ofOrder}, u.code as subject, format('%s was released', u.code) as found
    from voucher_use u join orders o on o.id = u.order_id where u.given_back_at is not null and o.status in ${done}`,
  "bank-entry-open": () => sql`select o.network_id as "networkId", o.id as "orderId", o.number as "orderNumber",
      e.id::text as subject, format('an entry of the bank %s', e.attention) as found
    from bank_entry e left join bank_instruction b on b.id = e.bank_instruction_id left join orders o on o.id = b.order_id
    where e.attention is not null and e.resolved_at is null`,
  "work-given-up": () => sql`select w.network_id as "networkId", o.id as "orderId", o.number as "orderNumber",
      w.kind || ' ' || w.key as subject, format('%s attempts, the last error: %s', w.attempts, w.last_error) as found
    from due_work w left join payment p on w.key = p.id::text
      left join orders o on o.id = p.order_id or o.id::text = w.key where w.given_up_at is not null`,
};

/** Every number that the series of a network and year should have. */
const series = sql`(select i.network_id, i.series, i.year, max(i.sequence) as highest from invoice i group by 1, 2, 3)`;

/** Tickets in use: a transferred ticket exists at its recipient, and a used one has a date of use. */
const ticketChecks: Partial<Record<DifferenceKind, Check>> = {
  "ticket-transferred-nowhere":
    () => sql`select ${ofOrder}, t.id::text as subject, 'no ticket for the recipient of a transferred one' as found
    from ticket t join orders o on o.id = t.order_id
    where t.status = 'transferred' and not exists (select from ticket n where n.transferred_from = t.id)`,
  "trips-miscounted": () => sql`select ${ofOrder}, t.id::text as subject,
      format('%s trips are left of %s, and %s were used', t.trips_left, l.article ->> 'trips', u.taken) as found
    from ticket t join orders o on o.id = t.order_id join order_line l on l.id = t.order_line_id
      cross join lateral (select coalesce(sum(trips), 0) as taken from ticket_use where ticket_id = t.id) u
    where t.account_id is not null and t.support = 'DEMATERIALIZED' and t.trips_left is not null
      and t.trips_left + u.taken <> (l.article ->> 'trips')::integer`,
};

const documentChecks: Partial<Record<DifferenceKind, Check>> = {
  "invoice-missing": ({
    yearGone,
  }) => sql`select ${ofOrder}, o.id::text as subject, 'completed without an invoice' as found
    from orders o where o.completed_at is not null
      and (o.erased_at is null or extract(year from o.completed_at) > ${yearGone})
      and not exists (select 1 from invoice i where i.order_id = o.id and i.series = 'invoice')`,
  "invoice-unfounded": () => sql`select ${ofOrder}, i.number as subject,
      format('%s for an order that is %s', i.number, o.status) as found
    from invoice i join orders o on o.id = i.order_id where o.completed_at is null`,
  "invoice-total-wrong": () => sql`select ${ofOrder}, i.number as subject,
      format('%s says %s, the order %s %s', i.number, i.contents -> 'total', o.amount, o.currency) as found
    from invoice i join orders o on o.id = i.order_id where i.series = 'invoice'
      and ((i.contents #>> '{total,amount}')::bigint is distinct from o.amount
        or i.contents #>> '{total,currency}' is distinct from o.currency)`,
  "credit-note-total-wrong": () => sql`select ${ofOrder}, o.number as subject,
      format('credit notes of %s, net captured for the order of %s: %s, owed: %s', n.total, o.amount,
        ${receivedByLedger} - ${lateRefunded} - ${proratedRefunded}, ${owed}) as found
    from orders o cross join lateral (select sum((i.contents #>> '{total,amount}')::bigint) as total from invoice i
      where i.order_id = o.id and i.series = 'credit-note') n
    where n.total is not null and o.status in ('COMPLETED', 'CANCELED')
      and n.total <> case o.status when 'CANCELED' then o.amount
        else o.amount - (${receivedByLedger} - ${lateRefunded} - ${proratedRefunded}) - ${owed} end`,
  "invoice-gap": ({
    yearGone,
  }) => sql`select s.network_id as "networkId", ${ofNone}, format('%s %s %s', s.series, s.year, missing) as subject,
      format('number %s of %s %s is missing', missing, s.series, s.year) as found
    from ${series} s cross join lateral generate_series(1, s.highest) as missing
    where s.year > ${yearGone} and not exists (select 1 from invoice i where i.network_id = s.network_id and i.series = s.series
      and i.year = s.year and i.sequence = missing)`,
  "invoice-number-twice": () => sql`select o.network_id as "networkId", o.id as "orderId", o.number as "orderNumber",
      i.number as subject, format('%s is on %s invoices', i.number, d.times) as found
    from (select network_id, series, year, sequence, count(*) as times, (array_agg(id))[1] as one from invoice
      group by 1, 2, 3, 4 having count(*) > 1
      union all select network_id, series, min(year), min(sequence), count(*), (array_agg(id))[1] from invoice
      where order_refund_id is null group by network_id, series, order_id having count(*) > 1) d
    join invoice i on i.id = d.one join orders o on o.id = i.order_id`,
  "invoice-counter-wrong": ({ yearGone }) => sql`select coalesce(s.network_id, c.network_id) as "networkId", ${ofNone},
      format('%s %s', coalesce(s.series, c.series), coalesce(s.year, c.year)) as subject,
      format('the counter is at %s, the last number is %s', coalesce(c.last, 0), coalesce(s.highest, 0)) as found
    from ${series} s full join invoice_counter c on c.network_id = s.network_id and c.series = s.series and c.year = s.year
    where c.last is distinct from s.highest and coalesce(s.year, c.year) > ${yearGone}`,
  "tickets-missing": () => sql`select ${ofOrder}, l.id::text as subject,
      format('%s of %s tickets for %s', count(t.id), l.quantity, l.name) as found
    from order_line l join orders o on o.id = l.order_id left join ticket t on t.order_line_id = l.id
      and t.status not in ('moved', 'transferred')
    where o.completed_at is not null and l.kind <> 'shipping'
      and (l.support = 'DEMATERIALIZED' or (l.support = 'MEDIA' and l.card_id is not null))
    group by o.id, l.id having count(t.id) < l.quantity`,
  "tickets-too-many": () => sql`select ${ofOrder}, l.id::text as subject,
      format('%s tickets for %s × %s of an order that is %s', count(t.id), l.quantity, l.name, o.status) as found
    from order_line l join orders o on o.id = l.order_id join ticket t on t.order_line_id = l.id
      and t.status not in ('moved', 'transferred')
    group by o.id, l.id having count(t.id) > case when o.completed_at is null then 0 else l.quantity end`,
};

/** Transport cards: tickets on a blocked card are blocked, none are left on a replaced card, and every paid card is made. */
const cardChecks: Partial<Record<DifferenceKind, Check>> = {
  "ticket-not-blocked": () => sql`select ${ofOrder}, t.id::text as subject,
      format('the ticket is %s on a blocked card', t.status) as found
    from ticket t join orders o on o.id = t.order_id join transport_card c on c.id = t.card_id
    where c.status = 'blocked' and t.status in ('pending', 'active')`,
  "unpaid-not-suspended": () => sql`select ${ofOrder}, t.id::text as subject,
      format('the ticket is %s, its order suspended since %s', t.status, o.suspended_at) as found
    from ticket t join orders o on o.id = t.order_id
    where o.suspended_at is not null and o.status = 'REGULARIZATION' and t.status in ('pending', 'active')`,
  "suspended-though-paid": () => sql`select ${ofOrder}, t.id::text as subject,
      format('the ticket is blocked as unpaid, its order is %s', o.status) as found
    from ticket t join orders o on o.id = t.order_id
    where t.status = 'blocked' and 'unpaid' = any(t.blocked_for) and o.status <> 'REGULARIZATION'`,
  "unsettled-not-held": () => sql`select ${ofOrder}, t.id::text as subject, t.status as found
    from ticket t join orders o on o.id = t.order_id join settlement_hold h on h.order_id = o.id
    where h.held_at is not null and h.settled_at is null and t.status in ('pending', 'active')`,
  "held-though-settled": () => sql`select ${ofOrder}, t.id::text as subject, 'the ticket is blocked' as found
    from ticket t join orders o on o.id = t.order_id left join settlement_hold h on h.order_id = o.id
    where t.status = 'blocked' and 'unsettled' = any(t.blocked_for) and (h.held_at is null or h.settled_at is not null)`,
  "ticket-left-behind": () => sql`select ${ofOrder}, t.id::text as subject,
      format('the ticket is %s on a card that was replaced', t.status) as found
    from ticket t join orders o on o.id = t.order_id join transport_card c on c.id = t.card_id
    where c.replaced_by is not null and t.status in ('pending', 'active', 'blocked')`,
  "ticket-moved-nowhere": () => sql`select ${ofOrder}, t.id::text as subject, 'none on the new card' as found
    from ticket t join orders o on o.id = t.order_id
    where t.status = 'moved' and not exists (select from ticket n where n.moved_from = t.id)`,
  "card-not-made": () => sql`select ${ofOrder}, l.id::text as subject,
      format('%s is %s and no card was made', l.name, l.process_status) as found
    from order_line l join orders o on o.id = l.order_id
    where l.card_work is not null and l.process_status <> 'TO_PROCESS' and l.made_card_id is null and o.erased_at is null`,
};

/** Disputes: their losses, and the tickets that they suspended. */
const disputeChecks: Partial<Record<DifferenceKind, Check>> = {
  "dispute-loss-wrong": () => sql`select ${ofOrder}, d.reference as subject,
      format('the dispute is %s, %s withdrawn and %s lost', d.state, w.amount, l.amount) as found
    from dispute d join orders o on o.id = d.order_id
      cross join lateral (select coalesce(-sum(e.amount), 0) as amount from ledger_entry e where e.order_id = o.id
        and e.side = 'provider' and starts_with(e.movement, 'dispute:' || d.payment_id || ':' || d.id || ':')) w
      cross join lateral (select coalesce(sum(e.amount), 0) as amount from ledger_entry e where e.order_id = o.id
        and e.side = 'losses' and starts_with(e.movement, 'dispute-loss:' || d.id || ':')) l
    where l.amount <> case when d.state = 'lost' then greatest(w.amount, 0) else 0 end`,
  "disputed-not-suspended": () => sql`select ${ofOrder}, t.id::text as subject,
      format('the ticket is %s, its order has a dispute', t.status) as found
    from ticket t join orders o on o.id = t.order_id where t.status in ('pending', 'active')
      and exists (select from dispute d where d.order_id = o.id and d.tickets <> 'usable')`,
  "suspended-undisputed":
    () => sql`select ${ofOrder}, t.id::text as subject, 'the ticket is blocked as disputed' as found
    from ticket t join orders o on o.id = t.order_id where t.status = 'blocked' and 'disputed' = any(t.blocked_for)
      and not exists (select from dispute d where d.order_id = o.id and d.tickets = 'suspended')`,
};

/** Orders and the e-mails that they caused. */
const orderMails = sql`(select o.*, coalesce(m.confirmations, 0) as confirmations, coalesce(m.notices, 0) as notices,
    exists (select 1 from order_event e where e.order_id = o.id and (e.event = 'refunded-late-capture'
      or (e.event = 'refunded-outside' and (e.detail ->> 'cancels')::boolean))) as refunded
  from (select * from orders where erased_at is null) o left join (select m.network_id, m.contents ->> 'orderId' as order_id,
      count(*) filter (where m.template = 'order-confirmation') as confirmations,
      count(*) filter (where m.template = 'order-refunded') as notices
    from mail m where m.template in ('order-confirmation', 'order-refunded') group by 1, 2) m
  on m.network_id = o.network_id and m.order_id = o.id::text) o`;

const mailChecks: Partial<Record<DifferenceKind, Check>> = {
  "mail-missing": ({ mailsSince }) => sql`select ${ofOrder}, o.id::text as subject,
      case when o.refunded and o.notices = 0 then 'no refund notice was queued' else 'no confirmation was queued' end as found
    from ${orderMails} where o.created_at >= ${mailsSince}
      and ((o.completed_at is not null and o.confirmations = 0 and coalesce(o.invoice_email, o.customer ->> 'email') <> '') or (o.refunded and o.notices = 0))`,
  "mail-twice": () => sql`select ${ofOrder}, o.id::text as subject,
      format('%s confirmations and %s refund notices', o.confirmations, o.notices) as found
    from ${orderMails} where o.confirmations > (o.completed_at is not null)::integer or o.notices > o.refunded::integer`,
};

const checks = Object.entries({
  ...cardChecks,
  ...disputeChecks,
  ...subscriptionChecks,
  ...moneyChecks,
  ...partChecks,
  ...orderChecks,
  ...documentChecks,
  ...ticketChecks,
  ...mailChecks,
  ...compensationChecks,
  ...counterChecks,
  ...closedMonthChecks,
  ...settlementChecks,
  ...refundChecks,
}) as [DifferenceKind, Check][];

/** Finds the differences within our own books, of every kind unless `kinds` names some. */
export async function differencesInBooks(tx: Tx, bounds: Bounds, kinds?: readonly DifferenceKind[]): Promise<Found[]> {
  const all: Found[] = [];
  for (const [kind, check] of checks) {
    if (kinds?.includes(kind) === false) continue;
    const rows = (await sql<Omit<Found, "kind">>`${check(bounds)} order by "orderNumber", subject`.execute(tx)).rows;
    all.push(...rows.map((row) => ({ kind, ...row })));
  }
  return all;
}
