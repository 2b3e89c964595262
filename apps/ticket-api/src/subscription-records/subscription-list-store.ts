import type { Period } from "@guichet/contract/catalogue.ts";
import type { SubscriptionListState } from "@guichet/contract/office/subscription-lists.ts";
import type { SubscriptionBlock, SubscriptionEnd } from "@guichet/contract/subscriptions.ts";
import { type RawBuilder, sql } from "kysely";
import type { Database } from "../database/database.ts";
import type { NamedSubscription } from "./subscription-name.ts";

/** A subscription in a list of the office. Minor units. */
export interface ListedSubscriptionRow extends NamedSubscription {
  id: string;
  /** By what the list is sorted. */
  at: string;
  /** The same as a day of the network. */
  day: string;
  customerId: string;
  customer: string | null;
  traveller: string | null;
  interval: Period;
  method: "CARD" | "TRANSFER";
  amount: number;
  currency: string;
  blockReason: SubscriptionBlock | null;
  endReason: SubscriptionEnd | null;
  orderId: string;
  orderNumber: string;
  createdAt: string;
}

export interface SubscriptionListFilter {
  networkId: string;
  timeZone: string;
  state: SubscriptionListState;
  method?: "CARD" | "TRANSFER" | undefined;
  interval?: Period | undefined;
  order?: "first" | "last" | undefined;
  /** The last row of the page before. */
  after?: Pick<ListedSubscriptionRow, "at" | "id"> | undefined;
  limit: number;
}

/** How a list finds its subscriptions: conditions and instant in the words of its index. */
interface ListSource {
  at: RawBuilder<unknown>;
  where: RawBuilder<unknown>;
  /** Its day, from the instant and the zone of the network. */
  day: (timeZone: string) => RawBuilder<unknown>;
}

const dayOf = (timeZone: string) => sql`(page.at at time zone ${timeZone})::date`;
const isEnding = sql`(s.status = 'cancelled' or (s.chosen_end_on is not null and s.status in ('pending', 'active')))`;

const sources: Record<Exclude<SubscriptionListState, "unpaid">, ListSource> = {
  renewing: {
    at: sql`s.ends_at`,
    where: sql`s.status in ('pending', 'active') and s.chosen_end_on is null`,
    day: dayOf,
  },
  suspended: { at: sql`s.suspended_at`, where: sql`s.status = 'suspended'`, day: dayOf },
  ending: {
    at: sql`(case when s.status = 'cancelled' then s.ends_at else s.chosen_end_on::timestamp at time zone 'UTC' end)`,
    where: isEnding,
    // The end of what is paid is exclusive.
    day: (timeZone) => sql`case when s.status = 'cancelled'
      then ((page.at - interval '1 millisecond') at time zone ${timeZone})::date else s.chosen_end_on end`,
  },
  ended: { at: sql`s.terminated_at`, where: sql`s.status = 'terminated'`, day: dayOf },
};

/** Lists one page of the subscriptions of a network in one state. */
export async function listSubscriptionRows(
  db: Database,
  filter: SubscriptionListFilter,
): Promise<ListedSubscriptionRow[]> {
  const found = await subscriptionListQuery(filter).execute(db);
  return found.rows;
}

/** The query of a list, whose plan a test looks at. */
export function subscriptionListQuery(filter: SubscriptionListFilter): RawBuilder<ListedSubscriptionRow> {
  const { state, timeZone } = filter;
  const isUnpaid = state === "unpaid";
  const day = isUnpaid ? sql`(page.at at time zone 'UTC')::date` : sources[state].day(timeZone);
  const direction = directionOf(filter);
  return sql<ListedSubscriptionRow>`with page as (${isUnpaid ? unpaidPage(filter) : statePage(filter, sources[state])})
    select s.id, page.at, ${day} as day, s.account_id as "customerId",
      nullif(trim(concat(h.first_name, ' ', h.last_name)), '') as customer,
      nullif(trim(concat(t.first_name, ' ', t.last_name)), '') as traveller,
      s.renewal_interval as "interval", s.method, s.block_reason as "blockReason", s.end_reason as "endReason",
      s.created_at as "createdAt", o.id as "orderId", o.number as "orderNumber", coalesce(page.due, o.amount) as amount, o.currency,
      l.name, l.article
    from page join subscription s on s.id = page.id
      join orders o on o.id = coalesce(page.order_id,
        (select p.order_id from subscription_period p where p.subscription_id = s.id order by p.position desc limit 1))
      join lateral (select l.name, l.article from order_line l where l.order_id = o.id and l.kind = 'article'
        order by l.position limit 1) l on true
      left join traveller t on t.id = s.traveller_id
      left join traveller h on h.network_id = s.network_id and h.account_id = s.account_id and h.is_holder
    order by page.at ${direction}, page.id ${direction}`;
}

function statePage(filter: SubscriptionListFilter, { at, where }: ListSource): RawBuilder<unknown> {
  const direction = directionOf(filter);
  return sql`select s.id, ${at} as at, null::uuid as order_id, null::integer as due from subscription s
    where s.network_id = ${filter.networkId} and ${where} and ${chosen(filter)} and ${following(filter, at, sql`s.id`)}
    order by ${at} ${direction}, s.id ${direction} limit ${filter.limit}`;
}

/** Subscriptions with an order of which an installment or a debit failed: the day of the oldest, and what is due. */
function unpaidPage(filter: SubscriptionListFilter): RawBuilder<unknown> {
  const direction = directionOf(filter);
  const due = sql`select o.subscription_id as id, min(i.collected_on)::timestamp at time zone 'UTC' as at,
      (array_agg(o.id order by i.collected_on, o.id))[1] as order_id, sum(i.amount)::integer as due
    from installment i join orders o on o.id = i.order_id join subscription s on s.id = o.subscription_id
    where i.network_id = ${filter.networkId} and i.status = 'unpaid' and ${chosen(filter)} group by o.subscription_id`;
  return sql`select * from (${due}) unpaid where ${following(filter, sql`unpaid.at`, sql`unpaid.id`)}
    order by at ${direction}, id ${direction} limit ${filter.limit}`;
}

const chosen = ({ method, interval }: SubscriptionListFilter) =>
  sql`(${method ?? null}::text is null or s.method = ${method ?? null})
    and (${interval ?? null}::text is null or s.renewal_interval = ${interval ?? null})`;

const directionOf = ({ order }: SubscriptionListFilter) => (order === "last" ? sql`desc` : sql`asc`);

function following({ after, order }: SubscriptionListFilter, at: RawBuilder<unknown>, id: RawBuilder<unknown>) {
  if (after === undefined) return sql`true`;
  return sql`(${at}, ${id}) ${order === "last" ? sql`<` : sql`>`} (${after.at}::timestamptz, ${after.id}::uuid)`;
}
