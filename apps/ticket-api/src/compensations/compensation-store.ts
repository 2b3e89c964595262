import type { CompensationProblem, CompensationState } from "@guichet/contract/office/compensations.ts";
import { type CompensationTransition, compensationMachine } from "@guichet/rules/compensations/compensation-states.ts";
import { type BirthState, transitionOf } from "@guichet/rules/state-machine.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";

/** A ticket that is entitled, with its compensation in minor units. */
export interface Entitled {
  ticketId: string;
  orderId: string;
  articleId: string;
  name: string;
  days: number;
  amount: number;
}

interface NewCompensation extends Entitled {
  id: string;
  status: BirthState<typeof compensationMachine>;
}

/** Inserts the compensations of a campaign; a ticket has one in each. */
export async function insertCompensations(
  tx: Tx,
  campaign: { id: string; networkId: string; currency: string },
  compensations: readonly NewCompensation[],
): Promise<void> {
  await sql`insert into compensation (id, network_id, campaign_id, ticket_id, order_id, article_id, name, days, amount, currency, status)
    select id, ${campaign.networkId}, ${campaign.id}, "ticketId", "orderId", "articleId", name, days, amount,
      ${campaign.currency}, status
    from jsonb_to_recordset(${JSON.stringify(compensations)}::jsonb) as each(id uuid, "ticketId" uuid, "orderId" uuid,
      "articleId" text, name text, days integer, amount integer, status text)`.execute(tx);
}

/** A compensation that is being paid, locked, with the serial of its ticket. */
export interface PendingCompensation extends Entitled {
  id: string;
  serial: string;
}

/**
 * Locks the next pending compensation of a campaign until the transaction ends; one that another server has locked is
 * passed over, and those with an error come last. undefined: there is none.
 */
export async function takeCompensation(tx: Tx, campaignId: string): Promise<PendingCompensation | undefined> {
  const taken = await sql<PendingCompensation>`select p.id, p.ticket_id as "ticketId", p.order_id as "orderId",
      p.article_id as "articleId", p.name, p.days, p.amount, t.serial
    from compensation p join ticket t on t.id = p.ticket_id
    where p.campaign_id = ${campaignId} and p.status = 'pending'
    order by p.attempts, p.id limit 1 for update of p skip locked`.execute(tx);
  return taken.rows[0];
}

/** Whether a ticket is cancelled; its order is locked. */
export async function isTicketCancelled(tx: Tx, ticketId: string): Promise<boolean> {
  const found = await sql`select from ticket where id = ${ticketId} and status = 'cancelled'`.execute(tx);
  return found.rows.length > 0;
}

/** What a compensation has given, in minor units. */
export interface Given {
  refundedAmount: number;
  voucherAmount: number;
  voucherCode: string | null;
  problem: CompensationProblem | null;
}
export const nothingGiven: Given = {
  ...{ refundedAmount: 0, voucherAmount: 0, voucherCode: null, problem: null },
};

/**
 * Moves compensations by a transition of their state machine, with what they have given. Returns how many moved: each
 * leaves `pending` once.
 */
export async function moveCompensations(
  tx: Tx | Database,
  transition: CompensationTransition,
  which: { id: string } | { ids: readonly string[] } | { campaignId: string },
  { refundedAmount, voucherAmount, voucherCode, problem }: Given,
  at: string,
): Promise<number> {
  const { from, to } = transitionOf<CompensationState, CompensationTransition>(compensationMachine, transition);
  const isPending = to === "pending";
  const rows =
    "id" in which
      ? sql`id = ${which.id}`
      : "ids" in which
        ? sql`id = any(${[...which.ids]}::uuid[])`
        : sql`campaign_id = ${which.campaignId}`;
  const moved = await sql`update compensation set status = ${to}, done_at = ${isPending ? null : at},
      attempts = case when ${isPending} then 0 else attempts end, refunded_amount = ${refundedAmount},
      voucher_amount = ${voucherAmount}, voucher_code = ${voucherCode}, problem = ${problem}
    where ${rows} and status = any(${from})`.execute(tx);
  return Number(moved.numAffectedRows);
}

/** Cancels what a campaign has not paid yet. */
export const cancelPending = (tx: Tx, campaignId: string, at: string): Promise<number> =>
  moveCompensations(tx, "cancel", { campaignId }, nothingGiven, at);

/** A failed compensation with what decides whether it is retried, in minor units. */
export interface FailedCompensation {
  id: string;
  amount: number;
  /** What it has given. */
  given: number;
  /** What other campaigns give for its ticket. */
  othersAmount: number;
  lineAmount: number;
  quantity: number;
  position: number;
}

/** The failed compensations of a locked campaign, or the one with this id. */
export async function failedCompensations(tx: Tx, campaignId: string, id?: string): Promise<FailedCompensation[]> {
  const found = await sql<FailedCompensation>`select p.id, p.amount, p.refunded_amount + p.voucher_amount as given,
      (select coalesce(sum(case q.status when 'pending' then q.amount else q.refunded_amount + q.voucher_amount end), 0)::integer
        from compensation q where q.ticket_id = p.ticket_id and q.id <> p.id) as "othersAmount",
      l.total_amount as "lineAmount", l.quantity, t.position
    from compensation p join ticket t on t.id = p.ticket_id join order_line l on l.id = t.order_line_id
    where p.campaign_id = ${campaignId} and p.status = 'failed' and (${id ?? null}::uuid is null or p.id = ${id ?? null}::uuid)
    order by p.id`.execute(tx);
  return found.rows;
}

/** Makes failed compensations of which nothing was given pending again; returns how many. */
export const retryFailed = (tx: Tx, ids: readonly string[], at: string): Promise<number> =>
  moveCompensations(tx, "retry", { ids }, nothingGiven, at);

/** Counts an attempt that ended in an error; returns how many there were. */
export async function countAttempt(db: Database, id: string): Promise<number> {
  const counted = await sql<{ attempts: number }>`update compensation set attempts = attempts + 1
    where id = ${id} and status = 'pending' returning attempts`.execute(db);
  return counted.rows[0]?.attempts ?? 0;
}

/** Why compensations of a campaign failed, the most frequent reason first. */
export async function failedProblems(
  db: Database,
  campaignId: string,
): Promise<{ problem: CompensationProblem; count: number }[]> {
  const found = await sql<{ problem: CompensationProblem; count: number }>`select problem, count(*)::integer as count
    from compensation where campaign_id = ${campaignId} and status = 'failed' and problem is not null
    group by problem order by count(*) desc, problem`.execute(db);
  return found.rows;
}

interface ListedCompensation extends Entitled {
  id: string;
  orderNumber: string;
  serial: string;
  currency: string;
  status: CompensationState;
  refundedAmount: number;
  voucherAmount: number;
  voucherCode: string | null;
  problem: CompensationProblem | null;
  creditNoteNumber: string | null;
  doneAt: string | null;
}

/** Lists one page of the compensations of a campaign by id, with their orders; `after` is a compensation's id. */
export async function listCompensations(
  db: Database | Tx,
  filter: {
    campaignId: string;
    status?: CompensationState | undefined;
    after?: string | undefined;
    limit: number;
  },
): Promise<ListedCompensation[]> {
  const found =
    await sql<ListedCompensation>`select p.id, p.ticket_id as "ticketId", t.serial, p.order_id as "orderId", o.number as "orderNumber",
      p.article_id as "articleId", p.name, p.days, p.amount, p.currency, p.status, p.refunded_amount as "refundedAmount",
      p.voucher_amount as "voucherAmount", p.voucher_code as "voucherCode", p.problem, i.number as "creditNoteNumber",
      p.done_at as "doneAt"
    from compensation p join ticket t on t.id = p.ticket_id join orders o on o.id = p.order_id
      left join invoice i on i.order_refund_id = p.id
    where p.campaign_id = ${filter.campaignId} and (${filter.status ?? null}::text is null or p.status = ${filter.status ?? null})
      and (${filter.after ?? null}::uuid is null or p.id > ${filter.after ?? null}::uuid)
    order by p.id limit ${filter.limit}`.execute(db);
  return found.rows;
}
