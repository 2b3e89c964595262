import type { BlankCardState } from "@guichet/contract/office/cards/card-stock.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";

/** Whether the network has a stock of blank cards: its cards are then made from them. */
export async function hasCardStock(db: Database | Tx, networkId: string): Promise<boolean> {
  const found = await sql`select from blank_card where network_id = ${networkId} limit 1`.execute(db);
  return found.rows.length > 0;
}

/**
 * Takes a blank card out of the stock in one conditional statement: free, not blocked, valid on `today` and of no person yet.
 * Of two callers one gets it. Returns its last day (null: none), or undefined.
 */
export async function takeBlankCard(
  tx: Tx,
  card: { networkId: string; number: string; today: string; at: string },
): Promise<{ expiresOn: string | null } | undefined> {
  const { networkId, number, today, at } = card;
  const taken = await sql<{ expiresOn: string | null }>`update blank_card set handed_at = ${at}
    where network_id = ${networkId} and number = ${number} and handed_at is null and blocked_at is null
      and (expires_on is null or expires_on >= ${today}::date)
      and not exists (select from transport_card where network_id = ${networkId} and number = ${number})
    returning expires_on as "expiresOn"`.execute(tx);
  return taken.rows[0];
}

/** A blank card of the stock, and the person's card that it became. */
export interface StockedCardRow {
  number: string;
  chip: string | null;
  batch: string;
  expiresOn: string | null;
  state: BlankCardState;
  handedAt: string | null;
  cardId: string | null;
  firstName: string | null;
  lastName: string | null;
}

/** Blank cards with this number or, without one, those that were handed over, the newest first; `after` is the last one of the page before. */
export async function stockedCards(
  db: Database | Tx,
  filter: {
    networkId: string;
    number?: string | undefined;
    today: string;
    after?: { handedAt: string; number: string } | undefined;
    limit: number;
  },
): Promise<StockedCardRow[]> {
  const { networkId, number = null, today, after, limit } = filter;
  const found = await sql<StockedCardRow>`select b.number, b.chip, l.name as batch, b.expires_on as "expiresOn",
      b.handed_at as "handedAt", c.id as "cardId", c.first_name as "firstName", c.last_name as "lastName",
      case when b.handed_at is not null then 'handed' when b.blocked_at is not null then 'blocked'
        when b.expires_on < ${today}::date then 'expired' else 'free' end as state
    from blank_card b join card_batch l on l.id = b.batch_id
    left join transport_card c on c.network_id = b.network_id and c.number = b.number and b.handed_at is not null
    where b.network_id = ${networkId}
      and case when ${number}::text is null then b.handed_at is not null else b.number = ${number}::text end
      and (${after === undefined} or (b.handed_at, b.number) < (${after?.handedAt ?? null}::timestamptz, ${after?.number ?? ""}))
    order by b.handed_at desc, b.number desc limit ${limit}`.execute(db);
  return found.rows;
}
