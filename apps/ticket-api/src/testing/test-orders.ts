import { sql } from "kysely";
import type { Dependencies } from "../dependencies.ts";

type Deps = Pick<Dependencies, "db" | "ids">;

/** A line of a stored order. Minor units. */
export interface StoredLine {
  productId?: string;
  quantity?: number;
  amount?: number;
  support?: string;
  processStatus?: string;
  cardWork?: string | null;
}

/** An order as it is stored; by default completed, of one euro and a half, by card in the shop. Minor units. */
export interface StoredOrder {
  network?: string;
  status?: string;
  amount?: number;
  paymentMethod?: string | null;
  client?: string;
  origin?: string;
  /** null: it was never completed. */
  completedAt?: string | null;
  collectFrom?: string;
  lines?: readonly StoredLine[];
}

/** Inserts an order without its tickets, invoice and ledger, for tests that count orders in any state; returns its id. */
export async function storeOrder({ db, ids }: Deps, accountId: string, at: string, order: StoredOrder = {}) {
  const id = ids.uuid();
  const { network = "north", lines = [{}], completedAt = at, amount = 150, paymentMethod = "CARD" } = order;
  const collect = order.collectFrom === undefined ? null : JSON.stringify({ startsAt: order.collectFrom });
  await sql`insert into orders (id, network_id, account_id, number, status, origin, client_id, cart_digest, amount, currency,
      payment_method, paid_at_counter, language, customer, collect, created_at, expires_at, completed_at)
    values (${id}, ${network}, ${accountId}, ${id}, ${order.status ?? "COMPLETED"}, ${order.origin ?? "ESHOP"},
      ${order.client ?? "shop"}, ${id}, ${amount}, 'EUR', ${paymentMethod}, ${["CASH", "DEPOSIT"].includes(paymentMethod ?? "")}, 'fr', '{}', ${collect}, ${at}, ${at}, ${completedAt})`.execute(
    db,
  );
  for (const [position, line] of lines.entries()) {
    const { productId = "single", quantity = 1, amount: lineAmount = amount, support = "DEMATERIALIZED" } = line;
    const kind = productId === "shipping" ? "shipping" : "article";
    await sql`insert into order_line (id, network_id, order_id, position, kind, shop_item_id, product_id, article, name,
        quantity, unit_amount, discount_amount, total_amount, vat_rate, support, process_status, card_work)
      values (${ids.uuid()}, ${network}, ${id}, ${position}, ${kind}, ${productId}, ${productId}, '{}', ${productId}, ${quantity},
        ${lineAmount}, ${lineAmount * quantity - lineAmount}, ${lineAmount}, 10, ${support}, ${line.processStatus ?? "TO_PROCESS"},
        ${line.cardWork ?? null})`.execute(db);
  }
  return id;
}

/** An attempt to pay an order as it is stored; by default on the payment page, and captured. */
export interface StoredPayment {
  network?: string;
  status?: string;
  kind?: string;
  amount?: number;
  installment?: number;
}

/** Inserts an attempt to pay an order; returns its id. */
export async function storePayment({ db, ids }: Deps, orderId: string, at: string, payment: StoredPayment = {}) {
  const id = ids.uuid();
  const { network = "north", status = "captured", kind = "page", amount = 150, installment = 1 } = payment;
  await sql`insert into payment (id, network_id, order_id, status, kind, amount, currency, asked, installment, created_at)
    values (${id}, ${network}, ${orderId}, ${status}, ${kind}, ${amount}, 'EUR', '{}', ${installment}, ${at})`.execute(
    db,
  );
  return id;
}
