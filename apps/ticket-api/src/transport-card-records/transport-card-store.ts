import { type BirthState, transitionOf } from "@guichet/rules/state-machine.ts";
import { type CardState, type CardTransition, cardMachine } from "@guichet/rules/transport-cards.ts";
import { type RawBuilder, sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";

/** A transport card: its data in the register, and the account and traveller that it is linked to. */
export interface Card {
  id: string;
  networkId: string;
  providerId: string;
  number: string;
  firstName: string;
  lastName: string;
  birthDate: string;
  status: string | null;
  incident: "lost" | "stolen" | "defective" | null;
  /** When the open or last incident was declared. */
  incidentAt: string | null;
  replacedBy: string | null;
  accountId: string | null;
  travellerId: string | null;
  linkedAt: string | null;
  expiresAt: string | null;
  createdAt: string;
}

const columns = sql`id, network_id as "networkId", provider_id as "providerId", number, first_name as "firstName",
  last_name as "lastName", birth_date as "birthDate", status, incident, replaced_by as "replacedBy",
  (select max(declared_at) from card_incident where card_id = transport_card.id and lifted_at is null) as "incidentAt", account_id as "accountId",
  traveller_id as "travellerId", linked_at as "linkedAt", expires_at as "expiresAt", created_at as "createdAt"`;

/** A card by its number without spaces. */
export async function registeredCard(db: Database | Tx, networkId: string, number: string): Promise<Card | undefined> {
  const found =
    await sql<Card>`select ${columns} from transport_card where network_id = ${networkId} and number = ${number}`.execute(
      db,
    );
  return found.rows[0];
}

/** A card by its id, locked until the transaction ends. */
export async function lockCard(tx: Tx, networkId: string, id: string): Promise<Card | undefined> {
  const found = await sql<Card>`select ${columns} from transport_card
    where network_id = ${networkId} and id = ${id} for update`.execute(tx);
  return found.rows[0];
}

export async function cardById(db: Database | Tx, networkId: string, id: string): Promise<Card | undefined> {
  const found =
    await sql<Card>`select ${columns} from transport_card where network_id = ${networkId} and id = ${id}`.execute(db);
  return found.rows[0];
}

/** The cards of an account, most recently linked first. */
export async function cardsOf(db: Database | Tx, networkId: string, accountId: string): Promise<Card[]> {
  const found = await sql<Card>`select ${columns} from transport_card
    where network_id = ${networkId} and account_id = ${accountId} order by linked_at desc, id`.execute(db);
  return found.rows;
}

/** Links an unlinked card; of two concurrent accounts one wins. False: it is already linked. */
export async function linkCard(
  tx: Database | Tx,
  link: { id: string; networkId: string; accountId: string; travellerId: string | null; at: string },
): Promise<boolean> {
  const linked = await sql`update transport_card
    set account_id = ${link.accountId}, traveller_id = ${link.travellerId}, linked_at = ${link.at}
    where network_id = ${link.networkId} and id = ${link.id} and account_id is null returning id`.execute(tx);
  return linked.rows.length === 1;
}

/** The card that currently replaces this one (or itself), locked against incidents until the transaction ends. */
export async function lockCurrentCard(
  tx: Tx,
  networkId: string,
  id: string,
): Promise<{ id: string; status: string | null }> {
  let currentId = id;
  for (let step = 0; step < replacementsMax; step++) {
    const found = await sql<{ id: string; status: string | null; replacedBy: string | null }>`
      select id, status, replaced_by as "replacedBy" from transport_card
      where network_id = ${networkId} and id = ${currentId} for share`.execute(tx);
    const [card] = found.rows;
    if (card === undefined) throw new Error(`Card ${currentId} does not exist in ${networkId}`);
    if (card.replacedBy === null) return card;
    currentId = card.replacedBy;
  }
  throw new Error(`Card ${id} was replaced more than ${replacementsMax} times`);
}
const replacementsMax = 100;

/** Whether a card belongs to an account and has not expired at an instant. */
export async function isUsableByAccount(
  tx: Tx,
  { networkId, accountId, id, at }: { networkId: string; accountId: string; id: string; at: string },
): Promise<boolean> {
  const found = await sql`select from transport_card where network_id = ${networkId} and id = ${id}
    and account_id = ${accountId} and (expires_at is null or expires_at > ${at})`.execute(tx);
  return found.rows.length > 0;
}

/**
 * Changes the state of cards by a transition of the state table; no other statement changes it. `set` writes further columns.
 * Returns how many changed.
 */
export async function moveCards(
  tx: Tx,
  transition: CardTransition,
  condition: RawBuilder<unknown>,
  set: RawBuilder<unknown>,
): Promise<number> {
  const { from, to } = transitionOf<CardState, CardTransition>(cardMachine, transition);
  const moved = await sql`update transport_card set status = ${to}, ${set}
    where ${condition} and status = any(${from})`.execute(tx);
  return Number(moved.numAffectedRows ?? 0);
}

/** Changes the state of one card that the caller has locked; throws if the transition is not allowed. */
async function moveLockedCard(
  tx: Tx,
  transition: CardTransition,
  { networkId, id }: { networkId: string; id: string },
  set: RawBuilder<unknown>,
): Promise<void> {
  const moved = await moveCards(tx, transition, sql`network_id = ${networkId} and id = ${id}`, set);
  if (moved !== 1) throw new Error(`Card ${id} is in the wrong state for ${transition}`);
}

export const markBlocked = (tx: Tx, networkId: string, id: string, incident: Card["incident"]): Promise<void> =>
  moveLockedCard(tx, "block", { networkId, id }, sql`incident = ${incident}`);

export const markLifted = (tx: Tx, networkId: string, id: string): Promise<void> =>
  moveLockedCard(tx, "unblock", { networkId, id }, sql`incident = null`);

/** Replaces a blocked or retired card: gives the new card its account and traveller. */
export async function markReplaced(
  tx: Tx,
  {
    networkId,
    old,
    card,
    transition,
  }: {
    networkId: string;
    old: string;
    transition: "replace" | "retire";
    card: Pick<Card, "id" | "accountId" | "travellerId" | "linkedAt">;
  },
): Promise<void> {
  await sql`update transport_card set account_id = ${card.accountId}, traveller_id = ${card.travellerId}, linked_at = ${card.linkedAt}
    where network_id = ${networkId} and id = ${card.id}`.execute(tx);
  const condition = sql`network_id = ${networkId} and id = ${old} and replaced_by is null`;
  await moveCards(tx, transition, condition, sql`replaced_by = ${card.id}`);
}

/** Unlinks a card from its account. */
export async function unlinkCard(tx: Tx, networkId: string, id: string): Promise<void> {
  await sql`update transport_card set account_id = null, traveller_id = null, linked_at = null
    where network_id = ${networkId} and id = ${id}`.execute(tx);
}

export interface NewCard
  extends Pick<
    Card,
    "id" | "networkId" | "number" | "firstName" | "lastName" | "birthDate" | "incident" | "expiresAt"
  > {
  status: BirthState<typeof cardMachine>;
}

/** Inserts a card into the register; false when the number exists, which is left unchanged. */
export async function insertCard(tx: Database | Tx, card: NewCard, at: string): Promise<boolean> {
  const inserted = await sql`with made as (
      insert into transport_card
        (id, network_id, number, first_name, last_name, birth_date, status, incident, expires_at, created_at)
      values (${card.id}, ${card.networkId}, ${card.number}, ${card.firstName}, ${card.lastName}, ${card.birthDate},
        ${card.status}, ${card.incident}, ${card.expiresAt}, ${at})
      on conflict (network_id, number) do nothing returning *),
    declared as (
      insert into card_incident (id, network_id, card_id, kind, declared_by, declared_at)
      select gen_random_uuid(), network_id, id, incident, 'register', created_at from made where status = 'blocked')
    select id from made`.execute(tx);
  return inserted.rows.length === 1;
}

/** Stores the card that a search found under a token. */
export async function insertCardToken(
  db: Database | Tx,
  found: { tokenHash: string; networkId: string; cardId: string; expiresAt: string },
): Promise<void> {
  await sql`insert into card_sign_in (token_hash, network_id, card_id, expires_at)
    values (${found.tokenHash}, ${found.networkId}, ${found.cardId}, ${found.expiresAt})`.execute(db);
}

/** Deletes an unexpired token and returns the id of its card; works once. */
export async function takeCardToken(
  tx: Tx,
  tokenHash: string,
  networkId: string,
  now: string,
): Promise<string | undefined> {
  const deleted = await sql<{ card_id: string }>`delete from card_sign_in
    where token_hash = ${tokenHash} and network_id = ${networkId} and expires_at > ${now} returning card_id`.execute(
    tx,
  );
  return deleted.rows[0]?.card_id;
}

export async function dropOldCardTokens(db: Database, now: string): Promise<void> {
  await sql`delete from card_sign_in where expires_at <= ${now}`.execute(db);
}

/** Expires cards by their numbers; returns how many were still usable. */
export async function expireCards(tx: Tx, networkId: string, numbers: readonly string[], at: string): Promise<number> {
  const condition = sql`network_id = ${networkId} and number = any(${numbers})`;
  return moveCards(tx, "expire", condition, sql`expires_at = least(expires_at, ${at}::timestamptz)`);
}
