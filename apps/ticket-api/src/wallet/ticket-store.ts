import type { Support } from "@guichet/contract/catalogue.ts";
import type { Language } from "@guichet/contract/locales.ts";
import type { PackArticle } from "@guichet/contract/network-pack.ts";
import type { Journey } from "@guichet/contract/travel.ts";
import type { TicketBlock, TicketState } from "@guichet/contract/wallet.ts";
import { type BirthState, transitionOf } from "@guichet/rules/state-machine.ts";
import { type TicketTransition, ticketMachine } from "@guichet/rules/wallet.ts";
import { type RawBuilder, sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";

export interface TicketRow {
  id: string;
  networkId: string;
  accountId: string;
  orderId: string;
  orderLineId: string;
  position: number;
  serial: string;
  productId: string;
  travellerId: string | null;
  traveller: { firstName: string; lastName: string; birthDate: string | null } | null;
  support: Support;
  status: TicketState;
  validFrom: string | null;
  validUntil: string | null;
  useBefore: string | null;
  tripsLeft: number | null;
  code: string | null;
  /** The transport card that it is on. */
  cardId: string | null;
  issuedAt: string;
  firstUsedAt: string | null;
  /** The end of the current trip, and the code shown until then. */
  tripUntil: string | null;
  tripCode: string | null;
  /** The ticket that it was transferred from. */
  transferredFrom: string | null;
}

/** A stored ticket, with its block reasons. */
export interface StoredTicket extends TicketRow {
  blockedFor: TicketBlock[];
}

const columns = sql`t.id, t.network_id as "networkId", t.account_id as "accountId", t.order_id as "orderId",
  t.order_line_id as "orderLineId", t.position, t.serial, t.product_id as "productId",
  t.traveller_id as "travellerId", t.traveller, t.support, t.status, t.valid_from as "validFrom",
  t.valid_until as "validUntil", t.use_before as "useBefore", t.trips_left as "tripsLeft", t.code, t.card_id as "cardId", t.issued_at as "issuedAt",
  t.first_used_at as "firstUsedAt", t.trip_until as "tripUntil", t.trip_code as "tripCode", t.transferred_from as "transferredFrom", t.blocked_for as "blockedFor"`;

const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

export type NewTicket = Omit<TicketRow, "status"> & { status: BirthState<typeof ticketMachine> };

export async function insertTickets(tx: Tx, tickets: readonly NewTicket[]): Promise<void> {
  if (tickets.length > 0) await insertTicketsStatement(tickets).execute(tx);
}

/** The statement that inserts tickets, at least one. */
export function insertTicketsStatement(tickets: readonly NewTicket[]): RawBuilder<unknown> {
  const rows = tickets.map(
    (
      t,
    ) => sql`(${t.id}, ${t.networkId}, ${t.accountId}, ${t.orderId}, ${t.orderLineId}, ${t.position}, ${t.serial}, ${t.productId},
      ${t.travellerId}, ${json(t.traveller)}::jsonb, ${t.support}, ${t.status}, ${t.validFrom},
      ${t.validUntil}, ${t.useBefore}, ${t.tripsLeft}, ${t.code}, ${t.cardId}::uuid, ${t.issuedAt},
      ${t.transferredFrom}::uuid)`,
  );
  return sql`insert into ticket (id, network_id, account_id, order_id, order_line_id, position, serial, product_id,
      traveller_id, traveller, support, status, valid_from, valid_until, use_before, trips_left, code, card_id, issued_at,
      transferred_from)
    values ${sql.join(rows)}`;
}

/** A transition, or several, of which each ticket takes the first whose condition holds. */
type TicketMoves = TicketTransition | readonly { transition: TicketTransition; when: RawBuilder<unknown> }[];

/**
 * The statement that moves tickets by transitions of their state machine: the only one that changes a status. `set`
 * assigns further columns, with a comma before it. Returns each ticket that moved, with its new state.
 */
export function moveTicketsStatement(
  moves: TicketMoves,
  which: RawBuilder<unknown>,
  set: RawBuilder<unknown> = sql``,
): RawBuilder<{ id: string; status: TicketState }> {
  const listed = typeof moves === "string" ? [{ transition: moves, when: sql`true` }] : moves;
  const rows = listed.map(({ transition, when }) => {
    const { from, to } = transitionOf<TicketState, TicketTransition>(ticketMachine, transition);
    return { isTaken: sql`(${when} and status = any(${from}::text[]))`, to };
  });
  const to = sql.join(
    rows.map((row) => sql`when ${row.isTaken} then ${row.to}`),
    sql` `,
  );
  const anyTaken = sql.join(
    rows.map(({ isTaken }) => isTaken),
    sql` or `,
  );
  return sql`update ticket set status = case ${to} end${set} where ${which} and (${anyTaken}) returning id, status`;
}

/**
 * Marks a ticket as transferred, once and before its first use; of two concurrent calls one succeeds. False: it was
 * used or transferred before.
 */
export async function markTransferred(
  tx: Tx,
  { networkId, id, at }: { networkId: string; id: string; at: string },
): Promise<boolean> {
  const unused = sql`network_id = ${networkId} and id = ${id} and first_used_at is null and transferred_from is null
    and card_id is null`;
  const moved = await moveTicketsStatement("transfer", unused, sql`, code = null, stopped_at = ${at}`).execute(tx);
  return moved.rows.length === 1;
}

/** Cancels the usable tickets of a cancelled order, and deletes their codes. */
export async function cancelTickets(tx: Tx, orderId: string, at: string): Promise<number> {
  const moved = await cancelStatement(sql`order_id = ${orderId}`, at).execute(tx);
  return moved.rows.length;
}

/** Cancels these usable tickets, which are refunded, and deletes their codes; returns how many were cancelled. */
export async function cancelTicketsOfRefund(tx: Tx, ids: readonly string[], at: string): Promise<number> {
  const moved = await cancelStatement(sql`id = any(${ids}::uuid[])`, at).execute(tx);
  return moved.rows.length;
}

function cancelStatement(which: RawBuilder<unknown>, at: string) {
  const set = sql`, code = null, trip_code = null, blocked_for = '{}', stopped_at = coalesce(stopped_at, ${at}::timestamptz)`;
  return moveTicketsStatement("cancel", which, set);
}

/** Shortens the validity of a ticket, and keeps until when its former code runs. */
export async function shortenTicket(
  tx: Tx,
  { id, validUntil, code }: Pick<TicketRow, "id" | "validUntil" | "code">,
): Promise<void> {
  await sql`update ticket set valid_until = ${validUntil}, code = ${code}, signed_until = greatest(signed_until, valid_until)
    where id = ${id} and status in ('pending', 'active', 'blocked') and valid_until > ${validUntil}`.execute(tx);
}

/** Locks the tickets of an order until the transaction ends, so that none is used meanwhile. */
export async function lockTickets(tx: Tx, orderId: string): Promise<void> {
  await sql`select from ticket where order_id = ${orderId} order by id for update`.execute(tx);
}

export interface WalletTicket extends StoredTicket {
  /** The article at the time of sale: catalogue changes do not affect it. */
  article: PackArticle;
  journey: Journey | null;
  orderNumber: string;
  /** The card that it is on, and when a validator loaded it. */
  card: { lastDigits: string; status: string | null; incident: string | null; expiresAt: string | null } | null;
  loadedAt: string | null;
  /** Whether it was transferred, possibly before it moved to another card. */
  wasGiven: boolean;
  paidAmount: number;
  /** The traveller whose own sign-in bought it; null: the holder. */
  boughtBy: string | null;
}

const walletColumns = sql`${columns}, l.article, l.journey, o.number as "orderNumber",
  case when c.id is not null then json_build_object('lastDigits', right(c.number, 4), 'status', c.status, 'incident', c.incident,
    'expiresAt', to_char(c.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end as card, t.loaded_at as "loadedAt",
  t.transferred_from is not null or (t.moved_from is not null and exists (select from ticket g
    where g.order_line_id = t.order_line_id and g.position = t.position and g.transferred_from is not null)) as "wasGiven",
  l.total_amount / l.quantity as "paidAmount", o.placed_by as "boughtBy"`;

/** Lists the tickets of an account, newest first; `before` is a ticket's id, `travellerId` narrows to one traveller. */
export async function listTickets(
  db: Database | Tx,
  filter: {
    networkId: string;
    accountId: string;
    travellerId: string | null;
    ticketId?: string | undefined;
    orderId?: string | undefined;
    before?: string | undefined;
    limit: number;
  },
): Promise<WalletTicket[]> {
  const found = await sql<WalletTicket>`
    select ${walletColumns}
    from ticket t join orders o on o.id = t.order_id join order_line l on l.id = t.order_line_id
      left join transport_card c on c.id = t.card_id
    where t.network_id = ${filter.networkId} and t.account_id = ${filter.accountId}
      and (${filter.travellerId}::uuid is null or t.traveller_id = ${filter.travellerId}::uuid)
      and (${filter.ticketId ?? null}::uuid is null or t.id = ${filter.ticketId ?? null}::uuid)
      and (${filter.orderId ?? null}::uuid is null or t.order_id = ${filter.orderId ?? null}::uuid)
      and (${filter.before ?? null}::uuid is null
        or (t.issued_at, t.id) < (select issued_at, id from ticket where id = ${filter.before ?? null}::uuid))
    order by t.issued_at desc, t.id desc limit ${filter.limit}`.execute(db);
  return found.rows;
}

/** Reads one ticket by its id alone, for holders of its link; with the language of its order. */
export async function readTicket(
  db: Database,
  id: string,
): Promise<(WalletTicket & { language: Language }) | undefined> {
  const found = await sql<WalletTicket & { language: Language }>`
    select ${walletColumns}, o.language
    from ticket t join orders o on o.id = t.order_id join order_line l on l.id = t.order_line_id
      left join transport_card c on c.id = t.card_id
    where t.id = ${id}`.execute(db);
  return found.rows[0];
}
