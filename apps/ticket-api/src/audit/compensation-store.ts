import { sql } from "kysely";

/** Compensation campaigns: each compensation has the refund and the voucher that it says, and a running campaign has a job. */
export const compensationChecks = {
  "compensation-wrong":
    () => sql`select o.network_id as "networkId", o.id as "orderId", o.number as "orderNumber", p.id::text as subject,
      format('%s refunded and a voucher of %s, of %s; the refund is %s, the voucher %s', p.refunded_amount, p.voucher_amount, p.amount,
        coalesce(r.amount, 0), coalesce(v.definition ->> 'amount', '0')) as found
    from compensation p join orders o on o.id = p.order_id
      left join order_refund r on r.id = p.id and r.order_id = p.order_id and r.status = 'approved'
      left join voucher v on v.network_id = p.network_id and v.compensation_id = p.id and v.code is not distinct from p.voucher_code
    where p.refunded_amount <> coalesce(r.amount, 0) or p.voucher_amount <> coalesce((v.definition ->> 'amount')::integer, 0)`,
  "compensation-forgotten":
    () => sql`select c.network_id as "networkId", null::uuid as "orderId", null::text as "orderNumber",
      c.id::text as subject, format('%s compensations are pending, and no job pays them', count(*)) as found
    from compensation_campaign c join compensation p on p.campaign_id = c.id and p.status = 'pending'
    where c.status = 'running' and not exists (select from due_work w where w.kind = 'compensation' and w.given_up_at is null
      and w.payload ->> 'campaignId' = c.id::text)
    group by c.id`,
};
