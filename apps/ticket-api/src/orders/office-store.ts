import type { PreparedSupport } from "@guichet/contract/office/orders.ts";
import type { OrderCollect, OrderProcessStatus } from "@guichet/contract/orders.ts";
import { sql } from "kysely";
import type { Database } from "../database/database.ts";
import { beginning, folded, foldedText } from "../database/folded-text.ts";
import type { Customer } from "../order-records/order-store.ts";

/** The lines of a paid order with one support. */
export interface PreparationRow {
  /** The id of the first line. */
  id: string;
  orderId: string;
  orderNumber: string;
  support: PreparedSupport;
  processStatus: OrderProcessStatus;
  customer: Customer;
  collect: OrderCollect | null;
  paidAt: string;
  cardCount: number;
  lines: { shopItemId: string; name: string; quantity: number }[];
}

export interface PreparationFilter {
  supports: readonly PreparedSupport[];
  statuses: readonly OrderProcessStatus[];
  withCards: boolean;
  agencyId: string | null;
  /** The beginning of an order number, an e-mail address or a name. */
  query: string | null;
}

/** A collection is due at its slot, anything else at the time of payment. */
const dueAt = (support: ReturnType<typeof sql>, order: ReturnType<typeof sql>) =>
  sql`case when ${support} = 'COLLECT' then coalesce((${order}.collect ->> 'startsAt')::timestamptz, ${order}.completed_at)
    else ${order}.completed_at end`;

/**
 * Lists the paid orders of a network that staff fulfil, earliest due first; `after` is the id of the last row of the
 * previous page.
 */
export async function preparationRows(
  db: Database,
  networkId: string,
  { supports, statuses, withCards, agencyId, query }: PreparationFilter,
  { after, limit }: { after: string | null; limit: number },
): Promise<PreparationRow[]> {
  const prefix = query === null ? null : beginning(foldedText(query));
  const due = dueAt(sql`w.support`, sql`o`);
  const found = await sql<PreparationRow>`with w as (
      select l.order_id, l.support, l.process_status, (array_agg(l.id order by l.position))[1] as id,
        count(l.card_work) as cards,
        json_agg(json_build_object('shopItemId', l.shop_item_id, 'name', l.name, 'quantity', l.quantity)
          order by l.position) as lines
      from order_line l
      where l.network_id = ${networkId} and l.support in ('SHIPPING', 'COLLECT', 'PHYSICAL')
        and l.support = any(${supports}) and l.process_status = any(${statuses})
      group by l.order_id, l.support, l.process_status)
    select w.id, o.id as "orderId", o.number as "orderNumber", w.support, w.process_status as "processStatus", o.customer,
      o.collect, o.completed_at as "paidAt", w.cards as "cardCount", w.lines
    from w join orders o on o.id = w.order_id
    where o.status in ('COMPLETED', 'REGULARIZATION') and o.erased_at is null
      and (not ${withCards}::boolean or w.cards > 0)
      and (${agencyId}::text is null or (w.support = 'COLLECT' and o.collect ->> 'siteId' = ${agencyId}))
      and (${prefix}::text is null or o.number like ${prefix} or lower(o.customer ->> 'email') like ${prefix}
        or ${folded(sql`concat(o.customer ->> 'firstName', ' ', o.customer ->> 'lastName')`)} like ${prefix}
        or ${folded(sql`o.customer ->> 'lastName'`)} like ${prefix})
      and (${after}::uuid is null or (${due}, w.id) > (select ${dueAt(sql`cl.support`, sql`co`)}, cl.id
        from order_line cl join orders co on co.id = cl.order_id where cl.id = ${after}::uuid))
    order by ${due}, w.id limit ${limit}`.execute(db);
  return found.rows;
}

export interface EventRow {
  at: string;
  event: string;
  /** The member of the staff who refunded; null: somebody else, or another event. */
  by: string | null;
  reason: string | null;
}

/** Actions of the staff on an order that are no events of its own, and what the history calls them. */
const actsInHistory = sql`(values ('order.refund-release', 'refund-released'),
  ('order.correct-delivery', 'delivery-corrected'), ('order.move-collection', 'collection-moved'))`;

/**
 * Lists the events of an order, oldest first. A refund has its author and reason; the whole order is cancelled by the
 * refund that covers it.
 */
export async function eventsOf(db: Database, orderId: string): Promise<EventRow[]> {
  const found = await sql<EventRow>`select at, event, by, reason from (
      select e.at, e.event, e.id as place, case when e.event = 'refund-awaiting' then asked.name
          when e.event = 'refund-declined' then decided.name else coalesce(decided.name, asked.name) end as by,
        case when e.event = 'refund-declined' then null else r.reason end as reason
      from order_event e
        left join order_refund r on r.order_id = e.order_id and (r.id::text = e.detail ->> 'refundId'
          or (e.event = 'cancelled' and r.scope = 'order' and r.status = 'approved'))
        left join staff asked on asked.id = r.staff_id left join staff decided on decided.id = r.decided_by
      where e.order_id = ${orderId}
      union all
      select a.at, named.event, null, s.name, a.reason
      from staff_act a join ${actsInHistory} as named(act, event) on named.act = a.act
        left join staff s on s.id = a.staff_id
      where a.thing = ${orderId} and a.network_id = (select network_id from orders where id = ${orderId})) history
    order by at, place nulls last`.execute(db);
  return found.rows;
}

/** Reads the numbers of the transport cards and the pictures of the travellers in an order's lines. */
export async function cardsAndPictures(
  db: Database,
  networkId: string,
  orderId: string,
): Promise<{ cards: Map<string, string>; pictures: Map<string, string> }> {
  const cards = await sql<{ id: string; number: string }>`select distinct c.id, c.number from transport_card c
    join order_line l on c.id::text in (l.card_id, l.replaces_card_id::text, l.made_card_id::text)
    where l.order_id = ${orderId} and c.network_id = ${networkId}`.execute(db);
  const pictures = await sql<{ id: string; pictureId: string }>`select distinct t.id, t.picture_id as "pictureId"
    from traveller t join order_line l on l.traveller_id = t.id
    where l.order_id = ${orderId} and t.network_id = ${networkId} and t.picture_id is not null`.execute(db);
  return {
    cards: new Map(cards.rows.map(({ id, number }) => [id, number])),
    pictures: new Map(pictures.rows.map(({ id, pictureId }) => [id, pictureId])),
  };
}
