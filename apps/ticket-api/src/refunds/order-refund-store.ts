import type { RefundScope, RefundState, StaffRefund } from "@guichet/contract/office/refunds.ts";
import { type RefundTransition, refundMachine } from "@guichet/rules/refunds/refund-states.ts";
import { type BirthState, transitionOf } from "@guichet/rules/state-machine.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";
import { type DroppedInstallment, droppedInstallments } from "../order-records/dropped-installment-store.ts";

/** A refund of an order: tickets returned by the customer, or a decision of the staff. Minor units. */
export interface OrderRefund {
  id: string;
  networkId: string;
  orderId: string;
  scope: RefundScope;
  status: RefundState;
  /** What is credited: paid back, or dropped from the open installments. */
  amount: number;
  currency: string;
  /** The member of the staff who requested it; null: the customer. */
  staffId: string | null;
  reason: string | null;
  createdAt: string;
}

export type NewOrderRefund = Omit<OrderRefund, "status"> & { status: BirthState<typeof refundMachine> };

/** A returned ticket, with its refund in minor units. */
export interface RefundedTicket {
  ticketId: string;
  amount: number;
}

/** An approved refund of a locked order. Its tickets were returned by the customer, or withdrawn by the staff. */
export interface ApprovedRefund {
  refund: Omit<OrderRefund, "status">;
  tickets: readonly TicketOfRefund[];
  /** The customer requested it with evidence, which the staff accepted. */
  isRequested?: boolean;
}

/** How a refund was divided: installments that it reduced, and what is paid back in minor units. */
export interface DividedRefund {
  dropped: readonly DroppedInstallment[];
  paidBackAmount: number;
}

/** A returned or withdrawn ticket, as the credit note and the e-mail state it. */
export interface TicketOfRefund {
  id: string;
  name: string;
  serial: string;
  vatRate: number;
  /** Its refund in minor units. */
  amount: number;
}

const columns = sql`id, network_id as "networkId", order_id as "orderId", scope, status, amount, currency,
  staff_id as "staffId", reason, created_at as "createdAt"`;

export async function insertOrderRefund(
  tx: Tx,
  refund: NewOrderRefund,
  tickets: readonly RefundedTicket[],
): Promise<void> {
  await sql`insert into order_refund (id, network_id, order_id, scope, status, amount, currency, staff_id, reason, created_at)
    values (${refund.id}, ${refund.networkId}, ${refund.orderId}, ${refund.scope}, ${refund.status}, ${refund.amount},
      ${refund.currency}, ${refund.staffId}, ${refund.reason}, ${refund.createdAt})`.execute(tx);
  if (tickets.length === 0) return;
  const rows = tickets.map(({ ticketId, amount }) => sql`(${refund.id}::uuid, ${ticketId}::uuid, ${amount}::integer)`);
  await sql`insert into order_refund_ticket (order_refund_id, ticket_id, amount) values ${sql.join(rows)}`.execute(tx);
}

export async function readOrderRefund(db: Database | Tx, id: string): Promise<OrderRefund | undefined> {
  const found = await sql<OrderRefund>`select ${columns} from order_refund where id = ${id}`.execute(db);
  return found.rows[0];
}

/** What tickets of an order got back as goodwill while they stayed valid, by ticket; minor units. */
export async function compensatedTickets(db: Database | Tx, orderId: string): Promise<ReadonlyMap<string, number>> {
  const found = await sql<RefundedTicket>`select t.ticket_id as "ticketId", sum(t.amount) as amount
    from order_refund_ticket t join order_refund r on r.id = t.order_refund_id
    where r.order_id = ${orderId} and r.scope = 'goodwill' and r.status = 'approved' group by t.ticket_id`.execute(db);
  return new Map(found.rows.map(({ ticketId, amount }) => [ticketId, amount]));
}

export async function refundedTickets(tx: Tx, id: string): Promise<RefundedTicket[]> {
  const found = await sql<RefundedTicket>`select ticket_id as "ticketId", amount from order_refund_ticket
    where order_refund_id = ${id} order by ticket_id`.execute(tx);
  return found.rows;
}

/**
 * Moves a refund by a transition of its state machine, decided by a second member of the staff. Returns whether it
 * moved: of two concurrent calls, one succeeds.
 */
export async function moveOrderRefund(
  tx: Tx,
  id: string,
  transition: RefundTransition,
  { at, staffId }: { at: string; staffId: string },
): Promise<boolean> {
  const { from, to } = transitionOf<RefundState, RefundTransition>(refundMachine, transition);
  const moved = await sql`update order_refund set status = ${to}, decided_at = ${at}, decided_by = ${staffId}
    where id = ${id} and status = any(${from}) returning id`.execute(tx);
  return moved.rows.length === 1;
}

/** Stores by how much a refund reduced installments that were still to be collected. */
export async function insertDroppedInstallments(
  tx: Tx,
  id: string,
  dropped: readonly DroppedInstallment[],
): Promise<void> {
  if (dropped.length === 0) return;
  const rows = dropped.map(
    ({ position, droppedAmount, leftAmount }) =>
      sql`(${id}::uuid, ${position}::integer, ${droppedAmount}::integer, ${leftAmount}::integer)`,
  );
  await sql`insert into order_refund_installment (order_refund_id, position, dropped_amount, left_amount)
    values ${sql.join(rows)}`.execute(tx);
  await sql`update order_refund set dropped_amount = (
    select sum(dropped_amount) from order_refund_installment where order_refund_id = ${id}) where id = ${id}`.execute(
    tx,
  );
}

interface ListedRefund
  extends Pick<StaffRefund, "scope" | "status" | "reason" | "requestedBy" | "decidedBy" | "creditNoteNumber"> {
  id: string;
  /** The member of the staff who requested it; null: the customer. */
  requestedById: string | null;
  /** The request with evidence that it accepts. */
  requestId: string | null;
  orderId: string;
  orderNumber: string;
  amount: number;
  droppedAmount: number;
  dropped: DroppedInstallment[];
  sentAmount: number;
  transfer: ListedTransfer | null;
  currency: string;
  createdAt: string;
}

/** The part of a refund that is paid back by credit transfer. */
interface ListedTransfer {
  amount: number;
  iban: string | null;
  sendFrom: string | null;
  state: "to-release" | "released" | "sent" | "returned";
}

/** SQL: the credit transfers of the refund `r` as one, as JSON; null: none. */
const transferOf = sql`(select json_build_object('amount', sum(f.amount), 'iban', max(p.asked #>> '{debtor,iban}'),
    'sendFrom', max(f.send_from), 'state', case
      when bool_and(f.returned_at is not null) then 'returned'
      when bool_and(f.given_at is not null or f.returned_at is not null) then 'sent'
      when bool_or(f.needs_release and f.released_at is null and f.given_at is null and f.returned_at is null) then 'to-release'
      else 'released' end)
  from refund f join payment p on p.id = f.payment_id and p.kind = 'debit'
  where f.order_refund_id = r.id having count(*) > 0)`;

/** Lists one page of the refunds of a network, the newest first; `before` is a refund's id. */
export async function listOrderRefunds(
  db: Database | Tx,
  filter: {
    networkId: string;
    id?: string | undefined;
    orderId?: string | undefined;
    status?: RefundState | undefined;
    toRelease?: boolean | undefined;
    before?: string | undefined;
    limit: number;
  },
): Promise<ListedRefund[]> {
  const found =
    await sql<ListedRefund>`select r.id, r.order_id as "orderId", o.number as "orderNumber", r.scope, r.status,
      r.amount, r.dropped_amount as "droppedAmount", ${droppedInstallments} as dropped, r.currency, r.reason, r.staff_id as "requestedById", asked.name as "requestedBy", decided.name as "decidedBy", r.created_at as "createdAt",
      -- A counter pays back at once.
      case when o.paid_at_counter and r.status = 'approved' then r.amount
        else (select coalesce(sum(p.amount), 0)::integer from refund p where p.order_refund_id = r.id and p.given_at is not null) end as "sentAmount",
      ${transferOf} as transfer,
      (select number from invoice i where i.order_refund_id = r.id) as "creditNoteNumber",
      (select q.id from refund_request q where q.order_refund_id = r.id) as "requestId"
    from order_refund r join orders o on o.id = r.order_id
      left join staff asked on asked.id = r.staff_id left join staff decided on decided.id = r.decided_by
    where r.network_id = ${filter.networkId}
      and (${filter.id ?? null}::uuid is null or r.id = ${filter.id ?? null}::uuid)
      and (${filter.orderId ?? null}::uuid is null or r.order_id = ${filter.orderId ?? null}::uuid)
      and (${filter.status ?? null}::text is null or r.status = ${filter.status ?? null})
      and (not ${filter.toRelease ?? false} or exists (select from refund f where f.order_refund_id = r.id
        and f.needs_release and f.released_at is null and f.given_at is null and f.returned_at is null))
      and (${filter.before ?? null}::uuid is null
        or (r.created_at, r.id) < (select created_at, id from order_refund where id = ${filter.before ?? null}::uuid))
    order by r.created_at desc, r.id desc limit ${filter.limit}`.execute(db);
  return found.rows;
}
