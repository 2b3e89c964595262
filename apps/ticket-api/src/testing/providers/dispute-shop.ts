import { sql } from "kysely";
import { bookDispute } from "../../payments/disputes/book-dispute.ts";
import type { Shop } from "../test-purchase.ts";
import { openShopAt, stripeShop } from "./provider-shops.ts";

/** A shop at the stand-in of Stripe, with the network `north` and one, `lenient`, whose tickets a dispute leaves alone. */
export const openDisputeShop = (articles: unknown[]): Promise<Shop> =>
  openShopAt(stripeShop, articles, [
    {},
    { id: "lenient", network: { disputes: { untilDecided: "keep", whenLost: "keep" } } },
  ]);

/** Disputes a payment as its cardholder; `session` is the provider's. */
export const dispute = (
  shop: Shop,
  session: string,
  asked: { reason?: string; amount?: number; inquiry?: boolean } = {},
): Promise<void> => send(shop, "/payment/stripe/disputes", { session, ...asked });

/** Decides a dispute as the bank does; `reference` is the provider's. */
export const decide = (shop: Shop, reference: string, outcome: "won" | "lost" | "escalated"): Promise<void> =>
  send(shop, `/payment/stripe/disputes/${reference}/decide`, { outcome });

async function send(shop: Shop, path: string, body: object): Promise<void> {
  const response = await fetch(new URL(path, shop.sandbox.url), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
}

/** Books every dispute in its current state, as a reconciliation from the beginning does. */
export async function settleDisputes({ api: { deps } }: Shop): Promise<void> {
  for (let cursor: string | undefined, more = true; more; ) {
    const at = deps.clock.iso();
    const page = await deps.payments.at("stripe/main").listSince(cursor);
    for (const found of page.disputes ?? []) await bookDispute(deps, "stripe/main", found, at);
    ({ cursor, more } = page);
  }
}

/** The first dispute of an order in our books. */
export async function disputeOfOrder({ api }: Shop, orderId: string): Promise<{ id: string; reference: string }> {
  const found = await sql<{ id: string; reference: string }>`select id, reference from dispute
    where order_id = ${orderId} order by opened_at limit 1`.execute(api.deps.db);
  const [row] = found.rows;
  if (row === undefined) throw new Error(`no dispute of order ${orderId}`);
  return row;
}

/** The balance of each account of the ledger for one order, in minor units; accounts at zero are left out. */
export async function ledgerOf({ api }: Shop, orderId: string): Promise<Record<string, number>> {
  const found = await sql<{ side: string; amount: number }>`select side, sum(amount)::float8 as amount from ledger_entry
    where order_id = ${orderId} group by side having sum(amount) <> 0`.execute(api.deps.db);
  return Object.fromEntries(found.rows.map(({ side, amount }) => [side, amount]));
}
