import { sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";
import type { ProviderAccount } from "../integrations/payment-providers.ts";

/** A difference between the provider or bank and our books, until it is settled. */
export interface Discrepancy {
  id: string;
  networkId: string;
  /**
   * `answer`: it does not match the request; `refund`: the refunded amount differs; `outside-refund`: it was not
   * requested here; `returned-after-refund`: the bank returned a debit that had been paid back; `failed-refund`: the provider
   * accepted it, and it failed later.
   */
  kind: "answer" | "refund" | "outside-refund" | "returned-after-refund" | "failed-refund";
  orderId: string | null;
  paymentId: string | null;
  /** A registration of a card without a payment. */
  registrationId: string | null;
  providerSession: string | null;
  /** The account of that session; null for a debit. */
  providerAccount: ProviderAccount | null;
  /** The provider's or our own reference of a refund. */
  reference: string | null;
  detail: unknown;
  /** The amount refunded automatically, in minor units. */
  refundAmount: number | null;
  refundCurrency: string | null;
  refundedAt: string | null;
  foundAt: string;
  settledAt: string | null;
  settlement: string | null;
}

const columns = sql`id, network_id as "networkId", kind, order_id as "orderId", payment_id as "paymentId",
  registration_id as "registrationId", provider_session as "providerSession",
  provider_account as "providerAccount", reference, detail, refund_amount as "refundAmount",
  refund_currency as "refundCurrency", refunded_at as "refundedAt", found_at as "foundAt", settled_at as "settledAt", settlement`;

export type NewDiscrepancy = Omit<Discrepancy, "refundedAt" | "settledAt" | "settlement">;

/** Inserts a discrepancy unless it exists already; returns whether it is new. */
export async function insertDiscrepancy(tx: Tx, found: NewDiscrepancy): Promise<boolean> {
  const written =
    await sql`insert into payment_discrepancy (id, network_id, kind, order_id, payment_id, registration_id,
      provider_session, provider_account, reference, detail, refund_amount, refund_currency, found_at)
    values (${found.id}, ${found.networkId}, ${found.kind}, ${found.orderId}, ${found.paymentId}, ${found.registrationId},
      ${found.providerSession}, ${found.providerAccount}, ${found.reference}, ${JSON.stringify(found.detail)},
      ${found.refundAmount}, ${found.refundCurrency}, ${found.foundAt})
    on conflict do nothing returning id`.execute(tx);
  return written.rows.length === 1;
}

export async function readDiscrepancy(db: Database | Tx, id: string): Promise<Discrepancy | undefined> {
  const found = await sql<Discrepancy>`select ${columns} from payment_discrepancy where id = ${id}::uuid`.execute(db);
  return found.rows[0];
}

/** The discrepancies of an order, oldest first. */
export async function discrepanciesOf(db: Database | Tx, orderId: string): Promise<Discrepancy[]> {
  const found = await sql<Discrepancy>`select ${columns} from payment_discrepancy where order_id = ${orderId}
    order by found_at, id`.execute(db);
  return found.rows;
}

/** Counts the discrepancies that are not settled. */
export async function countDiscrepancies(db: Database): Promise<number> {
  const counted = await sql<{ open: number }>`select count(*)::integer as open from payment_discrepancy
    where settled_at is null`.execute(db);
  return counted.rows[0]?.open ?? 0;
}

/** Marks a discrepancy as refunded, which settles it; of two concurrent calls, one succeeds. */
export async function markDiscrepancyRefunded(tx: Tx, id: string, at: string): Promise<boolean> {
  const updated = await sql`update payment_discrepancy set refunded_at = ${at}, settled_at = coalesce(settled_at, ${at})
    where id = ${id} and refunded_at is null returning id`.execute(tx);
  return updated.rows.length === 1;
}

/** Settles an open discrepancy, with a reason; undefined if there is none with this id. */
export async function settleDiscrepancy(
  tx: Tx,
  { id, settlement, at }: { id: string; settlement: string; at: string },
): Promise<Discrepancy | undefined> {
  const settled = await sql<Discrepancy>`update payment_discrepancy set settled_at = ${at}, settlement = ${settlement}
    where id = ${id}::uuid and settled_at is null returning ${columns}`.execute(tx);
  return settled.rows[0];
}

/** A discrepancy with the number of its order. */
export type ListedDiscrepancy = Discrepancy & { orderNumber: string | null };

/** Lists one page of the discrepancies of a network: open ones, the oldest first, or closed ones, the newest first; `after` is an id. */
export async function listDiscrepancies(
  db: Database,
  filter: { networkId: string; isOpen: boolean; after: string | undefined; limit: number },
): Promise<ListedDiscrepancy[]> {
  const { networkId, isOpen, after = null, limit } = filter;
  const [which, direction, beyond] = isOpen
    ? [sql`settled_at is null`, sql`asc`, sql`>`]
    : [sql`settled_at is not null`, sql`desc`, sql`<`];
  const found =
    await sql<ListedDiscrepancy>`select ${columns}, (select number from orders where id = order_id) as "orderNumber"
    from payment_discrepancy where network_id = ${networkId} and ${which}
      and (${after}::uuid is null
        or (found_at, id) ${beyond} (select found_at, id from payment_discrepancy where id = ${after}::uuid))
    order by found_at ${direction}, id ${direction} limit ${limit}`.execute(db);
  return found.rows;
}

/** Payment discrepancies of a network that were found before an instant and that nobody has closed. */
export async function openDiscrepancyCount(db: Database | Tx, networkId: string, before: string): Promise<number> {
  const found = await sql<{ count: number }>`select count(*)::integer as count from payment_discrepancy
    where network_id = ${networkId} and settled_at is null and found_at < ${before}`.execute(db);
  return found.rows[0]?.count ?? 0;
}
