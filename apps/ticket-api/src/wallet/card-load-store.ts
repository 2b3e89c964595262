import type { PackArticle } from "@guichet/contract/network-pack.ts";
import type { Journey } from "@guichet/contract/travel.ts";
import type { TicketState } from "@guichet/contract/wallet.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";

/** Requests that a card be loaded with these tickets. */
export async function insertLoadRequest(
  tx: Tx,
  load: { networkId: string; cardId: string; ticketIds: readonly string[]; at: string },
): Promise<void> {
  await sql`update ticket set load_asked_at = ${load.at}
    where network_id = ${load.networkId} and card_id = ${load.cardId} and id = any(${load.ticketIds}::uuid[])
      and load_asked_at is null`.execute(tx);
}

/** A ticket that waits to be loaded on its card. */
export interface WaitingLoad {
  id: string;
  number: string;
  productId: string;
  article: PackArticle;
  journey: Journey | null;
  validFrom: string | null;
  validUntil: string | null;
  useBefore: string | null;
  tripsLeft: number | null;
  since: string;
}

/** Lists the pending loads of cards in use, of one card or all, newest first; `before` is a ticket's id. */
export async function waitingLoads(
  db: Database,
  filter: { networkId: string; cardId: string | null; now: string; before: string | undefined; limit: number },
): Promise<WaitingLoad[]> {
  const found = await sql<WaitingLoad>`
    select t.id, c.number, t.product_id as "productId", l.article, l.journey, t.valid_from as "validFrom",
      t.valid_until as "validUntil", t.use_before as "useBefore", t.trips_left as "tripsLeft", t.load_asked_at as since
    from ticket t join order_line l on l.id = t.order_line_id join transport_card c on c.id = t.card_id
    where t.network_id = ${filter.networkId} and (${filter.cardId}::uuid is null or t.card_id = ${filter.cardId}::uuid)
      and t.load_asked_at is not null and t.loaded_at is null and t.status in ('pending', 'active')
      and (t.valid_until is null or t.valid_until > ${filter.now})
      and (t.use_before is null or t.use_before > ${filter.now})
      and c.status = 'active' and c.incident is null and (c.expires_at is null or c.expires_at > ${filter.now})
      and (${filter.before ?? null}::uuid is null
        or (t.load_asked_at, t.id) < (select load_asked_at, id from ticket where id = ${filter.before ?? null}::uuid))
    order by t.load_asked_at desc, t.id desc limit ${filter.limit}`.execute(db);
  return found.rows;
}

/** A ticket with which a card was to be loaded. */
export interface LoadRequest {
  id: string;
  orderId: string;
  orderLineId: string;
  status: TicketState;
  validFrom: string | null;
  validUntil: string | null;
  useBefore: string | null;
  tripsLeft: number | null;
  tripUntil: string | null;
  askedAt: string;
  loadedAt: string | null;
}

type LoadKey = { networkId: string; cardId: string; ticketId: string };

/** Locks the order of a ticket on a card against changes until the transaction ends; undefined: the load was not requested. */
export async function lockOrderOf(tx: Tx, key: LoadKey): Promise<string | undefined> {
  const locked = await sql<{ id: string }>`select o.id from orders o join ticket t on t.order_id = o.id
    where t.network_id = ${key.networkId} and t.id = ${key.ticketId} and t.card_id = ${key.cardId}
      and t.load_asked_at is not null for key share of o`.execute(tx);
  return locked.rows[0]?.id;
}

/** Locks a ticket with which a card was to be loaded, until the transaction ends. */
export async function lockLoad(tx: Tx, key: LoadKey): Promise<LoadRequest | undefined> {
  await sql`select from ticket where network_id = ${key.networkId} and id = ${key.ticketId} for update`.execute(tx);
  const found = await sql<LoadRequest>`select id, order_id as "orderId", order_line_id as "orderLineId", status,
      valid_from as "validFrom", valid_until as "validUntil", use_before as "useBefore", trips_left as "tripsLeft",
      trip_until as "tripUntil", load_asked_at as "askedAt", loaded_at as "loadedAt"
    from ticket where network_id = ${key.networkId} and id = ${key.ticketId} and card_id = ${key.cardId}
      and load_asked_at is not null`.execute(tx);
  return found.rows[0];
}

/** Records that a validator loaded a ticket, once: of two concurrent reports, one succeeds. False: it was recorded before. */
export async function markLoaded(
  tx: Tx,
  load: LoadKey & { loadedAt: string; reportedAt: string; reportedBy: string },
): Promise<boolean> {
  const updated = await sql`update ticket
    set loaded_at = ${load.loadedAt}, load_reported_at = ${load.reportedAt}, load_reported_by = ${load.reportedBy}
    where network_id = ${load.networkId} and id = ${load.ticketId} and card_id = ${load.cardId} and loaded_at is null
    returning id`.execute(tx);
  return updated.rows.length === 1;
}

/** Whether a ticket of this line still waits to be loaded. */
export async function isLineWaiting(tx: Tx, lineId: string): Promise<boolean> {
  const found = await sql`select from ticket where order_line_id = ${lineId} and support = 'MEDIA' and loaded_at is null
    and status in ('pending', 'active', 'blocked') limit 1`.execute(tx);
  return found.rows.length > 0;
}

/** The current ticket that replaces one moved to this card; undefined: it was not moved to it. */
export async function ticketMovedToCard(tx: Tx, key: LoadKey): Promise<string | undefined> {
  const found = await sql<{ id: string }>`select n.id from ticket g join ticket n
      on n.order_line_id = g.order_line_id and n.position = g.position and n.status not in ('moved', 'transferred')
    where g.network_id = ${key.networkId} and g.transferred_from = ${key.ticketId} and g.card_id = ${key.cardId}`.execute(
    tx,
  );
  return found.rows[0]?.id;
}
