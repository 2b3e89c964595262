import type { PackArticle } from "@guichet/contract/network-pack.ts";
import type { Journey } from "@guichet/contract/travel.ts";
import { sql } from "kysely";
import type { Database } from "../database/database.ts";

/** What a traveller has: a subscription, a ticket, or what a paid order still hands over and no ticket stands for. */
export interface EntitlementRow {
  kind: "subscription" | "ticket" | "order";
  id: string;
  travellerId: string;
  article: PackArticle;
  journey: Journey | null;
  /** Known of subscriptions and tickets; of an order it follows from what was ordered. */
  startsAt: string | null;
  /** null: it renews by itself. */
  endsAt: string | null;
  orderedAt: string;
  startingAt: string | null;
}

/** Nobody reads more warnings than this. */
const heldMax = 200;
/** Handed over, or to be: no ticket of theirs is known here. */
const handedOver = ["PHYSICAL", "SHIPPING", "COLLECT"];

/** What travellers of an account have that is not over at an instant, subscriptions first; their tickets are counted with them. */
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
