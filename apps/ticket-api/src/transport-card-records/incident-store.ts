import type { CardIncident } from "@guichet/contract/transport-cards.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";

/** An incident of a card that is neither lifted nor resolved by a replacement. */
export interface OpenIncident {
  id: string;
  cardId: string;
  kind: CardIncident;
  declaredAt: string;
  /** The order that replaces the card. */
  orderId: string | null;
}

/** The author of a change: a customer by their traveller, or a member of the staff. */
export type CardAuthor = { travellerId: string } | { staffId: string };
export const authorId = (by: CardAuthor): string => ("travellerId" in by ? by.travellerId : by.staffId);

export async function insertIncident(
  tx: Tx,
  incident: { id: string; networkId: string; cardId: string; kind: CardIncident; note: string; at: string },
  by: CardAuthor,
): Promise<void> {
  await sql`insert into card_incident (id, network_id, card_id, kind, note, declared_by, author, declared_at)
    values (${incident.id}, ${incident.networkId}, ${incident.cardId}, ${incident.kind}, ${incident.note},
      ${"travellerId" in by ? "customer" : "staff"}, ${authorId(by)}, ${incident.at})`.execute(tx);
}

/** The open incident of a card, locked until the transaction ends. */
export async function lockIncident(tx: Tx, cardId: string): Promise<OpenIncident | undefined> {
  const found = await sql<OpenIncident>`
    select id, card_id as "cardId", kind, declared_at as "declaredAt", order_id as "orderId" from card_incident
    where card_id = ${cardId} and lifted_at is null and replaced_at is null for update`.execute(tx);
  return found.rows[0];
}

export async function closeLifted(tx: Tx, id: string, by: CardAuthor, note: string, at: string): Promise<void> {
  await sql`update card_incident set lifted_at = ${at}, lifted_by = ${authorId(by)}, lift_note = ${note}
    where id = ${id}`.execute(tx);
}

export async function closeReplaced(tx: Tx, id: string, by: CardAuthor, newCardId: string, at: string): Promise<void> {
  await sql`update card_incident set replaced_at = ${at}, replaced_author = ${authorId(by)}, replacing_card_id = ${newCardId}
    where id = ${id}`.execute(tx);
}

/** Claims the replacement of these blocked cards for an order; of two concurrent orders one gets it. False: not all were free. */
export async function claimReplacements(
  tx: Tx,
  selection: { networkId: string; orderId: string; cardIds: readonly string[] },
): Promise<boolean> {
  if (selection.cardIds.length === 0) return true;
  const claimed = await sql`update card_incident set order_id = ${selection.orderId}
    where network_id = ${selection.networkId} and card_id = any(${selection.cardIds}::uuid[])
      and lifted_at is null and replaced_at is null and order_id is null returning id`.execute(tx);
  return claimed.rows.length === selection.cardIds.length;
}

/** Releases the replacements of a cancelled order, so that another order may replace the cards. Cards already made stay. */
export async function releaseReplacements(tx: Tx, orderId: string): Promise<void> {
  await sql`update card_incident set order_id = null where order_id = ${orderId} and replaced_at is null`.execute(tx);
}

/** Unpaid orders of an account that claim the replacement of these cards. */
export async function unpaidReplacements(
  db: Database,
  accountId: string,
  cardIds: readonly string[],
): Promise<{ id: string }[]> {
  const found = await sql<{ id: string }>`select distinct o.id from card_incident i join orders o on o.id = i.order_id
    where i.card_id = any(${cardIds}::uuid[]) and o.account_id = ${accountId}
      and i.lifted_at is null and i.replaced_at is null and o.status in ('PENDING', 'PROCESSING', 'ERROR')`.execute(db);
  return found.rows;
}

export interface HotCard {
  id: string;
  number: string;
  incident: CardIncident;
  since: string;
}

/** Cards with an incident that was not lifted, and that have not expired, newest incident first. */
export async function hotCards(
  db: Database,
  selection: { networkId: string; now: string; before: string | undefined; limit: number },
): Promise<HotCard[]> {
  const found = await sql<HotCard>`select i.id, c.number, i.kind as incident, i.declared_at as since
    from card_incident i join transport_card c on c.id = i.card_id
    where i.network_id = ${selection.networkId} and i.lifted_at is null and c.status in ('blocked', 'replaced')
      and (c.expires_at is null or c.expires_at > ${selection.now})
      and (${selection.before ?? null}::uuid is null
        or (i.declared_at, i.id) < (select declared_at, id from card_incident where id = ${selection.before ?? null}::uuid))
    order by i.declared_at desc, i.id desc limit ${selection.limit}`.execute(db);
  return found.rows;
}
