import { Id, Instant } from "@guichet/contract/values.ts";
import { sql } from "kysely";
import { z } from "zod";
import { personRoom } from "../accounts/person-room.ts";

const PaymentKept = z.strictObject({
  orderId: Id,
  status: z.string(),
  amount: z.int().describe("In the smallest unit of the currency"),
  currency: z.string(),
  method: z.record(z.string(), z.unknown()).nullable().describe("What the provider says of it: brand, last digits"),
  createdAt: Instant,
  settledAt: Instant.nullable(),
});

/** Payments and the ledger stay for the books: amounts, instants, and the provider's own number of the session. */
export const paymentsOfPerson = personRoom({
  tables: {
    payment: {
      stays: "id network_id order_id status amount currency provider_session refund_reference created_at settled_at".split(
        " ",
      ),
      emptied: ["asked", "pay_url", "method"],
    },
    ledger_entry: { stays: "movement side network_id order_id amount currency at".split(" "), emptied: [] },
  },
  shape: z.array(PaymentKept),
  read: async (db, { networkId, accountId }) => {
    const found = await sql<z.infer<typeof PaymentKept>>`
      select p.order_id as "orderId", p.status, p.amount, p.currency, p.method, p.created_at as "createdAt",
        p.settled_at as "settledAt"
      from payment p join orders o on o.id = p.order_id
      where o.network_id = ${networkId} and o.account_id = ${accountId} order by p.created_at, p.id`.execute(db);
    return found.rows;
  },
  erase: async (tx, { networkId, accountId }) => {
    await sql`update payment set asked = '{}', pay_url = null, method = null
      where order_id in (select id from orders where network_id = ${networkId} and account_id = ${accountId})`.execute(tx);
  },
});
