import type { PaymentMethod, Period, Support } from "@guichet/contract/catalogue.ts";
import type { Language } from "@guichet/contract/locales.ts";
import type { PackArticle } from "@guichet/contract/network-pack.ts";
import type {
  Delivery,
  OrderCollect,
  OrderOrigin,
  OrderProcessStatus,
  OrderStatus,
  Tracking,
} from "@guichet/contract/orders.ts";
import type { Journey } from "@guichet/contract/travel.ts";
import {
  type FulfilmentTransition,
  fulfilmentMachine,
  type OrderTransition,
  orderMachine,
} from "@guichet/rules/orders.ts";
import { type BirthState, transitionOf } from "@guichet/rules/state-machine.ts";
import type { CardWork } from "@guichet/rules/transport-card-articles.ts";
import { type RawBuilder, sql } from "kysely";
import { DatabaseError } from "pg";
import type { Database, Tx } from "../database/database.ts";
import type { OrderConsents } from "./order-consents.ts";

/** The buyer at the time of the order, as the invoice and the e-mail state it. */
export interface Customer {
  travellerId: string;
  firstName: string;
  lastName: string;
  email: string;
  guest: boolean;
}

export interface OrderRow {
  id: string;
  networkId: string;
  accountId: string;
  /** The traveller whose own sign-in placed it; null: the holder. */
  placedBy: string | null;
  number: string;
  status: OrderStatus;
  origin: OrderOrigin;
  amount: number;
  currency: string;
  paymentMethod: PaymentMethod | null;
  /** Paid at a counter, without a payment here: in cash, by a deposit, or by card at a terminal. */
  paidAtCounter: boolean;
  installments: number;
  /** The time between its installments; null for one. */
  installmentPeriod: Period | null;
  language: Language;
  customer: Customer;
  delivery: Record<string, string> | null;
  collect: OrderCollect | null;
  /** The tracking number of a shipped parcel. */
  tracking: Tracking | null;
  vouchers: string[];
  invoiceEmail: string | null;
  returnUrl: string | null;
  createdAt: string;
  expiresAt: string;
  completedAt: string | null;
  /** The subscription that it starts or renews. */
  subscriptionId: string | null;
  /** Since when its tickets are suspended because an installment is unpaid. */
  suspendedAt: string | null;
  /** Signed links from before are void: they went to an address that was corrected. */
  guestLinksFrom: string | null;
}

export interface NewOrder
  extends Omit<OrderRow, "number" | "status" | "completedAt" | "tracking" | "suspendedAt" | "guestLinksFrom"> {
  /** Taken before with `takeOrderNumber`; otherwise the insert takes one. */
  number?: string;
  status: BirthState<typeof orderMachine>;
  clientId: string;
  idempotencyKey: string | null;
  cartDigest: string;
  /** null: no consent was requested, for example at a counter, or for a renewal whose consent is with an earlier order. */
  consents: OrderConsents | null;
}

export type LineKind = "article" | "option" | "gift" | "shipping";

export interface OrderLineRow {
  id: string;
  networkId: string;
  orderId: string;
  position: number;
  kind: LineKind;
  shopItemId: string;
  productId: string;
  /** The article at the time of sale; null for the shipping fee. */
  article: PackArticle | null;
  name: string;
  quantity: number;
  unitAmount: number;
  discountAmount: number;
  totalAmount: number;
  vatRate: number;
  travellerId: string | null;
  traveller: { firstName: string; lastName: string; birthDate: string | null } | null;
  support: Support | null;
  /** The card to be loaded; `new`: the card that this order makes for the traveller, until it is made. */
  cardId: string | null;
  /** Set if a card is made for this line: a first one, or a replacement. */
  cardWork: CardWork | null;
  replacesCardId: string | null;
  madeCardId: string | null;
  startingAt: string | null;
  fields: Record<string, string>;
  journey: Journey | null;
  processStatus: OrderProcessStatus;
}

/** The columns of an order, as `OrderRow` names them. */
export const orderColumns = sql`id, network_id as "networkId", account_id as "accountId", placed_by as "placedBy", number, status, origin, amount, currency,
  payment_method as "paymentMethod", paid_at_counter as "paidAtCounter", installments, installment_period as "installmentPeriod", language, customer, delivery, collect, tracking, vouchers,
  invoice_email as "invoiceEmail", return_url as "returnUrl", created_at as "createdAt", expires_at as "expiresAt",
  completed_at as "completedAt", subscription_id as "subscriptionId", suspended_at as "suspendedAt",
  guest_links_from as "guestLinksFrom"`;

/** The columns of a line, as `OrderLineRow` names them. */
export const lineColumns = sql`id, network_id as "networkId", order_id as "orderId", position, kind, shop_item_id as "shopItemId",
  product_id as "productId", article, name, quantity, unit_amount as "unitAmount", discount_amount as "discountAmount",
  total_amount as "totalAmount", vat_rate as "vatRate", traveller_id as "travellerId", traveller, support,
  card_id as "cardId", card_work as "cardWork", replaces_card_id as "replacesCardId", made_card_id as "madeCardId",
  starting_at as "startingAt", fields, journey, process_status as "processStatus"`;

const json = (value: unknown): string | null => (value === null || value === undefined ? null : JSON.stringify(value));

/** Pads a number to at least six digits. */
const sixDigits = (counted: RawBuilder<unknown>) =>
  sql`(select lpad(n, greatest(6, length(n)), '0') from (select ${counted}::text as n) as counted)`;

/** Takes the next order number for an order that is about to be written. A number whose order is then refused stays unused. */
export async function takeOrderNumber(db: Database, createdAt: string): Promise<string> {
  const taken = await sql<{ number: string }>`select ${numberIn(createdAt)} as number`.execute(db);
  const [row] = taken.rows;
  if (row === undefined) throw new Error("The database gave no order number");
  return row.number;
}

const numberIn = (createdAt: string): RawBuilder<string> =>
  sql`${createdAt.slice(0, 4)}::text || '-' || ${sixDigits(sql`nextval('order_number')`)}`;

/**
 * Inserts an order with its lines and its first event; undefined, and nothing written, if the account already has an
 * unresolved order of this cart or an order with this key.
 */
export async function insertOrder(
  tx: Tx,
  order: NewOrder,
  lines: readonly OrderLineRow[],
): Promise<OrderRow | undefined> {
  const written = await insertOrderStatement(order, lines, { ifTwice: "nothing", answers: "order" }).execute(tx);
  return written.rows[0];
}

/**
 * The statement that inserts an order with its lines and its first events. If the account already has an order of this
 * cart or with this key, it inserts `nothing`, or fails with an error that rolls back the transaction
 * (`isDuplicateOrder`). It returns the inserted `order`, or `nothing` where no caller reads it.
 */
export function insertOrderStatement(
  order: NewOrder,
  lines: readonly OrderLineRow[],
  { ifTwice, answers }: { ifTwice: "nothing" | "error"; answers: "order" | "nothing" },
): RawBuilder<OrderRow> {
  const events = order.status === "PROCESSING" ? ["placed", "payment-begun"] : ["placed"];
  return sql<OrderRow>`with written as (
      insert into orders (id, network_id, account_id, placed_by, number, status, origin, client_id, idempotency_key, cart_digest, amount,
        currency, payment_method, paid_at_counter, installments, installment_period, language, customer, delivery, collect, vouchers, invoice_email, return_url,
        created_at, expires_at, subscription_id, consents)
      values (${order.id}, ${order.networkId}, ${order.accountId}, ${order.placedBy},
        ${order.number ?? numberIn(order.createdAt)}, ${order.status}, ${order.origin}, ${order.clientId},
        ${order.idempotencyKey}, ${order.cartDigest}, ${order.amount}, ${order.currency}, ${order.paymentMethod}, ${order.paidAtCounter},
        ${order.installments}, ${order.installmentPeriod}, ${order.language}, ${json(order.customer)}, ${json(order.delivery)}, ${json(order.collect)},
        ${json(order.vouchers)}, ${order.invoiceEmail}, ${order.returnUrl}, ${order.createdAt}, ${order.expiresAt}, ${order.subscriptionId},
        ${json(order.consents)})
      ${ifTwice === "nothing" ? sql`on conflict do nothing` : sql``} returning *),
    lines as (
      insert into order_line (id, network_id, order_id, position, kind, shop_item_id, product_id, article, name, quantity,
        unit_amount, discount_amount, total_amount, vat_rate, traveller_id, traveller, support, card_id, card_work, replaces_card_id,
        starting_at, fields, journey, process_status)
      select l.id, written.network_id, written.id, l.position, l.kind, l."shopItemId", l."productId",
        coalesce(l.article, 'null'), l.name, l.quantity, l."unitAmount", l."discountAmount", l."totalAmount", l."vatRate",
        l."travellerId", l.traveller, l.support, l."cardId", l."cardWork", l."replacesCardId", l."startingAt", l.fields, l.journey, l."processStatus"
      from written, jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as l(id uuid, position integer, kind text,
        "shopItemId" text, "productId" text, article jsonb, name text, quantity integer, "unitAmount" integer,
        "discountAmount" integer, "totalAmount" integer, "vatRate" numeric, "travellerId" uuid, traveller jsonb, support text,
        "cardId" text, "cardWork" text, "replacesCardId" uuid, "startingAt" timestamptz, fields jsonb, journey jsonb, "processStatus" text)),
    events_written as (
      insert into order_event (network_id, order_id, at, event)
      select network_id, id, created_at, events_written.event from written, unnest(${events}::text[]) with ordinality as events_written(event, place)
      order by events_written.place)
    select ${answers === "order" ? orderColumns : sql``} from written`;
}

/** Whether the error says that the account already has an order of this cart, or with this key. */
export const isDuplicateOrder = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code === uniqueViolation && error.table === "orders";
const uniqueViolation = "23505";

/** Reads an order unless its customer was erased; such an order is only in the books. */
export async function readOrder(db: Database | Tx, id: string): Promise<OrderRow | undefined> {
  const found = await sql<OrderRow>`select ${orderColumns} from orders where id = ${id} and erased_at is null`.execute(
    db,
  );
  return found.rows[0];
}

/** The consents given when an order was placed; undefined: none were requested. */
export async function consentsOf(db: Database | Tx, orderId: string): Promise<OrderConsents | undefined> {
  const found = await sql<{
    consents: OrderConsents | null;
  }>`select consents from orders where id = ${orderId}`.execute(db);
  return found.rows[0]?.consents ?? undefined;
}

/** Whether the account has a later order that is paid or may still be. */
export async function hasLaterOrder(
  tx: Tx,
  { id, networkId, accountId, createdAt }: Pick<OrderRow, "id" | "networkId" | "accountId" | "createdAt">,
): Promise<boolean> {
  const found = await sql`select 1 from orders where network_id = ${networkId} and account_id = ${accountId}
    and id <> ${id} and created_at >= ${createdAt} and status <> 'CANCELED' limit 1`.execute(tx);
  return found.rows.length > 0;
}

/** Locks an order until the transaction ends, and reads it. */
export async function lockOrder(tx: Tx, id: string): Promise<OrderRow | undefined> {
  const locked = await sql<OrderRow>`select ${orderColumns} from orders where id = ${id} for update`.execute(tx);
  return locked.rows[0];
}

export async function readLines(db: Database | Tx, orderId: string): Promise<OrderLineRow[]> {
  const found =
    await sql<OrderLineRow>`select ${lineColumns} from order_line where order_id = ${orderId} order by position`.execute(
      db,
    );
  return found.rows;
}

/**
 * Finds the order placed with this key, else the unresolved order of this cart. Each has an index of its own, so the
 * number of the account's orders does not matter.
 */
export async function findPlaced(
  db: Database | Tx,
  criteria: {
    networkId: string;
    clientId: string;
    accountId: string;
    idempotencyKey: string | null;
    cartDigest: string;
  },
  { ofAnyCart = true }: { ofAnyCart?: boolean } = {},
): Promise<OrderRow | undefined> {
  const found = await sql<OrderRow>`select ${orderColumns} from (
      select *, 1 as rank from orders
      where network_id = ${criteria.networkId} and account_id = ${criteria.accountId} and client_id = ${criteria.clientId}
        and idempotency_key = ${criteria.idempotencyKey} and (${ofAnyCart} or cart_digest = ${criteria.cartDigest})
      union all
      select *, 2 from orders
      where network_id = ${criteria.networkId} and account_id = ${criteria.accountId} and cart_digest = ${criteria.cartDigest}
        and status in ('PENDING', 'PROCESSING', 'ERROR')) as placed
    order by rank, created_at desc limit 1`.execute(db);
  return found.rows[0];
}

/**
 * Moves an order by a transition of its state machine and writes the event into its history. Returns undefined if the
 * order was not in a state that the transition starts from: of two concurrent calls, one succeeds.
 */
export async function moveOrder(
  tx: Tx,
  id: string,
  transition: OrderTransition,
  event: NewEvent,
): Promise<OrderRow | undefined> {
  const moved = await moveOrderStatement(id, transition, event).execute(tx);
  return moved.rows[0];
}

/** The event written into an order's history when it moves. */
interface NewEvent {
  at: string;
  event: string;
  detail?: unknown;
}

/** The statement that moves an order: the only one that changes its status. */
export function moveOrderStatement(
  id: string,
  transition: OrderTransition,
  { at, event, detail }: NewEvent,
): RawBuilder<OrderRow> {
  const { from, to } = transitionOf<OrderStatus, OrderTransition>(orderMachine, transition);
  return sql<OrderRow>`with moved as (
      update orders set status = ${to},
        completed_at = case when ${to} = 'COMPLETED' then coalesce(completed_at, ${at}::timestamptz) else completed_at end,
        canceled_at = case when ${to} = 'CANCELED' then ${at}::timestamptz else canceled_at end
      where id = ${id} and status = any(${from}) returning *),
    events_written as (
      insert into order_event (network_id, order_id, at, event, detail)
      select network_id, id, ${at}, ${event}, ${json(detail)}::jsonb from moved)
    select ${orderColumns} from moved`;
}

/** Moves the lines of a paid order with one of these supports and writes the event into its history; returns how many moved. */
export async function moveLines(
  tx: Tx,
  move: {
    networkId: string;
    orderId: string;
    supports: readonly (Support | null)[];
    /** Moves this line only. */
    lineId?: string;
    at: string;
    event: string;
  },
  transition: FulfilmentTransition,
): Promise<number> {
  const { from, to } = transitionOf<OrderProcessStatus, FulfilmentTransition>(fulfilmentMachine, transition);
  const moved = await sql<{ moved: number }>`with moved as (
      update order_line l set process_status = ${to} from orders o
      where o.id = l.order_id and o.status in ('COMPLETED', 'REGULARIZATION')
        and l.network_id = ${move.networkId} and l.order_id = ${move.orderId} and l.process_status = any(${from})
        and coalesce(l.support, '') = any(${move.supports.map((support) => support ?? "")})
        and (${move.lineId ?? null}::uuid is null or l.id = ${move.lineId ?? null}::uuid)
      returning l.network_id, l.order_id),
    events_written as (
      insert into order_event (network_id, order_id, at, event)
      select distinct network_id, order_id, ${move.at}::timestamptz, ${move.event} from moved)
    select count(*) as moved from moved`.execute(tx);
  return moved.rows[0]?.moved ?? 0;
}

/** Changes the agency or time at which an order is collected. */
export async function changeCollection(tx: Tx, id: string, collect: OrderCollect, at: string): Promise<void> {
  await sql`with promised as (
      update orders set collect = ${json(collect)} where id = ${id} returning network_id, id)
    insert into order_event (network_id, order_id, at, event)
    select network_id, id, ${at}, 'collect-changed' from promised`.execute(tx);
}

/**
 * Replaces the delivery address of an order that is not cancelled, whose parcel is not shipped, and whose address is still `seen`.
 * False: one of this is not so. The caller holds the lock of the order, as who ships it does.
 */
export async function replaceDelivery(
  tx: Tx,
  id: string,
  { seen, delivery }: Record<"seen" | "delivery", Delivery>,
): Promise<boolean> {
  const replaced = await sql`update orders set delivery = ${json(delivery)}::jsonb
    where id = ${id} and '{"addressState": ""}'::jsonb || delivery = ${json(seen)}::jsonb and status not in ('CANCELED', 'ERROR')
      and exists (select from order_line l where l.order_id = orders.id and l.support = 'SHIPPING')
      and not exists (select from order_line l where l.order_id = orders.id and l.support = 'SHIPPING'
        and l.process_status = 'PROCESSED')
    returning id`.execute(tx);
  return replaced.rows.length === 1;
}

/** Stores the tracking number of an order's parcel. */
export async function saveTracking(tx: Tx, id: string, tracking: Tracking): Promise<void> {
  await sql`update orders set tracking = ${json(tracking)} where id = ${id}`.execute(tx);
}

/** Records since when the tickets of an order are suspended; null: they no longer are. */
export async function markSuspended(tx: Tx, id: string, at: string | null): Promise<void> {
  await sql`update orders set suspended_at = ${at} where id = ${id}`.execute(tx);
}

export async function addEvent(
  tx: Tx | Database,
  event: { networkId: string; orderId: string; at: string; event: string; detail?: unknown },
): Promise<void> {
  await sql`insert into order_event (network_id, order_id, at, event, detail)
    values (${event.networkId}, ${event.orderId}, ${event.at}, ${event.event}, ${json(event.detail)})`.execute(tx);
}

/**
 * The statement that moves lines whose tickets are issued: one for a phone is fulfilled, one for a card when the card has been
 * loaded.
 */
export function issueLinesStatement(orderId: string, lineIds: readonly string[]): RawBuilder<unknown> {
  const { issueTickets, issueTicketsForCard } = fulfilmentMachine.transitions;
  return sql`update order_line set process_status = case when support = 'MEDIA' then ${issueTicketsForCard.to} else ${issueTickets.to} end
    where order_id = ${orderId} and id = any(${lineIds}::uuid[])
      and process_status = any(case when support = 'MEDIA' then ${issueTicketsForCard.from}::text[] else ${issueTickets.from}::text[] end)`;
}
