import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../database/database.ts";
import { shareOf } from "./store.ts";

/** A payment in our books, with the amounts that the ledger has for it. */
export interface BookedPayment {
  id: string;
  networkId: string;
  orderId: string;
  orderNumber: string;
  kind: string;
  /** The installment that it pays, and its amount. */
  position: number;
  share: number;
  status: string;
  session: string | null;
  captured: number;
  /** Less what was booked back. */
  refunded: number;
  /** Refunds that were booked back because they failed: their money is at the provider, and is owed by another way. */
  bookedBack: number;
  currency: string;
}

/** What a payment brought to the provider according to the ledger, in all movements there that name it. */
const movedOf = (...movements: RawBuilder<unknown>[]) => sql`(select coalesce(sum(e.amount), 0) from ledger_entry e
  where e.order_id = p.order_id and e.side = 'provider' and (${sql.join(movements, sql` or `)}))`;
const refundIds = sql`(select f.id from refund f where f.payment_id = p.id)`;
/** Movements of refunds that failed after they had been accepted. */
const backs = [
  sql`e.movement in ('refund-back:' || p.id, 'mismatch-refund-back:' || p.id)`,
  sql`(starts_with(e.movement, 'outside-refund:' || p.id || ':') and e.movement like '%:back')`,
  sql`e.movement in (select 'rest-back:' || id from ${refundIds} as f)`,
];

export async function bookedPayments(tx: Tx): Promise<BookedPayment[]> {
  const found = await sql<BookedPayment>`select p.id, p.network_id as "networkId", p.order_id as "orderId",
      o.number as "orderNumber", p.kind, p.installment as position, ${shareOf} as share, p.status, p.provider_session as session, p.currency,
      ${movedOf(sql`e.movement in ('capture:' || p.id, 'mismatch-capture:' || p.id)`)} as captured,
      -${movedOf(
        ...backs,
        sql`e.movement in ('refund:' || p.id, 'returned:' || p.id, 'mismatch-refund:' || p.id)`,
        sql`starts_with(e.movement, 'outside-refund:' || p.id || ':')`,
        sql`e.movement in (select 'rest:' || id from ${refundIds} as f)`,
      )} as refunded, ${movedOf(...backs)} as "bookedBack"
    from payment p join orders o on o.id = p.order_id`.execute(tx);
  return found.rows;
}

/** Sessions whose responses did not match their request: each has its own discrepancy until staff settle it. */
export async function reportedSessions(tx: Tx): Promise<Set<string>> {
  const found = await sql<{ session: string }>`select provider_session as session from payment_discrepancy
    where kind = 'answer' and refund_amount is null and provider_session is not null`.execute(tx);
  return new Set(found.rows.map(({ session }) => session));
}

/** A dispute in our books, with what the ledger has as withdrawn, in minor units. */
export interface BookedDispute {
  reference: string;
  state: string;
  withdrawn: number;
}

export async function bookedDisputes(tx: Tx): Promise<BookedDispute[]> {
  const found =
    await sql<BookedDispute>`select d.reference, d.state, (select coalesce(-sum(e.amount), 0)::float8 from ledger_entry e
      where e.order_id = d.order_id and e.side = 'provider'
        and starts_with(e.movement, 'dispute:' || d.payment_id || ':' || d.id || ':')) as withdrawn
    from dispute d`.execute(tx);
  return found.rows;
}
