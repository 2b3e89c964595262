import { Day, Id, Instant } from "@guichet/contract/values.ts";
import { sql } from "kysely";
import { z } from "zod";
import { instantInJson } from "../database/json.ts";
import { omissionReasons, personalDataSource } from "../personal-data/personal-data-source.ts";

const SubscriptionKept = z.strictObject({
  subscriptionId: Id,
  travellerId: Id,
  status: z.string(),
  shopItemId: Id,
  productId: Id,
  interval: z.string(),
  method: z.string(),
  paymentMethodId: Id.nullable(),
  mandateId: Id.nullable(),
  anchorOn: Day,
  startsAt: Instant,
  endsAt: Instant,
  announcedAmount: z.int().nullable().describe("Of the next renewal, in the smallest unit of the currency"),
  announcedAt: Instant.nullable(),
  blockReason: z.string().nullable(),
  suspendedAt: Instant.nullable(),
  endReason: z.string().nullable(),
  createdAt: Instant,
  cancelledAt: Instant.nullable(),
  terminatedAt: Instant.nullable(),
  chosenEndOn: Day.nullable(),
  chosenEndAt: Instant.nullable(),
  periods: z.array(
    z.strictObject({
      position: z.int(),
      orderId: Id,
      startsAt: Instant,
      endsAt: Instant,
      refusedAt: Instant.nullable(),
      leftOn: Day.nullable(),
    }),
  ),
});

/** Subscriptions are erased with the person: orders and payments stay in the books. */
export const subscriptionsOfPerson = personalDataSource({
  tables: { subscription: "goes", subscription_period: "goes" },
  leftOut: {
    subscription: { [omissionReasons.processing]: "announced_position warned_method_id" },
    subscription_period: { [omissionReasons.processing]: "tries noticed_at" },
  },
  shape: z.array(SubscriptionKept),
  read: async (db, { networkId, accountId }) => {
    const found = await sql<z.infer<typeof SubscriptionKept>>`
      select id as "subscriptionId", traveller_id as "travellerId", status, shop_item_id as "shopItemId",
        product_id as "productId", renewal_interval as "interval", method, payment_method_id as "paymentMethodId",
        mandate_id as "mandateId", announced_amount as "announcedAmount", announced_at as "announcedAt",
        suspended_at as "suspendedAt", anchor_on as "anchorOn", starts_at as "startsAt", ends_at as "endsAt",
        block_reason as "blockReason", end_reason as "endReason", created_at as "createdAt",
        cancelled_at as "cancelledAt", terminated_at as "terminatedAt", chosen_end_on as "chosenEndOn",
        chosen_end_at as "chosenEndAt",
        coalesce((select json_agg(json_build_object('position', p.position, 'orderId', p.order_id,
            'startsAt', ${instantInJson(sql`p.starts_at`)}, 'endsAt', ${instantInJson(sql`p.ends_at`)},
            'refusedAt', ${instantInJson(sql`p.refused_at`)}, 'leftOn', p.left_on) order by p.position)
          from subscription_period p where p.subscription_id = s.id), '[]') as periods
      from subscription s where network_id = ${networkId} and account_id = ${accountId} order by created_at, id`.execute(
      db,
    );
    return found.rows;
  },
  erase: async (tx, { networkId, accountId }) => {
    await sql`delete from subscription_period p using subscription s
      where s.id = p.subscription_id and s.network_id = ${networkId} and s.account_id = ${accountId}`.execute(tx);
    await sql`delete from subscription where network_id = ${networkId} and account_id = ${accountId}`.execute(tx);
  },
});
