import { addDays } from "@guichet/rules/dates/days.ts";
import { dayBegins } from "@guichet/rules/dates/instants.ts";
import { type RawBuilder, sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";
import type { CampaignRow } from "./campaign-store.ts";

/** A ticket of the campaign's articles that may be entitled. */
export interface Candidate {
  ticketId: string;
  serial: string;
  orderId: string;
  orderNumber: string;
  articleId: string;
  name: string;
  position: number;
  lineAmount: number;
  quantity: number;
  validFrom: string | null;
  validUntil: string | null;
  trips: number | null;
  validatedDays: string[];
  compensatedAmount: number;
}

/**
 * Reads a page of tickets that were neither cancelled nor replaced, of paid orders of people who are not deleted, that
 * were valid within the days or validated on one of them. What other campaigns give counts unless it was not given.
 */
export async function candidates(
  db: Database | Tx,
  campaign: CampaignRow,
  {
    timeZone,
    onlyValidated,
    after,
    limit,
  }: { timeZone: string; onlyValidated: boolean; after: string | null; limit: number },
): Promise<Candidate[]> {
  const begins = dayBegins(campaign.from, timeZone).toISOString();
  const ends = dayBegins(addDays(campaign.to, 1), timeZone).toISOString();
  const isValid = sql`(t.valid_from < ${ends} and t.valid_until > ${begins})`;
  const mayCount: RawBuilder<unknown> = onlyValidated ? sql`false` : isValid;
  const isOpen = sql`t.status not in ('cancelled', 'transferred', 'moved')`;
  const isPaid = sql`(o.completed_at is not null and o.status <> 'CANCELED' and o.erased_at is null and o.currency = ${campaign.currency})`;
  const isChosen = sql`(l.shop_item_id = any(${campaign.articles}) or l.article ->> 'category' = any(${campaign.categories}))`;
  const counts = sql`(not ${onlyValidated}::boolean or v.line = any(${campaign.lines}) or s.zone = any(${campaign.zones}))`;
  // The compensations of a whole page are added at once: during a start the table grows faster than its statistics.
  const found = await sql<Candidate>`with page as materialized (
      select t.id as "ticketId", t.serial, t.order_id as "orderId", o.number as "orderNumber", l.shop_item_id as "articleId", l.name,
        t.position, l.total_amount as "lineAmount", l.quantity, t.valid_from as "validFrom", t.valid_until as "validUntil",
        (l.article ->> 'trips')::integer as trips, used.days as "validatedDays"
      from ticket t join orders o on o.id = t.order_id join order_line l on l.id = t.order_line_id
        cross join lateral (select array(select distinct to_char(u.used_at at time zone ${timeZone}, 'YYYY-MM-DD') from ticket_use u
          left join vignette v on v.network_id = u.network_id and v.sticker_id = u.sticker_id
          left join transit_stop s on s.network_id = v.network_id and s.id = v.stop_id
          where u.ticket_id = t.id and u.used_at >= ${begins} and u.used_at < ${ends} and ${counts}) as days) used
      where t.network_id = ${campaign.networkId} and ${isOpen} and ${isPaid} and ${isChosen}
        and (${mayCount} or cardinality(used.days) > 0) and (${after}::uuid is null or t.id > ${after}::uuid)
      order by t.id limit ${limit})
    select page.*, coalesce(given.amount, 0) as "compensatedAmount" from page left join (
      select p.ticket_id, sum(case p.status when 'pending' then p.amount else p.refunded_amount + p.voucher_amount end) as amount
      from compensation p where p.ticket_id in (select "ticketId" from page) group by p.ticket_id) given on given.ticket_id = page."ticketId"
    order by page."ticketId"`.execute(db);
  return found.rows;
}
