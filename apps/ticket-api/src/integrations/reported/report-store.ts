import type { DisputeReason } from "@guichet/contract/office/disputes.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../../database/database.ts";
import type { ProviderAccount } from "../payment-providers.ts";

/** A movement of the operator's money as a bank states it, in minor units. Days are calendar dates of the bank. */
export interface ReportedMovement {
  /** What the bank calls it; unique in the account. */
  reference: string;
  kind: "payment" | "refund" | "chargeback" | "chargeback-returned";
  /** The payment's reference at the provider. */
  payment: string;
  /** The dispute of a chargeback, by the reference of its first one. */
  dispute: string | null;
  amount: number;
  /** Negative: a fee that was returned. */
  fee: number;
  currency: string;
  madeOn: string;
  /** The credit to the bank account that contains it, and its day. */
  payout: string | null;
  paidOn: string | null;
}

/** A dispute that a bank stated; its money is in the movements that name it. */
export interface ReportedDispute {
  reference: string;
  payment: string;
  orderId: string;
  reason: DisputeReason;
  /** As the file states it, or the staff chose it; null: nobody said. */
  reasonCode: string | null;
  openedOn: string;
  lostAt: string | null;
}

const movementColumns = sql`m.reference, m.kind, m.payment, m.dispute, m.amount::float8 as amount, m.fee::float8 as fee, m.currency,
  m.made_on::text as "madeOn", m.payout, m.paid_on::text as "paidOn"`;
const disputeColumns = sql`d.reference, d.payment, d.order_id as "orderId", d.reason, d.reason_code as "reasonCode",
  d.opened_on::text as "openedOn", d.lost_at as "lostAt"`;

/** Which movements are read: those of a dispute, of a payout, with these references, or reported since an instant, after a reference. */
export interface MovementFilter {
  dispute?: string;
  payout?: string;
  references?: readonly string[];
  payment?: string;
  since?: Date;
  after?: string;
  limit?: number;
}

/** Movements of an account, by their references. */
export async function reportedMovements(
  db: Database | Tx,
  account: ProviderAccount,
  { dispute, payout, references, payment, since, after, limit }: MovementFilter,
): Promise<ReportedMovement[]> {
  const conditions = [
    sql`m.provider_account = ${account}`,
    ...(dispute === undefined ? [] : [sql`m.dispute = ${dispute}`]),
    ...(payout === undefined ? [] : [sql`m.payout = ${payout}`]),
    ...(payment === undefined ? [] : [sql`m.payment = ${payment}`]),
    ...(references === undefined ? [] : [sql`m.reference = any(${references})`]),
    ...(since === undefined ? [] : [sql`m.reported_at >= ${since}`]),
    ...(after === undefined ? [] : [sql`m.reference > ${after}`]),
  ];
  const found = await sql<ReportedMovement>`select ${movementColumns} from reported_movement m
    where ${sql.join(conditions, sql` and `)} order by m.reference limit ${limit ?? null}`.execute(db);
  return found.rows;
}

/** Stores movements. Throws if the reference of one is known: the caller compares it with what is stored. */
export async function insertMovements(
  tx: Tx,
  account: ProviderAccount,
  movements: readonly ReportedMovement[],
  at: string,
): Promise<void> {
  await sql`insert into reported_movement (provider_account, reference, kind, payment, dispute, amount, fee, currency, made_on, payout,
      paid_on, reported_at)
    select ${account}, m.reference, m.kind, m.payment, m.dispute, m.amount, m.fee, m.currency, m."madeOn", m.payout, m."paidOn", ${at}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(movements)}::jsonb) as m(reference text, kind text, payment text, dispute text, amount bigint,
      fee bigint, currency text, "madeOn" date, payout text, "paidOn" date)
    order by m.reference`.execute(tx);
}

/** Stores the fee and the payout of movements of which no payout was stated before. */
export async function completeMovements(
  tx: Tx,
  account: ProviderAccount,
  movements: readonly ReportedMovement[],
  at: string,
): Promise<void> {
  await sql`update reported_movement m set fee = c.fee, payout = c.payout, paid_on = c."paidOn", reported_at = ${at}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(movements)}::jsonb) as c(reference text, fee bigint, payout text, "paidOn" date)
    where m.provider_account = ${account} and m.reference = c.reference and m.payout is null`.execute(tx);
}

/** A dispute by its reference. */
export async function findReportedDispute(
  db: Database | Tx,
  account: ProviderAccount,
  reference: string,
): Promise<ReportedDispute | undefined> {
  const found = await sql<ReportedDispute>`select ${disputeColumns} from reported_dispute d
    where d.provider_account = ${account} and d.reference = ${reference}`.execute(db);
  return found.rows[0];
}

export async function reportedDisputes(db: Database | Tx, account: ProviderAccount): Promise<ReportedDispute[]> {
  const found = await sql<ReportedDispute>`select ${disputeColumns} from reported_dispute d
    where d.provider_account = ${account} order by d.opened_on, d.reference`.execute(db);
  return found.rows;
}

/** Stores a dispute; false: its reference is known, and it is left as it is. */
export async function insertReportedDispute(
  tx: Tx,
  account: ProviderAccount,
  { reference, payment, orderId, reason, reasonCode, openedOn, lostAt }: ReportedDispute,
): Promise<boolean> {
  const inserted =
    await sql`insert into reported_dispute (provider_account, reference, payment, order_id, reason, reason_code, opened_on, lost_at)
    values (${account}, ${reference}, ${payment}, ${orderId}, ${reason}, ${reasonCode}, ${openedOn}, ${lostAt})
    on conflict (provider_account, reference) do nothing returning reference`.execute(tx);
  return inserted.rows.length > 0;
}

/** Records that the bank decided for the customer. */
export async function markReportedLost(tx: Tx, account: ProviderAccount, reference: string, at: string): Promise<void> {
  await sql`update reported_dispute set lost_at = ${at}
    where provider_account = ${account} and reference = ${reference} and lost_at is null`.execute(tx);
}

/** Imports and the staff's records of an account exclude each other until the end of the transaction. */
export async function lockReports(tx: Tx, account: ProviderAccount): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('reported'), hashtext(${account}))`.execute(tx);
}

/** The payouts of an account, oldest first: those with a movement that was reported since an instant, one, or all. */
export async function reportedPayouts(
  db: Database | Tx,
  account: ProviderAccount,
  { since, payout }: { since?: Date | undefined; payout?: string },
): Promise<{ payout: string; net: number; currency: string; paidOn: string }[]> {
  const named = payout === undefined ? sql`true` : sql`payout = ${payout}`;
  const recent = since === undefined ? sql`true` : sql`max(reported_at) >= ${since}`;
  const found = await sql<{ payout: string; net: number; currency: string; paidOn: string }>`select payout,
      sum(${signedAmount} - fee)::float8 as net, min(currency) as currency, min(paid_on)::text as "paidOn"
    from reported_movement where provider_account = ${account} and payout is not null and ${named}
    group by payout having ${recent} order by min(paid_on), payout`.execute(db);
  return found.rows;
}

const signedAmount = sql`case when kind in ('payment', 'chargeback-returned') then amount else -amount end`;
