import type { CardIncident } from "@guichet/contract/transport-cards.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";

/** A card that nobody has: its number, that of its chip, its batch and its last day. */
export interface BlankCard {
  number: string;
  chip: string | null;
  batch: string;
  expiresOn: string | null;
}

/** Cards of one statement: the driver writes all values of a statement at once, and nothing else runs meanwhile. */
const cardsPerStatement = 5_000;

function* partsOf<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let at = 0; at < items.length; at += cardsPerStatement) yield items.slice(at, at + cardsPerStatement);
}

/** Locks the stock of a network until the transaction ends: imports follow one after the other. */
export async function lockStock(tx: Tx, networkId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('card-stock'), hashtext(${networkId}))`.execute(tx);
}

/**
 * Locks the numbers of a network's cards until the transaction ends: an import, against every card that is issued meanwhile (`shared`), so that no
 * number is both a blank card's and a person's. Apart from the lock of the stock, which a list of cards to block holds while it waits for cards.
 */
export async function lockCardNumbers(tx: Tx, networkId: string, mode: "exclusive" | "shared"): Promise<void> {
  const lock = mode === "shared" ? sql`pg_advisory_xact_lock_shared` : sql`pg_advisory_xact_lock`;
  await sql`select ${lock}(hashtext('card-numbers'), hashtext(${networkId}))`.execute(tx);
}

/** Whether the stock has a batch with this name. */
export async function hasBatch(db: Database | Tx, networkId: string, name: string): Promise<boolean> {
  const found = await sql`select from card_batch where network_id = ${networkId} and name = ${name}`.execute(db);
  return found.rows.length > 0;
}

/** Those of these cards that the stock has, by their numbers or their chips. */
export async function knownBlankCards(
  db: Database | Tx,
  networkId: string,
  { numbers, chips }: { numbers: readonly string[]; chips: readonly string[] },
): Promise<BlankCard[]> {
  const known: BlankCard[] = [];
  for (const [column, values] of [["number", numbers] as const, ["chip", chips] as const]) {
    for (const part of partsOf(values)) {
      const found = await sql<BlankCard>`select b.number, b.chip, l.name as batch, b.expires_on as "expiresOn"
        from unnest(${part}::text[]) as asked(value)
        join blank_card b on b.network_id = ${networkId} and ${sql.ref(`b.${column}`)} = asked.value
        join card_batch l on l.id = b.batch_id`.execute(db);
      for (const card of found.rows) known.push(card);
    }
  }
  return known;
}

/** Those of these numbers that a card has which somebody may hold. */
export async function heldNumbers(
  db: Database | Tx,
  networkId: string,
  numbers: readonly string[],
): Promise<Set<string>> {
  const held = new Set<string>();
  for (const part of partsOf(numbers)) {
    const found = await sql<{ number: string }>`select c.number from unnest(${part}::text[]) as n(number)
      join transport_card c on c.network_id = ${networkId} and c.number = n.number`.execute(db);
    for (const { number } of found.rows) held.add(number);
  }
  return held;
}

/** Adds cards to the stock, with the batches that are new; throws if a number or chip exists. */
export async function addBlankCards(
  tx: Tx,
  stock: { networkId: string; at: string; newId: () => string },
  cards: readonly BlankCard[],
): Promise<void> {
  const { networkId, at } = stock;
  const names = [...new Set(cards.map(({ batch }) => batch))];
  await sql`insert into card_batch (id, network_id, name, imported_at)
    select b.id, ${networkId}, b.name, ${at}::timestamptz
    from unnest(${names.map(stock.newId)}::uuid[], ${names}::text[]) as b(id, name)
    on conflict (network_id, name) do nothing`.execute(tx);
  for (const part of partsOf(cards)) {
    await sql`insert into blank_card (network_id, number, batch_id, chip, expires_on)
      select ${networkId}, c.number, b.id, c.chip, c.expires_on
      from unnest(${part.map(({ number }) => number)}::text[], ${part.map(({ batch }) => batch)}::text[],
          ${part.map(({ chip }) => chip)}::text[], ${part.map(({ expiresOn }) => expiresOn)}::date[])
        as c(number, batch, chip, expires_on)
      join card_batch b on b.network_id = ${networkId} and b.name = c.batch`.execute(tx);
  }
}

/** Whether the stock has a card with this number. */
export async function isInStock(db: Database | Tx, networkId: string, number: string): Promise<boolean> {
  const found = await sql`select from blank_card where network_id = ${networkId} and number = ${number}`.execute(db);
  return found.rows.length > 0;
}

export interface CardBatchRow {
  id: string;
  name: string;
  importedAt: string;
  cards: number;
  handed: number;
  expired: number;
  blocked: number;
}

/** Lists one page of the batches of a network, the newest first; `after` is an id, `today` decides what has expired. */
export async function listBatches(
  db: Database,
  filter: { networkId: string; today: string; after: string | undefined; limit: number },
): Promise<CardBatchRow[]> {
  const { networkId, today, after = null, limit } = filter;
  const found =
    await sql<CardBatchRow>`select l.id, l.name, l.imported_at as "importedAt", n.cards, n.handed, n.expired, n.blocked
    from (select * from card_batch b where b.network_id = ${networkId}
        and (${after}::uuid is null or (b.imported_at, b.id) < (select imported_at, id from card_batch where id = ${after}::uuid))
      order by b.imported_at desc, b.id desc limit ${limit}) l,
    lateral (select count(*)::int as cards, (count(*) filter (where handed_at is not null))::int as handed,
        (count(*) filter (where handed_at is null and expires_on < ${today}::date))::int as expired,
        (count(*) filter (where blocked_at is not null))::int as blocked
      from blank_card where batch_id = l.id) n
    order by l.imported_at desc, l.id desc`.execute(db);
  return found.rows;
}

/** What a network knows of a number: a card that somebody may hold, a blank one, or both after its handover. */
export interface NumberedCard {
  number: string;
  /** The card of a person; null: the number is only in stock. */
  cardId: string | null;
  status: string | null;
  incident: CardIncident | null;
  expiresAt: string | null;
  /** Whether the blank card is blocked. */
  isBlankBlocked: boolean;
}

/** Those of these numbers that a card or a blank card of the network has. */
export async function cardsNumbered(
  db: Database | Tx,
  networkId: string,
  numbers: readonly string[],
): Promise<NumberedCard[]> {
  const known: NumberedCard[] = [];
  for (const part of partsOf(numbers)) {
    const found = await sql<NumberedCard>`select n.number, c.id as "cardId", c.status, c.incident,
      c.expires_at as "expiresAt", b.blocked_at is not null as "isBlankBlocked"
    from unnest(${part}::text[]) as n(number)
    left join transport_card c on c.network_id = ${networkId} and c.number = n.number
    left join blank_card b on b.network_id = ${networkId} and b.number = n.number
    where c.id is not null or b.number is not null`.execute(db);
    for (const card of found.rows) known.push(card);
  }
  return known;
}

/** Blocks blank cards that are not blocked and that nobody got meanwhile, each for its reason; returns how many. */
export async function blockBlankCards(
  tx: Tx,
  networkId: string,
  cards: readonly { number: string; incident: CardIncident }[],
  at: string,
): Promise<number> {
  let count = 0;
  for (const part of partsOf(cards)) {
    const blocked = await sql`update blank_card b set blocked_at = ${at}, incident = c.incident
      from unnest(${part.map(({ number }) => number)}::text[], ${part.map(({ incident }) => incident)}::text[])
        as c(number, incident)
      where b.network_id = ${networkId} and b.number = c.number and b.blocked_at is null and b.handed_at is null`.execute(
      tx,
    );
    count += Number(blocked.numAffectedRows ?? 0);
  }
  return count;
}

/** The blocked blank cards of a network by number, one page; `after` is a number. */
export async function blockedBlankCards(
  db: Database,
  networkId: string,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<{ number: string; incident: CardIncident; since: string }[]> {
  const found = await sql<{ number: string; incident: CardIncident; since: string }>`
    select number, incident, blocked_at as since from blank_card
    where network_id = ${networkId} and blocked_at is not null and number > ${after ?? ""}
    order by number limit ${limit}`.execute(db);
  return found.rows;
}
