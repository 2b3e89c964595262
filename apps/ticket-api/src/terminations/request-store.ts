import type { Language } from "@guichet/contract/locales.ts";
import type { TerminationRefusal } from "@guichet/contract/office/terminations.ts";
import type { TerminationEffect } from "@guichet/contract/subscriptions.ts";
import type { Money } from "@guichet/contract/values.ts";
import { sql } from "kysely";
import { accountIdsByNumber } from "../account-records/merged-account-store.ts";
import type { Database, Tx } from "../database/database.ts";

/** What the sender of a termination typed. */
export interface TypedRequest {
  /** The number of the contract, as `contractNumber` reads it. */
  number: string;
  firstName: string;
  lastName: string;
  email: string;
  contract: string;
  endOn: string | null;
  reason: string | null;
}

/** A termination that was notified without a sign-in. */
export interface TerminationRequest extends TypedRequest {
  id: string;
  networkId: string;
  reference: string;
  language: Language;
  requestedAt: string;
  /** When an e-mail answered it; null: not yet. */
  answeredAt: string | null;
  /** The account of the contract; null: none was found. */
  accountId: string | null;
  /** The contract; null: all contracts of the account. */
  subscriptionId: string | null;
  expiresAt: string | null;
  confirmedAt: string | null;
  effect: TerminationEffect | null;
  lastDay: string | null;
  refundAmount: number | null;
  refundCurrency: string | null;
  /** When staff refused it; null: they did not. */
  refusedAt: string | null;
  refusal: TerminationRefusal | null;
  /** The staff's remark to its sender. */
  remark: string | null;
}

export const columns = sql`id, network_id as "networkId", reference, number, first_name as "firstName", last_name as "lastName",
  email, contract, end_on as "endOn", reason, language, requested_at as "requestedAt", answered_at as "answeredAt",
  account_id as "accountId", subscription_id as "subscriptionId", expires_at as "expiresAt",
  confirmed_at as "confirmedAt", effect, last_day as "lastDay", refund_amount as "refundAmount",
  refund_currency as "refundCurrency", refused_at as "refusedAt", refusal, remark`;

export async function insertRequest(
  tx: Tx,
  one: TypedRequest & Pick<TerminationRequest, "id" | "networkId" | "reference" | "language" | "requestedAt">,
): Promise<void> {
  await sql`insert into termination_request (id, network_id, reference, number, first_name, last_name, email, contract,
      end_on, reason, language, requested_at)
    values (${one.id}, ${one.networkId}, ${one.reference}, ${one.number}, ${one.firstName}, ${one.lastName}, ${one.email},
      ${one.contract}, ${one.endOn}, ${one.reason}, ${one.language}, ${one.requestedAt})`.execute(tx);
}

export async function readRequest(db: Database, id: string): Promise<TerminationRequest | undefined> {
  const found = await sql<TerminationRequest>`select ${columns} from termination_request where id = ${id}`.execute(db);
  return found.rows[0];
}

export async function findRequestByCode(
  db: Database,
  networkId: string,
  codeHash: string,
): Promise<TerminationRequest | undefined> {
  const found = await sql<TerminationRequest>`select ${columns} from termination_request
    where network_id = ${networkId} and code_hash = ${codeHash}`.execute(db);
  return found.rows[0];
}

/** Records that a request was answered, with the contract that was found, if any; false: it was answered before. */
export async function recordAnswer(
  tx: Tx,
  id: string,
  at: string,
  found?: { accountId: string; subscriptionId: string | null },
): Promise<boolean> {
  const answered =
    await sql`update termination_request set answered_at = ${at}, account_id = ${found?.accountId ?? null},
      subscription_id = ${found?.subscriptionId ?? null}
    where id = ${id} and answered_at is null returning id`.execute(tx);
  return answered.rows.length === 1;
}

/** Records the code of the e-mail that confirms a request. */
export async function recordCode(
  tx: Tx,
  id: string,
  { codeHash, expiresAt }: { codeHash: string; expiresAt: string },
): Promise<void> {
  await sql`update termination_request set code_hash = ${codeHash}, expires_at = ${expiresAt} where id = ${id}`.execute(
    tx,
  );
}

/** The receipt of a termination: what was terminated, when and with what effect. */
export interface Receipt {
  subscriptionId: string;
  at: string;
  effect: TerminationEffect;
  lastDay: string;
  refund: Money | null;
}

/** Records the receipt of a request; throws if it has one or was refused, so that a request terminates one contract. */
export async function recordReceipt(
  tx: Tx,
  id: string,
  accountId: string,
  { subscriptionId, at, effect, lastDay, refund }: Receipt,
): Promise<void> {
  const confirmed = await sql`update termination_request set account_id = ${accountId},
      subscription_id = ${subscriptionId}, confirmed_at = ${at},
      effect = ${effect}, last_day = ${lastDay}, refund_amount = ${refund?.amount ?? null},
      refund_currency = ${refund?.currency ?? null}
    where id = ${id} and confirmed_at is null and refused_at is null returning id`.execute(tx);
  if (confirmed.rows.length === 0) throw new Error(`Termination request ${id} is already decided`);
}

/** The receipt of a request; null: it is not confirmed. */
export function receiptOf(request: TerminationRequest): Receipt | null {
  const { subscriptionId, confirmedAt: at, effect, lastDay, refundAmount: amount, refundCurrency: currency } = request;
  if (subscriptionId === null || at === null || effect === null || lastDay === null) return null;
  return {
    subscriptionId,
    at,
    effect,
    lastDay,
    refund: amount === null || currency === null ? null : { amount, currency },
  };
}

/** A contract with the people whose names belong to it. */
export interface NumberedContract {
  subscriptionId: string;
  accountId: string;
  email: string;
  /** Addresses of accounts that were merged into this one. */
  formerEmails: string[];
  language: Language | null;
  /** The account holder's name and the traveller's. */
  names: { firstName: string; lastName: string }[];
  /** Whether the number is an order's, and so names this contract alone. */
  isByOrder: boolean;
}

/** The contracts that a number names: by one of their orders, or all of an account by its customer number. */
export async function contractsByNumber(db: Database, networkId: string, number: string): Promise<NumberedContract[]> {
  const found = await sql<NumberedContract>`
    select s.id as "subscriptionId", a.id as "accountId", a.email, a.language, named.by_order as "isByOrder",
      array(select m.email from merged_account m where m.account_id = a.id) as "formerEmails",
      (select coalesce(jsonb_agg(jsonb_build_object('firstName', t.first_name, 'lastName', t.last_name)), '[]')
        from traveller t where t.account_id = a.id and (t.is_holder or t.id = s.traveller_id)) as names
    from (
      select p.subscription_id as id, true as by_order from orders o
        join subscription_period p on p.order_id = o.id where o.network_id = ${networkId} and o.number = ${number}
      union all
      select s.id, false from subscription s
        where s.network_id = ${networkId} and s.account_id in ${accountIdsByNumber(networkId, number)}
    ) named join subscription s on s.id = named.id join account a on a.id = s.account_id
    where s.network_id = ${networkId} order by s.created_at desc limit ${contractsMax}`.execute(db);
  return found.rows;
}
/** At most this many contracts of an account are compared. */
const contractsMax = 200;

/** Deletes requests that were notified before an instant. */
export async function deleteOldTerminationRequests(db: Database, before: string): Promise<void> {
  await sql`delete from termination_request where requested_at < ${before}`.execute(db);
}
