import type { Money } from "@guichet/contract/values.ts";
import { type RawBuilder, sql } from "kysely";
import type { Database } from "../../database/database.ts";
import { reportedAccount } from "../reported/reported-settlement.ts";

/** A session as we know it: what was requested, and what may be captured. Its state is at Lyra. */
export interface KnownSession {
  reference: string;
  number: number;
  orderId: string;
  kind: "page" | "save" | "charge";
  amount: number;
  currency: string;
  /** The saved card that is charged, or that the page proposes. */
  method: string | null;
  /** It is captured only on request. */
  isManual: boolean;
  /** After this instant it is closed; null for a charge without the customer. */
  endsAt: string | null;
  createdAt: string;
  pageId: string | null;
  pageUrl: string | null;
  /** When it was first sent: since then Lyra may know it. */
  sentAt: string | null;
  /** The only transaction that may be captured. */
  transactionId: string | null;
  capturedAmount: number | null;
  closedAt: string | null;
  position: number;
}

export type NewKnownSession = Pick<
  KnownSession,
  "reference" | "orderId" | "kind" | "amount" | "currency" | "method" | "isManual" | "endsAt" | "createdAt"
>;

/** A refund: an amount that was lowered before the remittance, or a transaction that credits the card after it. */
export interface KnownRefund {
  reference: string;
  amount: number;
  kind: "reduction" | "credit";
  sentAt: string;
  doneAt: string | null;
  transactionId: string | null;
}

type Ages = Record<"undecided" | "least" | "most" | "credited" | "daily", number>;

/** Sessions and refunds of one account at Lyra. Each write is one statement: it is guarded, and needs no transaction. */
export type LyraStore = ReturnType<typeof lyraStore>;

const columns = sql`reference, number, order_id as "orderId", kind, amount, currency, method, is_manual as "isManual",
  ends_at as "endsAt", created_at as "createdAt", page_id as "pageId", page_url as "pageUrl", sent_at as "sentAt",
  transaction_id as "transactionId", captured_amount as "capturedAmount", closed_at as "closedAt", position`;
// Positions become visible in their order: whoever takes one holds this lock until its statement is committed.
const next = sql`(select nextval('provider_session_position') from
  (select pg_advisory_xact_lock(hashtext('provider_session_position'))) as held)`;

export function lyraStore(db: Database, account: string) {
  const of = (reference: string) => sql`provider_account = ${account} and reference = ${reference}`;
  const rows = async (statement: RawBuilder<KnownSession>) => (await statement.execute(db)).rows;
  const one = async (statement: RawBuilder<KnownSession>) => (await rows(statement))[0];
  const find = (reference: string) =>
    one(sql<KnownSession>`select ${columns} from provider_session where ${of(reference)}`);
  const known = async (reference: string, statement: RawBuilder<KnownSession>): Promise<KnownSession> => {
    const found = (await one(statement)) ?? (await find(reference));
    if (found === undefined) throw new Error(`session ${reference} does not exist`);
    return found;
  };

  return {
    /** What the bank of the account stated of disputes, fees and payouts, which Lyra's API does not. */
    reported: reportedAccount(db, account),
    find,
    /** Stores a session; the one of this reference that exists is returned as it is. */
    open: (asked: NewKnownSession) =>
      known(
        asked.reference,
        sql<KnownSession>`insert into provider_session (provider_account, reference, order_id, kind, amount, currency, method, is_manual,
            ends_at, created_at, position)
          values (${account}, ${asked.reference}, ${asked.orderId}, ${asked.kind}, ${asked.amount}, ${asked.currency},
            ${asked.method}, ${asked.isManual}, ${asked.endsAt}, ${asked.createdAt}, ${next})
          on conflict (provider_account, reference) do nothing returning ${columns}`,
      ),
    /** Reserves the session for one request until `until`; false while another has it. */
    async reserve(reference: string, now: Date, until: Date): Promise<boolean> {
      const { numAffectedRows } = await sql`update provider_session set busy_until = ${until} where ${of(reference)}
        and (busy_until is null or busy_until <= ${now})`.execute(db);
      return numAffectedRows === 1n;
    },
    async release(reference: string): Promise<void> {
      await sql`update provider_session set busy_until = null where ${of(reference)}`.execute(db);
    },
    sent: (reference: string, now: Date) =>
      known(
        reference,
        sql<KnownSession>`update provider_session set sent_at = coalesce(sent_at, ${now}) where ${of(reference)} returning ${columns}`,
      ),
    hasPage: (reference: string, page: { id: string; url: string }) =>
      known(
        reference,
        sql<KnownSession>`update provider_session set page_id = ${page.id}, page_url = ${page.url} where ${of(reference)} returning ${columns}`,
      ),
    /** Chooses the transaction that may be captured, once, and never of a closed session. */
    choose: (reference: string, transactionId: string) =>
      known(
        reference,
        sql<KnownSession>`update provider_session set transaction_id = ${transactionId} where ${of(reference)}
          and transaction_id is null and closed_at is null returning ${columns}`,
      ),
    /** Records what was captured, by us or in the Back Office, even for a closed session. */
    captured: (reference: string, transactionId: string, amount: number) =>
      known(
        reference,
        sql<KnownSession>`update provider_session set transaction_id = ${transactionId}, captured_amount = ${amount} where ${of(reference)}
          and captured_amount is null and (transaction_id is null or transaction_id = ${transactionId}) returning ${columns}`,
      ),
    /** Closes a session without a chosen transaction: nothing of it is captured any more. */
    close: (reference: string, now: Date) =>
      known(
        reference,
        sql<KnownSession>`update provider_session set closed_at = ${now} where ${of(reference)}
          and transaction_id is null and closed_at is null returning ${columns}`,
      ),
    /**
     * Records that the session was read; a session that has changed since the last read moves to the end of the
     * changes.
     */
    async observed(reference: string, digest: string, now: Date): Promise<void> {
      await sql`update provider_session set read_at = ${now}, digest = ${digest},
        position = case when digest is distinct from ${digest} then ${next} else position end
        where ${of(reference)}`.execute(db);
    },
    /** Sessions after this number, in the order in which they were stored. */
    after: (number: number, limit: number) =>
      rows(sql<KnownSession>`select ${columns} from provider_session where provider_account = ${account} and number > ${number}
        order by provider_session.number limit ${limit}`),
    /** Sessions that changed after this position, the earliest first. */
    changedAfter: (position: number, limit: number) =>
      rows(sql<KnownSession>`select ${columns} from provider_session where provider_account = ${account} and position > ${position}
        order by provider_session.position limit ${limit}`),
    async lastPosition(): Promise<number> {
      const { rows: found } = await sql<{
        last: number;
      }>`select coalesce(max(position), 0) as last from provider_session
        where provider_account = ${account}`.execute(db);
      return found[0]?.last ?? 0;
    },
    /**
     * Sessions that are due for a read: those that may still be paid, while they are younger than `undecided`, and the
     * others at intervals as long as their age at the time, up to the age `most`, or at the interval `daily` while a credit is younger
     * than `credited` (milliseconds).
     */
    due: (now: Date, { undecided, least, most, credited, daily }: Ages, limit: number) =>
      rows(sql<KnownSession>`select ${columns} from provider_session where provider_account = ${account} and sent_at is not null
        and created_at > ${new Date(now.getTime() - most)}
        and (read_at is null
          or (closed_at is null and captured_amount is null and created_at > ${new Date(now.getTime() - undecided)}
            and read_at < ${new Date(now.getTime() - 1_000)})
          or read_at + greatest(read_at - created_at, ${least} * interval '1 millisecond') <= ${now}
          or (read_at <= ${new Date(now.getTime() - daily)} and exists (select from provider_refund r
            where r.provider_account = ${account} and r.session = provider_session.reference and r.kind = 'credit'
              and r.done_at > ${new Date(now.getTime() - credited)})))
        order by read_at nulls first limit ${limit}`),
    async refunds(session: string): Promise<KnownRefund[]> {
      const { rows: found } =
        await sql<KnownRefund>`select reference, amount, kind, sent_at as "sentAt", done_at as "doneAt",
        transaction_id as "transactionId" from provider_refund where provider_account = ${account} and session = ${session}
        order by sent_at, reference`.execute(db);
      return found;
    },
    async insertRefund(session: string, refund: KnownRefund): Promise<void> {
      await sql`insert into provider_refund (provider_account, session, reference, amount, kind, sent_at, done_at, transaction_id)
        values (${account}, ${session}, ${refund.reference}, ${refund.amount}, ${refund.kind}, ${refund.sentAt},
          ${refund.doneAt}, ${refund.transactionId})
        on conflict (provider_account, session, reference) do update set kind = excluded.kind, sent_at = excluded.sent_at
          where provider_refund.done_at is null`.execute(db);
    },
    async refunded(session: string, { reference }: KnownRefund, now: Date, transactionId: string | null) {
      await sql`update provider_refund set done_at = ${now}, transaction_id = ${transactionId}
        where provider_account = ${account} and session = ${session} and reference = ${reference} and done_at is null`.execute(
        db,
      );
    },
    /** A refund that was refused at Lyra. */
    async withdrawRefund(session: string, reference: string): Promise<void> {
      await sql`delete from provider_refund where provider_account = ${account} and session = ${session} and reference = ${reference}
        and done_at is null`.execute(db);
    },
  };
}

/** The amount of a session. */
export const moneyOf = ({ amount, currency }: KnownSession): Money => ({ amount, currency });
