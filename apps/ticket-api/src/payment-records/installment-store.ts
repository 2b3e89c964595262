import {
  type InstallmentStatus,
  type InstallmentTransition,
  installmentMachine,
} from "@guichet/rules/payments/payments.ts";
import { type BirthState, transitionOf } from "@guichet/rules/state-machine.ts";
import { type RawBuilder, sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";
import { renewingStates } from "../subscription-records/subscription-store.ts";

/** One installment of an order. Days are in the network's time zone. */
export interface InstallmentRow {
  networkId: string;
  orderId: string;
  position: number;
  /** By card, or by direct debit. */
  method: "CARD" | "TRANSFER";
  /** What is to be collected, without what a refund dropped of it. Minor units. */
  amount: number;
  currency: string;
  dueOn: string;
  collectedOn: string;
  /** The day of the notice before a debit. */
  noticeOn: string | null;
  status: InstallmentStatus;
  /** The saved card that is charged, or the bank account that is debited. */
  methodId: string | null;
  /** The mandate of a debit. */
  mandateId: string | null;
  /** The number of attempts to charge it. */
  attempts: number;
  /** The day on which its tickets are suspended unless it is paid before; set when it was returned unpaid. */
  suspendsOn: string | null;
}

const columns = sql`network_id as "networkId", order_id as "orderId", position, method, amount, currency, due_on as "dueOn",
  collected_on as "collectedOn", notice_on as "noticeOn", status, payment_method_id as "methodId", mandate_id as "mandateId", tries as attempts,
  suspends_on as "suspendsOn"`;

/** Statuses of installments that still need their card or account. */
export const outstandingStatuses = sql`('planned', 'begun', 'unpaid')`;

type NewInstallment = Omit<InstallmentRow, "status" | "suspendsOn"> & {
  status: BirthState<typeof installmentMachine>;
  paidAt: string | null;
};

export async function insertInstallment(tx: Tx, installment: NewInstallment): Promise<void> {
  await sql`insert into installment (network_id, order_id, position, method, amount, currency, due_on, collected_on, notice_on,
      status, payment_method_id, mandate_id, tries, paid_at)
    values (${installment.networkId}, ${installment.orderId}, ${installment.position}, ${installment.method}, ${installment.amount}, ${installment.currency},
      ${installment.dueOn}, ${installment.collectedOn}, ${installment.noticeOn}, ${installment.status}, ${installment.methodId}, ${installment.mandateId},
      ${installment.attempts}, ${installment.paidAt})`.execute(tx);
}

export async function readInstallment(
  db: Database | Tx,
  orderId: string,
  position: number,
): Promise<InstallmentRow | undefined> {
  const found = await sql<InstallmentRow>`select ${columns} from installment
    where order_id = ${orderId} and position = ${position}`.execute(db);
  return found.rows[0];
}

/** Lists the installments of some orders, by position. */
export async function installmentsOf(db: Database | Tx, orderIds: readonly string[]): Promise<InstallmentRow[]> {
  if (orderIds.length === 0) return [];
  const found = await sql<InstallmentRow>`select ${columns} from installment
    where order_id = any(${orderIds}) order by order_id, position`.execute(db);
  return found.rows;
}

/**
 * Moves an installment by a transition of its state machine; returns whether it moved: of two concurrent calls, one
 * succeeds.
 */
export async function moveInstallment(
  tx: Tx,
  { orderId, position }: Pick<InstallmentRow, "orderId" | "position">,
  transition: InstallmentTransition,
  more: { paidAt?: string; tried?: boolean; suspendsOn?: string; collectedOn?: string } = {},
): Promise<boolean> {
  const { from, to } = transitionOf<InstallmentStatus, InstallmentTransition>(installmentMachine, transition);
  const moved = await sql`update installment set status = ${to}, paid_at = coalesce(${more.paidAt ?? null}, paid_at),
      tries = tries + ${more.tried ? 1 : 0}, suspends_on = coalesce(${more.suspendsOn ?? null}, suspends_on),
      collected_on = coalesce(${more.collectedOn ?? null}, collected_on)
    where order_id = ${orderId} and position = ${position} and status = any(${from}) returning position`.execute(tx);
  return moved.rows.length === 1;
}

/**
 * Locks the installments of a locked order that are not collected yet. One that is being collected at this moment, by
 * card or in a file of debits, is left out.
 */
export async function lockOpenInstallments(tx: Tx, orderId: string): Promise<InstallmentRow[]> {
  const locked = await sql<InstallmentRow>`select ${columns} from installment
    where order_id = ${orderId} and status = 'planned' order by position for no key update skip locked`.execute(tx);
  return locked.rows;
}

/** Reduces an installment in this status by less than its amount, in minor units; returns whether it did. */
export async function reduceInstallment(
  tx: Tx,
  { orderId, position }: Pick<InstallmentRow, "orderId" | "position">,
  status: InstallmentStatus,
  droppedAmount: number,
): Promise<boolean> {
  const reduced = await sql`update installment
    set amount = amount - ${droppedAmount}, dropped_amount = dropped_amount + ${droppedAmount}
    where order_id = ${orderId} and position = ${position} and status = ${status} and amount > ${droppedAmount}
    returning position`.execute(tx);
  return reduced.rows.length === 1;
}

/** Sets the day on which an unpaid installment suspends its tickets. */
export async function setSuspensionDay(
  tx: Tx,
  { orderId, position }: Pick<InstallmentRow, "orderId" | "position">,
  suspendsOn: string,
): Promise<void> {
  await sql`update installment set suspends_on = ${suspendsOn} where order_id = ${orderId} and position = ${position}`.execute(
    tx,
  );
}

/** Whether the order `o` is unpaid, with so many returned installments that collection stops. */
export const collectionStopped = (returnedMax: number): RawBuilder<boolean> =>
  sql`(o.status = 'REGULARIZATION' and (select count(*) from installment r
    where r.order_id = o.id and r.suspends_on is not null) >= ${returnedMax})`;

export async function isCollectionStopped(db: Database | Tx, orderId: string, returnedMax: number): Promise<boolean> {
  return exists(db, sql`select 1 from orders o where o.id = ${orderId} and ${collectionStopped(returnedMax)}`);
}

/** Whether the order has an unpaid installment. */
export async function hasUnpaidInstallment(tx: Tx, orderId: string): Promise<boolean> {
  return exists(tx, sql`select 1 from installment where order_id = ${orderId} and status = 'unpaid'`);
}

/** Whether an open installment or a subscription needs this payment method. */
export async function isMethodNeeded(tx: Tx, methodId: string): Promise<boolean> {
  const installmentUse = sql`select 1 from installment where payment_method_id = ${methodId} and status in ${outstandingStatuses}`;
  return exists(
    tx,
    sql`${installmentUse} union all select 1 from subscription where payment_method_id = ${methodId} and status in ${renewingStates}`,
  );
}

async function exists(tx: Database | Tx, query: RawBuilder<unknown>): Promise<boolean> {
  const found = await sql`${query} limit 1`.execute(tx);
  return found.rows.length > 0;
}
