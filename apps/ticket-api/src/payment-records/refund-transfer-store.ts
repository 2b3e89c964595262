import type { RefundTransferState } from "@guichet/contract/office/refund-transfers.ts";
import type { AccountCause } from "@guichet/contract/refunds.ts";
import { type RefundTransferTransition, refundTransferMachine } from "@guichet/rules/refunds/refund-transfer-states.ts";
import { born, transitionOf } from "@guichet/rules/state-machine.ts";
import { type RawBuilder, sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";

/** A refund that its card refused for good, and that is paid by credit transfer. Minor units. */
export interface RefundTransferRow {
  refundId: string;
  networkId: string;
  orderId: string;
  amount: number;
  currency: string;
  status: RefundTransferState;
  cause: AccountCause;
  problem: string | null;
  /** Each rejection by the bank begins the next one. */
  attempt: number;
  requestedAt: string;
  holder: string | null;
  iban: string | null;
  enteredAt: string | null;
  approvedBy: string | null;
  transferredAt: string | null;
}

const columns = sql`t.refund_id as "refundId", t.network_id as "networkId", t.order_id as "orderId", r.amount, r.currency,
  t.status, t.cause, t.problem, t.attempt, t.requested_at as "requestedAt", t.holder, t.iban, t.entered_at as "enteredAt",
  t.approved_by as "approvedBy", t.transferred_at as "transferredAt"`;
const rows = sql`refund_transfer t join refund r on r.id = t.refund_id`;

/** Asks for an account because the card refused; returns false if it was asked before. */
export async function insertRefundTransfer(
  tx: Tx,
  one: Pick<RefundTransferRow, "refundId" | "networkId" | "orderId" | "problem" | "requestedAt">,
): Promise<boolean> {
  const inserted =
    await sql`insert into refund_transfer (refund_id, network_id, order_id, status, cause, problem, requested_at)
    values (${one.refundId}, ${one.networkId}, ${one.orderId}, ${born(refundTransferMachine, "ask")}, 'card', ${one.problem},
      ${one.requestedAt}) on conflict (refund_id) do nothing returning refund_id`.execute(tx);
  return inserted.rows.length === 1;
}

export async function readRefundTransfer(db: Database | Tx, refundId: string): Promise<RefundTransferRow | undefined> {
  const found =
    await sql<RefundTransferRow>`select ${columns} from ${rows} where t.refund_id = ${refundId}::uuid`.execute(db);
  return found.rows[0];
}

/** The refunds of an order that are paid by transfer, the oldest first. */
export async function refundTransfersOf(db: Database | Tx, orderId: string): Promise<RefundTransferRow[]> {
  const found = await sql<RefundTransferRow>`select ${columns} from ${rows} where t.order_id = ${orderId}
    order by t.requested_at, t.refund_id`.execute(db);
  return found.rows;
}

/**
 * Moves a transfer by a transition of its state machine, with further columns; returns whether it moved: of two
 * concurrent calls, one succeeds.
 */
export async function moveRefundTransfer(
  tx: Tx,
  refundId: string,
  transition: RefundTransferTransition,
  set: RawBuilder<unknown> = sql`refund_id = refund_id`,
): Promise<boolean> {
  const { from, to } = transitionOf<RefundTransferState, RefundTransferTransition>(refundTransferMachine, transition);
  const moved = await sql`update refund_transfer set status = ${to}, ${set}
    where refund_id = ${refundId} and status = any(${from}) returning refund_id`.execute(tx);
  return moved.rows.length === 1;
}

/** Columns of an account that the customer entered. */
export const accountEntered = ({ holder, iban, at }: { holder: string; iban: string; at: string }) =>
  sql`holder = ${holder}, iban = ${iban}, entered_at = ${at}`;

/** Columns of a transfer whose account is to be entered again. */
export const accountAskedAgain = ({
  cause,
  problem,
  at,
}: {
  cause: AccountCause;
  problem: string | null;
  at: string;
}) =>
  sql`cause = ${cause}, problem = ${problem}, requested_at = ${at}, holder = null, iban = null, entered_at = null,
    approved_by = null, approved_at = null, confirmed_by = null, confirmed_at = null`;

/** Columns of a transfer that a member of the staff approved, or a second one confirmed. */
export const accountApproved = ({ staffId, at }: { staffId: string; at: string }) =>
  sql`approved_by = ${staffId}, approved_at = ${at}`;
export const accountConfirmed = ({ staffId, at }: { staffId: string; at: string }) =>
  sql`confirmed_by = ${staffId}, confirmed_at = ${at}`;

/** Columns of a transfer that the bank got, or did not make: then the next attempt begins. */
export const handedOver = (at: string) => sql`transferred_at = ${at}`;
export const notMade = (problem: string | null, at: string) =>
  sql`${accountAskedAgain({ cause: "bank", problem, at })}, attempt = attempt + 1, transferred_at = null`;

/** Columns of a transfer that ended because its card had made the refund, which failed after all. */
export const cardFailedAfterAll = (at: string) =>
  sql`${accountAskedAgain({ cause: "card", problem: null, at })}, attempt = attempt + 1`;

/** A transfer as staff see it, with the names of those who decided. */
export type ListedRefundTransfer = RefundTransferRow & {
  orderNumber: string;
  approvedByName: string | null;
  confirmedByName: string | null;
};

/** Lists one page of the transfers of a network, the newest first; `before` is a refund's id. */
export async function listRefundTransfers(
  db: Database | Tx,
  filter: {
    networkId: string;
    id?: string | undefined;
    orderId?: string | undefined;
    state?: RefundTransferState | undefined;
    toDecide?: boolean | undefined;
    before?: string | undefined;
    limit: number;
  },
): Promise<ListedRefundTransfer[]> {
  const { networkId, id = null, orderId = null, state = null, before = null, limit } = filter;
  const isToDecide = sql`t.status in ('to-approve', 'to-confirm')`;
  const decidable = filter.toDecide === undefined ? sql`true` : filter.toDecide ? isToDecide : sql`not ${isToDecide}`;
  const found = await sql<ListedRefundTransfer>`select ${columns}, o.number as "orderNumber",
      approved.name as "approvedByName", confirmed.name as "confirmedByName"
    from ${rows} join orders o on o.id = t.order_id
      left join staff approved on approved.id = t.approved_by left join staff confirmed on confirmed.id = t.confirmed_by
    where t.network_id = ${networkId} and (${id}::uuid is null or t.refund_id = ${id}::uuid)
      and (${orderId}::uuid is null or t.order_id = ${orderId}::uuid) and (${state}::text is null or t.status = ${state}) and ${decidable}
      and (${before}::uuid is null
        or (t.requested_at, t.refund_id) < (select requested_at, refund_id from refund_transfer where refund_id = ${before}::uuid))
    order by t.requested_at desc, t.refund_id desc limit ${limit}`.execute(db);
  return found.rows;
}
