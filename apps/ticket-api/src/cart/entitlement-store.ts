import type { PackArticle } from "@guichet/contract/network-pack.ts";
import type { Journey } from "@guichet/contract/travel.ts";
import { sql } from "kysely";
import type { Database } from "../database/database.ts";

/** What a traveller holds: a subscription, a ticket, or a line of a paid order that is handed over without a ticket here. */
export interface EntitlementRow {
  kind: "subscription" | "ticket" | "order";
  id: string;
  travellerId: string;
  article: PackArticle;
  journey: Journey | null;
  /** Known for subscriptions and tickets; for an order it follows from the line. */
  startsAt: string | null;
  /** null: it renews automatically. */
  endsAt: string | null;
  orderedAt: string;
  startingAt: string | null;
}

/** At most this many entitlements are compared: nobody reads more warnings. */
const heldMax = 200;
/** Supports that are handed over, without a ticket here. */
const handedOver = ["PHYSICAL", "SHIPPING", "COLLECT"];

/**
 * Lists what travellers of an account hold and that is still valid at an instant, subscriptions first; a subscription's
 * tickets are part of it.
 */
export async function readEntitlements(
  db: Database,
  { accountId, travellerIds, now }: { accountId: string; travellerIds: readonly string[]; now: string },
): Promise<EntitlementRow[]> {
  const found = await sql<EntitlementRow>`
    select 'subscription' as kind, s.id, s.traveller_id as "travellerId", l.article, l.journey, s.starts_at as "startsAt",
        case when s.status = 'cancelled' then s.ends_at end as "endsAt", s.created_at as "orderedAt", null::timestamptz as "startingAt"
      from subscription s
      join subscription_period p on p.subscription_id = s.id and p.position = 1
      join order_line l on l.order_id = p.order_id and l.kind = 'article'
      where s.account_id = ${accountId} and s.traveller_id = any(${travellerIds}::uuid[])
        and s.status in ('pending', 'active', 'suspended', 'cancelled') and (s.status <> 'cancelled' or s.ends_at > ${now})
    union all
    select 'ticket', t.id, t.traveller_id, l.article, l.journey, t.valid_from, t.valid_until, t.issued_at, null
      from ticket t join order_line l on l.id = t.order_line_id join orders o on o.id = t.order_id
      where t.account_id = ${accountId} and t.traveller_id = any(${travellerIds}::uuid[]) and l.kind <> 'option'
        and t.status in ('pending', 'active', 'blocked') and t.valid_from is not null and t.valid_until > ${now}
        and not exists (select from subscription s where s.id = o.subscription_id and s.status <> 'terminated')
    union all
    select 'order', o.id, l.traveller_id, l.article, l.journey, null, null, o.created_at, l.starting_at
      from order_line l join orders o on o.id = l.order_id
      where o.account_id = ${accountId} and l.traveller_id = any(${travellerIds}::uuid[])
        and l.kind in ('article', 'gift') and l.support = any(${handedOver})
        and o.status in ('COMPLETED', 'REGULARIZATION') and not exists (select from ticket t where t.order_line_id = l.id)
    order by "orderedAt" desc limit ${heldMax}`.execute(db);
  return found.rows;
}
