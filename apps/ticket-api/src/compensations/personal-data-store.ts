import { Id, Instant } from "@guichet/contract/values.ts";
import { sql } from "kysely";
import { z } from "zod";
import { omissionReasons, personalDataSource } from "../personal-data/personal-data-source.ts";

const CompensationKept = z.strictObject({
  campaign: z.string(),
  orderId: Id,
  ticketId: Id,
  articleId: z.string(),
  name: z.string(),
  days: z.int(),
  amount: z.int().describe("In the smallest unit of the currency"),
  currency: z.string(),
  status: z.string(),
  refundedAmount: z.int(),
  voucherAmount: z.int(),
  voucherCode: z.string().nullable(),
  problem: z.string().nullable(),
  doneAt: Instant.nullable(),
});

/** Compensations stay in the books, and name nobody; one that is still pending is skipped when its turn comes. */
export const compensationsOfPerson = personalDataSource({
  tables: {
    compensation: {
      stays: [
        "id network_id campaign_id ticket_id order_id article_id name days amount currency status refunded_amount",
        "voucher_amount voucher_code problem attempts done_at",
      ].flatMap((names) => names.split(" ")),
      emptied: [],
    },
  },
  leftOut: {
    compensation: {
      [omissionReasons.rowKey]: "id campaign_id",
      [omissionReasons.processing]: "attempts",
    },
  },
  shape: z.array(CompensationKept),
  read: async (db, { networkId, accountId }) => {
    const found = await sql<z.infer<typeof CompensationKept>>`
      select c.name as campaign, p.order_id as "orderId", p.ticket_id as "ticketId", p.article_id as "articleId", p.name, p.days,
        p.amount, p.currency, p.status, p.refunded_amount as "refundedAmount", p.voucher_amount as "voucherAmount",
        p.voucher_code as "voucherCode", p.problem, p.done_at as "doneAt"
      from compensation p join compensation_campaign c on c.id = p.campaign_id join orders o on o.id = p.order_id
      where o.network_id = ${networkId} and o.account_id = ${accountId} order by c.started_at, p.id`.execute(db);
    return found.rows;
  },
  erase: async () => undefined,
});
