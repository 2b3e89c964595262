import type { DisputedTickets, DisputeReason, DisputeState } from "@guichet/contract/office/disputes.ts";
import { contestedStates, decidedStates, evidenceStates } from "@guichet/rules/payments/dispute-states.ts";
import { type RawBuilder, sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";
import type { ProviderAccount } from "../integrations/payment-providers.ts";
import type { SubmittedEvidence } from "./evidence-store.ts";

/** A dispute of a payment as it was last read at its provider. Minor units. */
export interface DisputeRow {
  id: string;
  networkId: string;
  orderId: string;
  paymentId: string;
  providerAccount: ProviderAccount;
  /** The provider's id. */
  reference: string;
  state: DisputeState;
  reason: DisputeReason;
  amount: number;
  currency: string;
  openedAt: string;
  evidenceDueAt: string | null;
  /** When the provider was asked for this state. */
  readAt: string;
  decidedAt: string | null;
  /** What became of the tickets of the order. */
  tickets: DisputedTickets;
}

const columns = sql`d.id, d.network_id as "networkId", d.order_id as "orderId", d.payment_id as "paymentId",
  d.provider_account as "providerAccount", d.reference, d.state, d.reason, d.amount::float8 as amount, d.currency,
  d.opened_at as "openedAt", d.evidence_due_at as "evidenceDueAt", d.read_at as "readAt", d.decided_at as "decidedAt", d.tickets`;

/** A dispute by the provider's id. */
export async function findDispute(
  db: Database | Tx,
  { providerAccount, reference }: Pick<DisputeRow, "providerAccount" | "reference">,
): Promise<DisputeRow | undefined> {
  const found = await sql<DisputeRow>`select ${columns} from dispute d
    where d.provider_account = ${providerAccount} and d.reference = ${reference}`.execute(db);
  return found.rows[0];
}

/** Inserts a dispute, or updates what may change of it; false: a later answer of the provider is stored already. */
export async function saveDispute(tx: Tx, row: Omit<DisputeRow, "tickets">): Promise<boolean> {
  const saved =
    await sql`insert into dispute as d (id, network_id, order_id, payment_id, provider_account, reference, state, reason,
      amount, currency, opened_at, evidence_due_at, read_at, decided_at)
    values (${row.id}, ${row.networkId}, ${row.orderId}, ${row.paymentId}, ${row.providerAccount}, ${row.reference}, ${row.state},
      ${row.reason}, ${row.amount}, ${row.currency}, ${row.openedAt}, ${row.evidenceDueAt}, ${row.readAt}, ${row.decidedAt})
    on conflict (provider_account, reference) do update set state = excluded.state, reason = excluded.reason,
      amount = excluded.amount, evidence_due_at = excluded.evidence_due_at, read_at = excluded.read_at, decided_at = excluded.decided_at
    where d.read_at <= excluded.read_at returning id`.execute(tx);
  return saved.rows.length === 1;
}

export async function disputesOfOrder(
  db: Database | Tx,
  orderId: string,
): Promise<Pick<DisputeRow, "id" | "state" | "tickets">[]> {
  const found = await sql<Pick<DisputeRow, "id" | "state" | "tickets">>`select id, state, tickets from dispute
    where order_id = ${orderId} order by opened_at, id`.execute(db);
  return found.rows;
}

/** Stores what became of the tickets of a disputed order. */
export async function saveDisputedTickets(tx: Tx, orderId: string, tickets: DisputedTickets): Promise<void> {
  await sql`update dispute set tickets = ${tickets} where order_id = ${orderId} and tickets <> ${tickets}`.execute(tx);
}

/** Why an order with disputes is not refunded: one is not decided, or one was lost; undefined: it may be. */
export async function disputeRefusal(db: Database | Tx, orderId: string): Promise<"contested" | "lost" | undefined> {
  const states = (await disputesOfOrder(db, orderId)).map(({ state }) => state);
  if (states.some((state) => contestedStates.includes(state))) return "contested";
  return states.includes("lost") ? "lost" : undefined;
}

/** Names of the movements of a dispute: by the payment, so that they add up for it, and by the dispute. */
export const disputeMovement = {
  /** Withdrawn or reinstated, between the provider and the account `disputed`. */
  moved: (paymentId: string, id: string, movementId: string) => `dispute:${paymentId}:${id}:${movementId}`,
  fee: (paymentId: string, id: string, movementId: string) => `dispute-fee:${paymentId}:${id}:${movementId}`,
  /** From `disputed` to `losses`, or back; `count` tells several apart. */
  loss: (id: string, count: number) => `dispute-loss:${id}:${count}`,
};

/** What is withdrawn of a payment `p` by disputes and not reinstated, in minor units. */
export const withdrawnOfPayment = sql`(select coalesce(-sum(e.amount), 0)::integer from ledger_entry e where e.order_id = p.order_id
  and e.side = 'provider' and starts_with(e.movement, 'dispute:' || p.id || ':'))`;

const withdrawnOfDispute = sql`(select coalesce(-sum(e.amount), 0)::float8 from ledger_entry e where e.order_id = d.order_id
  and e.side = 'provider' and starts_with(e.movement, 'dispute:' || d.payment_id || ':' || d.id || ':'))`;

/** What is lost by a dispute according to the ledger, in minor units, and the number of movements that say so. */
export async function bookedLoss(
  tx: Tx,
  { id, orderId }: Pick<DisputeRow, "id" | "orderId">,
): Promise<{ amount: number; count: number }> {
  const found = await sql<{ amount: number; count: number }>`select coalesce(sum(amount), 0)::float8 as amount,
      count(*)::integer as count
    from ledger_entry where order_id = ${orderId} and side = 'losses' and starts_with(movement, ${`dispute-loss:${id}:`})`.execute(
    tx,
  );
  return found.rows[0] ?? { amount: 0, count: 0 };
}

/** What disputes mean for a refund of a payment that is still to be sent; minor units. */
export interface PaymentDisputes {
  isContested: boolean;
  withdrawnAmount: number;
  /** Refunded so far, here or at the provider. */
  refundedAmount: number;
}

export async function disputesOfPayment(db: Database | Tx, paymentId: string): Promise<PaymentDisputes> {
  const found = await sql<PaymentDisputes>`select ${withdrawnOfPayment} as "withdrawnAmount",
      exists (select from dispute d where d.payment_id = p.id and d.state = any(${contestedStates})) as "isContested",
      (select coalesce(sum(r.amount), 0)::integer from refund r where r.payment_id = p.id and r.given_at is not null)
        + (select coalesce(-sum(e.amount), 0)::integer from ledger_entry e where e.order_id = p.order_id
          and e.side = 'provider' and starts_with(e.movement, 'outside-refund:' || p.id || ':')) as "refundedAmount"
    from payment p where p.id = ${paymentId}`.execute(db);
  return found.rows[0] ?? { isContested: false, withdrawnAmount: 0, refundedAmount: 0 };
}

/** An instant inside JSON, as the driver returns one outside of it. */
const utc = (instant: RawBuilder<unknown>) =>
  sql`to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** A dispute as staff see it. */
export type ListedDispute = DisputeRow & {
  orderNumber: string;
  withdrawnAmount: number;
  fees: { amount: number; currency: string };
  /** What the staff submitted; null: nothing. */
  evidence: SubmittedEvidence | null;
};

interface DisputeFilter {
  networkId: string;
  id?: string | undefined;
  orderId?: string | undefined;
  state?: DisputeState | undefined;
  /** Only those that are not decided, or that are. */
  open?: boolean | undefined;
  /** The last dispute of the previous page. */
  after?: string | undefined;
  limit: number;
}

/** Until when staff must submit evidence about a dispute; the others have no deadline. Both the order of the list and its cursor. */
const submitBy = sql`case when d.state = any(${evidenceStates}) and not exists (select from dispute_evidence v
  where v.dispute_id = d.id and v.state <> 'refused') then coalesce(d.evidence_due_at, 'infinity') else 'infinity' end`;
/** Rows in this order: by the deadline, then the newest first. Instants are compared as numbers, whose sign reverses their order. */
const listOrder = sql`${submitBy}, -extract(epoch from d.opened_at), d.id`;

/** Lists one page of the disputes of a network: those that wait for evidence by their deadline, then the newest first. */
export async function listDisputes(db: Database | Tx, filter: DisputeFilter): Promise<ListedDispute[]> {
  const { networkId, after = null, limit } = filter;
  const found =
    await sql<ListedDispute>`select ${columns}, o.number as "orderNumber", ${withdrawnOfDispute} as "withdrawnAmount",
      coalesce((select json_build_object('amount', sum(e.amount), 'currency', min(e.currency)) from ledger_entry e
        where e.order_id = d.order_id and e.side = 'fees'
          and starts_with(e.movement, 'dispute-fee:' || d.payment_id || ':' || d.id || ':') having count(*) > 0),
        json_build_object('amount', 0, 'currency', d.currency)) as fees,
      (select json_build_object('state', v.state, 'requestedAt', ${utc(sql`v.requested_at`)}, 'endedAt', ${utc(sql`v.ended_at`)},
        'refusal', v.refusal) from dispute_evidence v where v.dispute_id = d.id) as evidence
    from dispute d join orders o on o.id = d.order_id
    where d.network_id = ${networkId} and ${matches(filter)}
      and (${after}::uuid is null or (${listOrder}) > (select ${listOrder} from dispute d where d.id = ${after}::uuid))
    order by ${listOrder} limit ${limit}`.execute(db);
  return found.rows;
}

function matches({ id, orderId, state, open }: DisputeFilter): RawBuilder<unknown> {
  return sql`(${id ?? null}::uuid is null or d.id = ${id ?? null}::uuid)
      and (${orderId ?? null}::uuid is null or d.order_id = ${orderId ?? null}::uuid)
      and (${state ?? null}::text is null or d.state = ${state ?? null}::text)
      and (${open ?? null}::boolean is null or (not d.state = any(${decidedStates})) = ${open ?? null}::boolean)`;
}

/** A withdrawal or reinstatement as it was booked; negative: reinstated. */
export interface BookedDisputeMovement {
  at: string;
  amount: number;
  currency: string;
}

export async function movementsOfDispute(
  db: Database | Tx,
  { id, paymentId, orderId }: Pick<DisputeRow, "id" | "paymentId" | "orderId">,
): Promise<BookedDisputeMovement[]> {
  const found = await sql<BookedDisputeMovement>`select at, -amount::float8 as amount, currency from ledger_entry
    where order_id = ${orderId} and side = 'provider' and starts_with(movement, ${disputeMovement.moved(paymentId, id, "")})
    order by at, movement`.execute(db);
  return found.rows;
}
