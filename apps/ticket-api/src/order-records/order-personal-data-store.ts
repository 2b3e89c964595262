import { Id, Instant } from "@guichet/contract/values.ts";
import { sql } from "kysely";
import { z } from "zod";
import type { Database, Tx } from "../database/database.ts";
import { omissionReasons, personalDataSource } from "../personal-data/personal-data-source.ts";

const Named = z.record(z.string(), z.unknown());
const LineKept = z.strictObject({
  orderId: Id,
  kind: z.string(),
  shopItemId: Id,
  productId: Id,
  name: z.string(),
  quantity: z.int(),
  unitAmount: z.int(),
  discountAmount: z.int(),
  totalAmount: z.int(),
  vatRate: z.number(),
  travellerId: Id.nullable(),
  traveller: Named.nullable(),
  support: z.string().nullable(),
  cardId: z.string().nullable(),
  replacesCardId: Id.nullable(),
  madeCardId: Id.nullable(),
  startingAt: Instant.nullable(),
  fields: Named,
  journey: Named.nullable(),
  processStatus: z.string(),
});
const OrderKept = z.strictObject({
  orderId: Id,
  number: z.string(),
  status: z.string(),
  origin: z.string(),
  amount: z.int().describe("In the smallest unit of the currency"),
  currency: z.string(),
  paymentMethod: z.string().nullable(),
  installments: z.int(),
  installmentPeriod: z.string().nullable(),
  subscriptionId: Id.nullable(),
  placedBy: Id.nullable(),
  language: z.string(),
  customer: Named,
  delivery: Named.nullable(),
  collect: Named.nullable(),
  tracking: Named.nullable(),
  vouchers: z.array(z.string()),
  invoiceEmail: z.string().nullable(),
  createdAt: Instant,
  completedAt: Instant.nullable(),
  canceledAt: Instant.nullable(),
  consents: Named.nullable().describe("What was agreed to when it was placed"),
});
const EventKept = z.strictObject({ orderId: Id, at: Instant, event: z.string(), detail: Named.nullable() });
const InvoiceKept = z.strictObject({
  orderId: Id,
  series: z.string(),
  number: z.string(),
  issuedAt: Instant,
  contents: Named,
});

/** Orders stay in the books without personal data; their invoices are archived unchanged, as the law requires. */
export const ordersOfPerson = personalDataSource({
  tables: {
    orders: {
      stays: [
        "id network_id number status origin client_id amount currency payment_method paid_at_counter installments installment_period language vouchers",
        "created_at expires_at completed_at canceled_at erased_at subscription_id suspended_at consents guest_links_from",
      ].flatMap((names) => names.split(" ")),
      emptied:
        "account_id placed_by idempotency_key cart_digest customer delivery collect tracking invoice_email return_url".split(
          " ",
        ),
    },
    unpaid_hold: "goes",
    order_line: {
      stays: [
        "id network_id order_id position kind shop_item_id product_id article name quantity unit_amount discount_amount",
        "total_amount vat_rate support starting_at process_status card_work",
      ].flatMap((names) => names.split(" ")),
      emptied: ["traveller_id", "traveller", "card_id", "replaces_card_id", "made_card_id", "fields", "journey"],
    },
    order_event: { stays: ["id", "network_id", "order_id", "at", "event"], emptied: ["detail"] },
    invoice: {
      stays:
        "id network_id series year sequence number order_id order_refund_id contents pdf issued_at archived_at".split(
          " ",
        ),
      emptied: [],
    },
  },
  leftOut: {
    orders: {
      [omissionReasons.rowKey]: "client_id idempotency_key cart_digest",
      [omissionReasons.processing]: "expires_at return_url erased_at paid_at_counter",
    },
    order_line: {
      [omissionReasons.rowKey]: "id position",
      [omissionReasons.processing]: "card_work",
      "the operator's article as it was sold": "article",
    },
    unpaid_hold: { "gone within half an hour": "order_id address agency_id vouchers taken_at" },
    order_event: { [omissionReasons.rowKey]: "id" },
    invoice: {
      [omissionReasons.rowKey]: "id year sequence order_refund_id",
      [omissionReasons.processing]: "archived_at",
      "the document itself is in the archive": "pdf",
    },
  },
  shape: z.strictObject({
    orders: z.array(OrderKept),
    lines: z.array(LineKept),
    history: z.array(EventKept),
    invoices: z.array(InvoiceKept),
  }),
  read: async (db, { networkId, accountId }) => {
    const own = sql`o.network_id = ${networkId} and o.account_id = ${accountId}`;
    const orders = await sql<z.infer<typeof OrderKept>>`
      select id as "orderId", number, status, origin, amount, currency, payment_method as "paymentMethod", installments,
        installment_period as "installmentPeriod", subscription_id as "subscriptionId", placed_by as "placedBy",
        language, customer, delivery, collect, tracking, vouchers, invoice_email as "invoiceEmail", created_at as "createdAt",
        completed_at as "completedAt", canceled_at as "canceledAt", consents
      from orders o where ${own} order by created_at, id`.execute(db);
    const lines = await sql<z.infer<typeof LineKept>>`
      select l.order_id as "orderId", l.kind, l.shop_item_id as "shopItemId", l.product_id as "productId", l.name, l.quantity, l.unit_amount as "unitAmount",
        l.discount_amount as "discountAmount", l.total_amount as "totalAmount", l.vat_rate::float8 as "vatRate", l.traveller_id as "travellerId",
        l.traveller, l.support, l.card_id as "cardId", l.replaces_card_id as "replacesCardId",
        l.made_card_id as "madeCardId", l.starting_at as "startingAt", l.fields, l.journey,
        l.process_status as "processStatus"
      from order_line l join orders o on o.id = l.order_id where ${own} order by o.created_at, o.id, l.position`.execute(
      db,
    );
    const history = await sql<z.infer<typeof EventKept>>`
      select e.order_id as "orderId", e.at, e.event, e.detail
      from order_event e join orders o on o.id = e.order_id where ${own} order by e.id`.execute(db);
    const invoices = await sql<z.infer<typeof InvoiceKept>>`
      select i.order_id as "orderId", i.series, i.number, i.issued_at as "issuedAt", i.contents
      from invoice i join orders o on o.id = i.order_id where ${own} order by i.issued_at, i.number`.execute(db);
    return { orders: orders.rows, lines: lines.rows, history: history.rows, invoices: invoices.rows };
  },
  erase: async (tx, { networkId, accountId }, at) => {
    const own = sql`(select id from orders where network_id = ${networkId} and account_id = ${accountId})`;
    await sql`delete from unpaid_hold where network_id = ${networkId} and account_id = ${accountId}`.execute(tx);
    await sql`update order_line set journey = null, traveller_id = null, traveller = null, card_id = null,
        replaces_card_id = null, made_card_id = null, fields = '{}'
      where order_id in ${own}`.execute(tx);
    await sql`update order_event set detail = null where order_id in ${own} and detail is not null`.execute(tx);
    await sql`update invoice set archived_at = ${at} where order_id in ${own} and archived_at is null`.execute(tx);
    await sql`update orders set account_id = null, placed_by = null, erased_at = ${at}, idempotency_key = null, cart_digest = '',
        customer = null, delivery = null, collect = null, tracking = null, invoice_email = null, return_url = null
      where network_id = ${networkId} and account_id = ${accountId}`.execute(tx);
  },
});

/** Lists the orders of an account that are still open. */
export async function openOrdersOf(
  db: Database | Tx,
  networkId: string,
  accountId: string,
): Promise<{ id: string; number: string }[]> {
  const found = await sql<{ id: string; number: string }>`select id, number from orders
    where network_id = ${networkId} and account_id = ${accountId} and status in ('PENDING', 'PROCESSING', 'ERROR')
    order by created_at limit 100`.execute(db);
  return found.rows;
}

/** Moves the finished orders of a guest to an account and names its holder; returns how many stay behind. */
export async function moveOrdersToAccount(
  tx: Tx,
  { networkId, from, to, holderId }: { networkId: string; from: string; to: string; holderId: string },
): Promise<{ given: string[]; left: number }> {
  const moved = await sql<{ id: string }>`update orders set account_id = ${to}
    where network_id = ${networkId} and account_id = ${from} and status not in ('PENDING', 'PROCESSING', 'ERROR')
    returning id`.execute(tx);
  const ids = moved.rows.map(({ id }) => id);
  await sql`update order_line set traveller_id = ${holderId}
    where order_id = any(${ids}::uuid[]) and traveller_id is not null`.execute(tx);
  const left = await sql<{ count: number }>`select count(*) as count from orders
    where network_id = ${networkId} and account_id = ${from}`.execute(tx);
  return { given: ids, left: left.rows[0]?.count ?? 0 };
}

/** Deletes archived documents of earlier years, which the law no longer requires. */
export async function dropArchivedInvoices(db: Database, beforeYear: number): Promise<number> {
  const dropped = await sql`delete from invoice where archived_at is not null and year < ${beforeYear}`.execute(db);
  return Number(dropped.numAffectedRows ?? 0n);
}
