import type { Period, Support } from "@guichet/contract/catalogue.ts";
import type { PackArticle } from "@guichet/contract/network-pack.ts";
import type { OrderStatus } from "@guichet/contract/orders.ts";
import type { SubscriptionBlock, SubscriptionEnd } from "@guichet/contract/subscriptions.ts";
import { type BirthState, transitionOf } from "@guichet/rules/state-machine.ts";
import { type SubscriptionState, subscriptionMachine } from "@guichet/rules/subscriptions.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";
import type { NamedSubscription } from "./subscription-name.ts";

export interface SubscriptionRow {
  id: string;
  networkId: string;
  accountId: string;
  travellerId: string;
  status: SubscriptionState;
  shopItemId: string;
  productId: string;
  interval: Period;
  method: "CARD" | "TRANSFER";
  /** The saved card or bank account; null: the provider saved none. */
  methodId: string | null;
  mandateId: string | null;
  /** The day from which all periods are counted. */
  anchorOn: string;
  /** The paid time, end exclusive. */
  startsAt: string;
  endsAt: string;
  /** The period that was checked and announced, with the announced price of a piece. */
  announcedPosition: number | null;
  announcedAmount: number | null;
  /** The saved card of which the customer was warned that it expires. */
  warnedMethodId: string | null;
  /** The period for which the customer was asked to sign a mandate. */
  mandateAskedPosition: number | null;
  blockReason: SubscriptionBlock | null;
  suspendedAt: string | null;
  endReason: SubscriptionEnd | null;
  createdAt: string;
  cancelledAt: string | null;
  terminatedAt: string | null;
  /** The last day that its customer chose: no period begins after it; null: none. */
  chosenEndOn: string | null;
  chosenEndAt: string | null;
}

/** One period of a subscription, with the order that pays it. */
export interface PeriodRow {
  subscriptionId: string;
  position: number;
  networkId: string;
  orderId: string;
  startsAt: string;
  endsAt: string;
  attempts: number;
  /** When its charge was first refused. */
  refusedAt: string | null;
  /** When the notice of this renewal was sent; null: not sent, or none was required. */
  noticedAt: string | null;
  /** Its last day, if the customer left before its end. */
  leftOn: string | null;
  orderNumber: string;
  orderStatus: OrderStatus;
  amount: number;
  currency: string;
  orderedAt: string;
  paidAt: string | null;
  /** Since when the tickets of its order are suspended because an installment is unpaid. */
  orderSuspendedAt: string | null;
  /** The amounts captured for it, refunded or being refunded because it ended early, and as compensations; minor units. */
  taken: number;
  givenBack: number;
  compensated: number;
  /** Whether a payment for it is under way at the provider or the bank. */
  isUnderWay: boolean;
}

const columns = sql`s.id, s.network_id as "networkId", s.account_id as "accountId", s.traveller_id as "travellerId", s.status,
  s.shop_item_id as "shopItemId", s.product_id as "productId", s.renewal_interval as "interval", s.method,
  s.payment_method_id as "methodId", s.mandate_id as "mandateId", s.anchor_on as "anchorOn", s.starts_at as "startsAt",
  s.ends_at as "endsAt", s.announced_position as "announcedPosition", s.announced_amount as "announcedAmount",
  s.warned_method_id as "warnedMethodId", s.mandate_asked_position as "mandateAskedPosition", s.block_reason as "blockReason", s.suspended_at as "suspendedAt",
  s.end_reason as "endReason", s.created_at as "createdAt", s.cancelled_at as "cancelledAt",
  s.terminated_at as "terminatedAt", s.chosen_end_on as "chosenEndOn", s.chosen_end_at as "chosenEndAt"`;

const periodColumns = sql`p.subscription_id as "subscriptionId", p.position, p.network_id as "networkId",
  p.order_id as "orderId", p.starts_at as "startsAt", p.ends_at as "endsAt", p.tries as attempts, p.refused_at as "refusedAt",
  p.noticed_at as "noticedAt", p.left_on as "leftOn",
  o.number as "orderNumber", o.status as "orderStatus", o.amount, o.currency, o.created_at as "orderedAt",
  o.completed_at as "paidAt", o.suspended_at as "orderSuspendedAt",
  (select coalesce(sum(y.amount), 0) from payment y where y.order_id = o.id and y.status = 'captured') as taken,
  (select coalesce(sum(r.amount), 0) from refund r where r.order_id = o.id and r.order_refund_id is null) as "givenBack",
  (select coalesce(sum(r.amount), 0) from refund r where r.order_id = o.id and r.order_refund_id is not null) as compensated,
  exists (select from payment y where y.order_id = o.id and y.status in ('begun', 'open')) as "isUnderWay"`;

export type NewSubscription = Pick<
  SubscriptionRow,
  | "id"
  | "networkId"
  | "accountId"
  | "travellerId"
  | "shopItemId"
  | "productId"
  | "interval"
  | "method"
  | "methodId"
  | "mandateId"
  | "anchorOn"
  | "startsAt"
  | "endsAt"
  | "createdAt"
> & { status: BirthState<typeof subscriptionMachine> };

export async function insertSubscription(tx: Tx, one: NewSubscription): Promise<void> {
  await sql`insert into subscription (id, network_id, account_id, traveller_id, status, shop_item_id, product_id,
      renewal_interval, method, payment_method_id, mandate_id, anchor_on, starts_at, ends_at, created_at)
    values (${one.id}, ${one.networkId}, ${one.accountId}, ${one.travellerId}, ${one.status}, ${one.shopItemId},
      ${one.productId}, ${one.interval}, ${one.method}, ${one.methodId}, ${one.mandateId}, ${one.anchorOn},
      ${one.startsAt}, ${one.endsAt}, ${one.createdAt})`.execute(tx);
}

/** Locks a subscription until the transaction ends, and reads it. */
export async function lockSubscription(tx: Tx, id: string): Promise<SubscriptionRow | undefined> {
  await sql`select from subscription where id = ${id} for update`.execute(tx);
  return readSubscription(tx, id);
}

export async function readSubscription(db: Database | Tx, id: string): Promise<SubscriptionRow | undefined> {
  const found = await sql<SubscriptionRow>`select ${columns} from subscription s where s.id = ${id}`.execute(db);
  return found.rows[0];
}

/** Inserts a period with its order; false if the period exists already: of two concurrent renewals, one succeeds. */
export async function insertPeriod(
  tx: Tx,
  period: Pick<
    PeriodRow,
    "subscriptionId" | "position" | "networkId" | "orderId" | "startsAt" | "endsAt" | "noticedAt"
  >,
): Promise<boolean> {
  const written = await sql`insert into subscription_period (subscription_id, position, network_id, order_id, starts_at,
      ends_at, noticed_at)
    values (${period.subscriptionId}, ${period.position}, ${period.networkId}, ${period.orderId}, ${period.startsAt},
      ${period.endsAt}, ${period.noticedAt})
    on conflict do nothing returning position`.execute(tx);
  return written.rows.length === 1;
}

/** Replaces the cancelled order of a period with another. */
export async function replacePeriodOrder(tx: Tx, id: string, position: number, orderId: string): Promise<void> {
  await sql`update subscription_period set order_id = ${orderId}, tries = 0, refused_at = null
    where subscription_id = ${id} and position = ${position}`.execute(tx);
}

/** Lists the periods of subscriptions with their orders, newest first. */
export async function periodsOf(db: Database | Tx, ids: readonly string[]): Promise<PeriodRow[]> {
  if (ids.length === 0) return [];
  const found =
    await sql<PeriodRow>`select ${periodColumns} from subscription_period p join orders o on o.id = p.order_id
    where p.subscription_id = any(${ids}::uuid[]) order by p.position desc`.execute(db);
  return found.rows;
}

/** Reads the newest period of a subscription. */
export async function lastPeriod(db: Database | Tx, id: string): Promise<PeriodRow | undefined> {
  const found =
    await sql<PeriodRow>`select ${periodColumns} from subscription_period p join orders o on o.id = p.order_id
    where p.subscription_id = ${id} order by p.position desc limit 1`.execute(db);
  return found.rows[0];
}

/** The transport card on which a subscription is loaded; null: on none. */
export async function cardOf(tx: Tx, id: string): Promise<string | null> {
  const found = await sql<{ cardId: string | null }>`select l.card_id as "cardId" from subscription_period p
      join order_line l on l.order_id = p.order_id and l.kind = 'article' and l.support = 'MEDIA'
    where p.subscription_id = ${id} order by p.position desc limit 1`.execute(tx);
  return found.rows[0]?.cardId ?? null;
}

/** The period that an order pays; undefined: none, or its subscription has not started. */
export async function periodOfOrder(db: Database | Tx, orderId: string): Promise<PeriodRow | undefined> {
  const found =
    await sql<PeriodRow>`select ${periodColumns} from subscription_period p join orders o on o.id = p.order_id
    where p.order_id = ${orderId}`.execute(db);
  return found.rows[0];
}

/** Counts a refused charge of a period. */
export async function countRefusal(tx: Tx, orderId: string, at: string): Promise<void> {
  await sql`update subscription_period set tries = tries + 1, refused_at = coalesce(refused_at, ${at})
    where order_id = ${orderId}`.execute(tx);
}

export type SubscriptionVerb = keyof (typeof subscriptionMachine)["transitions"];

/**
 * Moves a subscription by a transition of its state machine; undefined if it was not in a state that the transition
 * starts from: of two concurrent calls, one succeeds.
 */
export async function moveSubscription(
  tx: Tx,
  id: string,
  verb: SubscriptionVerb,
  { at, block, end }: { at: string; block?: SubscriptionBlock; end?: SubscriptionEnd },
): Promise<SubscriptionRow | undefined> {
  const { from, to } = transitionOf<SubscriptionState, SubscriptionVerb>(subscriptionMachine, verb);
  const moved = await sql<SubscriptionRow>`update subscription s set status = ${to},
      suspended_at = case when ${to} = 'suspended' then ${at}::timestamptz end,
      block_reason = case when ${to} = 'suspended' then ${block ?? null} end,
      end_reason = case when ${to} in ('cancelled', 'terminated') then coalesce(end_reason, ${end ?? null}) end,
      cancelled_at = case when ${to} = 'cancelled' then ${at}::timestamptz when ${to} = 'terminated' then cancelled_at end,
      terminated_at = case when ${to} = 'terminated' then ${at}::timestamptz end
    where id = ${id} and status = any(${from}) returning ${columns}`.execute(tx);
  return moved.rows[0];
}

/** Records the last day that the customer chose, or that it renews without an end again (null). Returns the subscription. */
export async function recordChosenEnd(
  tx: Tx,
  id: string,
  chosen: { on: string; at: string } | null,
): Promise<SubscriptionRow | undefined> {
  const changed = await sql<SubscriptionRow>`update subscription s set chosen_end_on = ${chosen?.on ?? null},
      chosen_end_at = ${chosen?.at ?? null} where id = ${id} returning ${columns}`.execute(tx);
  return changed.rows[0];
}

/** Records the current block reason of a subscription that is already suspended. */
export async function recordBlockReason(tx: Tx, id: string, block: SubscriptionBlock): Promise<void> {
  await sql`update subscription set block_reason = ${block} where id = ${id} and status = 'suspended'`.execute(tx);
}

/** Extends the paid time to the end of a period. */
export async function extendSubscription(
  tx: Tx,
  id: string,
  { startsAt, endsAt }: Pick<PeriodRow, "startsAt" | "endsAt">,
) {
  await sql`update subscription set starts_at = ${startsAt}, ends_at = ${endsAt} where id = ${id}`.execute(tx);
}

/** Shortens the paid time, because the customer leaves before the end of the period. Returns the subscription. */
export async function shortenSubscription(
  tx: Tx,
  { subscriptionId: id, position }: Pick<PeriodRow, "subscriptionId" | "position">,
  { leftOn, endsAt }: { leftOn: string; endsAt: string },
): Promise<SubscriptionRow> {
  await sql`update subscription_period set left_on = ${leftOn}
    where subscription_id = ${id} and position = ${position}`.execute(tx);
  const ended = await sql<SubscriptionRow>`update subscription s set ends_at = ${endsAt} where id = ${id}
    returning ${columns}`.execute(tx);
  const [row] = ended.rows;
  if (row === undefined) throw new Error(`Subscription ${id} does not exist`);
  return row;
}

/** Records that a period was checked and announced, with the price of a piece. */
export async function recordAnnouncement(
  tx: Tx,
  id: string,
  position: number,
  amount: number,
  at: string,
): Promise<void> {
  await sql`update subscription set announced_position = ${position}, announced_amount = ${amount}, announced_at = ${at}
    where id = ${id}`.execute(tx);
}

/** Records that the customer was warned that the card expires. */
export async function recordExpiryWarning(tx: Tx, id: string, methodId: string): Promise<void> {
  await sql`update subscription set warned_method_id = ${methodId} where id = ${id}`.execute(tx);
}

/** Records that the customer was asked to sign a mandate for a period. */
export async function recordMandateRequest(tx: Tx, id: string, position: number): Promise<void> {
  await sql`update subscription set mandate_asked_position = ${position} where id = ${id}`.execute(tx);
}

/** Changes the payment method of a subscription. */
export async function changePaymentMeans(
  tx: Tx,
  id: string,
  { method, methodId, mandateId }: Pick<SubscriptionRow, "method" | "methodId" | "mandateId">,
): Promise<void> {
  await sql`update subscription set method = ${method}, payment_method_id = ${methodId}, mandate_id = ${mandateId},
    warned_method_id = null, mandate_asked_position = null where id = ${id}`.execute(tx);
}

/** A subscription with the further fields that its views show. */
export interface SubscriptionDetails extends SubscriptionRow {
  traveller: { firstName: string; lastName: string } | null;
  support: Support | null;
  quantity: number;
  article: PackArticle | null;
  name: string;
  /** The price of a piece in the last order, before discounts. */
  unitAmount: number;
  currency: string;
  installments: number;
  cardNumber: string | null;
  kept: {
    kind: "CARD" | "IBAN";
    brand: string | null;
    last4: string;
    expiresOn: string | null;
    nickname: string | null;
  } | null;
  /** Whether an installment of its first order is with the bank, or paid. */
  debited: boolean;
  /** Whether it is paid by direct debit without a mandate that covers its renewals. */
  mandateNeeded: boolean;
}

/** Lists the subscriptions of an account, or one of them: terminated ones last, the newest first otherwise. */
export async function listSubscriptions(
  db: Database | Tx,
  {
    networkId,
    accountId,
    id,
    travellerId,
  }: { networkId: string; accountId: string; id?: string; travellerId?: string },
): Promise<SubscriptionDetails[]> {
  const found = await sql<SubscriptionDetails>`
    select ${columns}, coalesce(jsonb_build_object('firstName', t.first_name, 'lastName', t.last_name), l.traveller) as traveller,
      l.support, l.quantity, l.article, l.name, l.unit_amount as "unitAmount", o.currency, o.installments,
      c.number as "cardNumber",
      case when m.id is null then null else jsonb_build_object('kind', m.kind, 'brand', m.brand, 'last4', m.last4,
        'expiresOn', m.expires_on, 'nickname', m.nickname) end as kept,
      exists (select from installment i where i.order_id = o.id and i.method = 'TRANSFER' and i.status <> 'planned') as debited,
      s.method = 'TRANSFER' and not exists (select from mandate d where d.id = s.mandate_id
        and d.subscription_id = s.id and d.revoked_at is null) as "mandateNeeded"
    from subscription s
      join lateral (select order_id from subscription_period p where p.subscription_id = s.id order by position desc limit 1) p on true
      join orders o on o.id = p.order_id
      join order_line l on l.order_id = o.id and l.kind = 'article'
      left join traveller t on t.id = s.traveller_id
      left join transport_card c on l.support = 'MEDIA' and c.id::text = l.card_id
      left join payment_method m on m.id = s.payment_method_id and m.removed_at is null
    where s.network_id = ${networkId} and s.account_id = ${accountId} and (${id ?? null}::uuid is null or s.id = ${id ?? null}::uuid)
      and (${travellerId ?? null}::uuid is null or s.traveller_id = ${travellerId ?? null}::uuid)
    order by s.status = 'terminated', s.created_at desc, s.id limit ${listedMax}`.execute(db);
  return found.rows;
}
/** At most this many subscriptions of an account are listed. */
const listedMax = 200;

export interface RenewingSubscription extends NamedSubscription {
  id: string;
}

/** Lists the subscriptions of an account or a traveller that will be charged again, with their names. */
export async function renewingSubscriptions(
  db: Database | Tx,
  { networkId, accountId, travellerId }: { networkId: string; accountId?: string; travellerId?: string },
): Promise<RenewingSubscription[]> {
  const found = await sql<RenewingSubscription>`select s.id, l.name, l.article
    from subscription s join subscription_period p on p.subscription_id = s.id and p.position = 1
      join order_line l on l.order_id = p.order_id and l.kind = 'article'
    where s.network_id = ${networkId} and s.status in ${renewingStates}
      and (${accountId ?? null}::uuid is null or s.account_id = ${accountId ?? null}::uuid)
      and (${travellerId ?? null}::uuid is null or s.traveller_id = ${travellerId ?? null}::uuid)
    order by s.created_at limit 100`.execute(db);
  return found.rows;
}

/** The states in which a subscription will be charged again. */
export const renewingStates = sql`('pending', 'active', 'suspended')`;

/** The client through which an order was placed. */
export async function clientOfOrder(tx: Tx, orderId: string): Promise<string> {
  const found = await sql<{
    clientId: string;
  }>`select client_id as "clientId" from orders where id = ${orderId}`.execute(tx);
  return found.rows[0]?.clientId ?? "shop";
}

/** The payment method of a subscription: a saved card, or a signed mandate. */
export type PaymentMeans = Pick<SubscriptionRow, "method" | "methodId" | "mandateId">;
