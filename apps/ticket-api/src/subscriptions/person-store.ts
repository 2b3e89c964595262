import { Day, Id, Instant } from "@guichet/contract/values.ts";
import { sql } from "kysely";
import { z } from "zod";
import { personRoom } from "../accounts/person-room.ts";

const SubscriptionKept = z.strictObject({
  subscriptionId: Id,
  travellerId: Id,
  status: z.string(),
  shopItemId: Id,
  interval: z.string(),
  method: z.string(),
  anchorOn: Day,
  startsAt: Instant,
  endsAt: Instant,
  blockReason: z.string().nullable(),
  endReason: z.string().nullable(),
  createdAt: Instant,
  cancelledAt: Instant.nullable(),
  terminatedAt: Instant.nullable(),
  orders: z.array(Id).describe("Of its periods, the first one first"),
});

/** Subscriptions go with the person: what was ordered and paid stands in the orders, which stay for the books. */
export const subscriptionsOfPerson = personRoom({
  tables: { subscription: "goes", subscription_period: "goes" },
  shape: z.array(SubscriptionKept),
  read: async (db, { networkId, accountId }) => {
    const found = await sql<z.infer<typeof SubscriptionKept>>`
      select id as "subscriptionId", traveller_id as "travellerId", status, shop_item_id as "shopItemId",
        renewal_interval as "interval", method, anchor_on as "anchorOn", starts_at as "startsAt", ends_at as "endsAt",
        block_reason as "blockReason", end_reason as "endReason", created_at as "createdAt",
        cancelled_at as "cancelledAt", terminated_at as "terminatedAt",
        array(select p.order_id from subscription_period p where p.subscription_id = s.id order by p.position) as orders
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
