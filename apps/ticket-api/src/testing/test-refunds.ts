import { sql } from "kysely";
import { testArticle } from "./test-pack.ts";
import type { TestPerson } from "./test-people.ts";
import { orderOf, type Shop } from "./test-purchase.ts";

/** Articles with a refund policy of each kind. */
export const refundableArticles = [
  testArticle({ id: "single", price: 150, refund: { basis: "unused" } }),
  testArticle({ id: "carnet", price: 1200, trips: 10, refund: { basis: "used-value", usedPrices: { trip: 150 } } }),
  testArticle({ id: "final", price: 500 }),
  testArticle({ id: "parking", price: 50, vatRate: 20, refund: { basis: "unused" } }),
  testArticle({
    id: "month",
    price: 6000,
    vatRate: 20,
    validity: { from: "start", duration: "P30D" },
    pivot: { type: "DAY_PIVOT", value: 0, proposals: 30 },
    refund: { basis: "remaining-days", fee: 500, feePercent: 5, feesByDay: [{ untilDay: -7 }], lockedLastDays: 2 },
  }),
];

/** One line of an order: an article and how many of it. */
export type OrderedArticle = readonly [productId: string, quantity?: number, more?: Record<string, unknown>];

/** Places an order of these articles by card, with more values of the call, and pays it; returns its id and its provider's session. */
export async function bought(
  shop: Shop,
  person: TestPerson & { network?: string },
  total: number,
  ...rest: (OrderedArticle | Record<string, unknown>)[]
) {
  const articles = rest.filter((one): one is OrderedArticle => Array.isArray(one));
  const values: Record<string, unknown> = Object.assign({}, ...rest.filter((one) => !Array.isArray(one)));
  const order = { ...orderOf(person, total), ...values };
  const lines = articles.flatMap(([productId, quantity = 1, more = {}]) =>
    order.articles.map((line) => ({ ...line, productId, quantity, ...more })),
  );
  const idempotencyKey = crypto.randomUUID();
  const asking = { token: person.token, network: person.network };
  const placed = await shop.api.call("placeOrder", { ...order, articles: lines }, { ...asking, idempotencyKey });
  if (!placed.body.paymentUrl) throw new Error(`not placed: ${JSON.stringify(placed.body)}`);
  await shop.pay(placed.body.paymentUrl);
  await shop.api.call("acknowledgePayment", { orderId: placed.body.orderId }, asking);
  const session = new URL(placed.body.paymentUrl).pathname.split("/").at(-1) ?? "";
  return { orderId: placed.body.orderId, session };
}

/** What a refund has left behind: tickets by state, credit notes, e-mails, refunds at the provider, and the order's state. */
export async function traces(shop: Shop, orderId: string) {
  const { db } = shop.api.deps;
  const { rows } = await sql<{ status: string; tickets: string[]; notes: number[]; emails: number; events: string[] }>`
    select o.status, array(select status from ticket where order_id = o.id order by status) as tickets,
      array(select (contents #>> '{total,amount}')::integer from invoice where order_id = o.id and series = 'credit-note'
        order by year, sequence) as notes,
      (select count(*)::integer from mail where template = 'refund-made' and contents ->> 'orderId' = o.id::text) as emails,
      array(select event from order_event where order_id = o.id order by id) as events
    from orders o where o.id = ${orderId}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error(`no order ${orderId}`);
  const sent = (await shop.ledger(orderId))
    .filter(({ kind }) => kind === "refund")
    .map(({ amount }) => amount.amount)
    .toSorted((a, b) => a - b);
  return { ...row, sent };
}

/** What the invoice or all credit notes of an order state for each VAT rate, in minor units, the lowest rate first. */
export async function vatSums(shop: Shop, orderId: string, series: "invoice" | "credit-note") {
  const { rows } = await sql<{ rate: number; gross: number; vat: number }>`
    select (share ->> 'rate')::float as rate, sum((share #>> '{gross,amount}')::integer)::integer as gross,
      sum((share #>> '{vat,amount}')::integer)::integer as vat
    from invoice, jsonb_array_elements(contents -> 'vat') share
    where order_id = ${orderId} and series = ${series} group by 1 order by 1`.execute(shop.api.deps.db);
  return rows;
}

/** Lets the refund that a session made last fail, as the bank of its card does days after it was accepted. */
export async function failRefund({ sandbox }: Pick<Shop, "sandbox">, session: string): Promise<void> {
  const url = new URL(`/payment/sessions/${session}/fail-refund`, sandbox.url);
  const headers = { "content-type": "application/json" };
  const { ok, status } = await fetch(url, { method: "POST", headers, body: "{}" });
  if (!ok) throw new Error(`no refund of ${session} can fail: ${status}`);
}
