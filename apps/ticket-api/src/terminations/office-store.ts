import type { TerminationRefusal, TerminationRequestState } from "@guichet/contract/office/terminations.ts";
import { sql } from "kysely";
import { accountIdsByEmail, accountIdsByNumber } from "../account-records/merged-account-store.ts";
import type { Database, Tx } from "../database/database.ts";
import { columns, type TerminationRequest } from "./request-store.ts";

/** A termination as staff see it. */
export type StaffRequest = TerminationRequest & { state: TerminationRequestState };

/** The state of a request; an unanswered one is not listed: a job looks for its contract. */
const state = sql`case
    when confirmed_at is not null then 'CONFIRMED'
    when refused_at is not null then 'REFUSED'
    when account_id is null then 'OPEN'
    when code_hash is null then 'ENDED'
    else 'SENT'
  end`;

/** Lists the requests in a state, oldest first. */
export async function listRequests(
  db: Database,
  networkId: string,
  wanted: TerminationRequestState,
  { after, limit }: { after: string | null; limit: number },
): Promise<StaffRequest[]> {
  const found = await sql<StaffRequest>`select ${columns}, ${state} as state from termination_request r
    where network_id = ${networkId} and answered_at is not null and ${state} = ${wanted}
      and (${after}::uuid is null
        or (requested_at, id) > (select c.requested_at, c.id from termination_request c where c.id = ${after}::uuid))
    order by requested_at, id limit ${limit}`.execute(db);
  return found.rows;
}

/** Reads a request of a network. */
export async function readStaffRequest(
  db: Database | Tx,
  networkId: string,
  id: string,
): Promise<StaffRequest | undefined> {
  const found = await sql<StaffRequest>`select ${columns}, ${state} as state from termination_request
    where network_id = ${networkId} and id = ${id} and answered_at is not null`.execute(db);
  return found.rows[0];
}

/** Refuses a request; false: it is confirmed or refused already. */
export async function recordRefusal(
  tx: Tx,
  id: string,
  { at, refusal, remark }: { at: string; refusal: TerminationRefusal; remark: string | null },
): Promise<boolean> {
  const refused = await sql`update termination_request set refused_at = ${at}, refusal = ${refusal}, remark = ${remark},
      code_hash = null, expires_at = null
    where id = ${id} and confirmed_at is null and refused_at is null returning id`.execute(tx);
  return refused.rows.length === 1;
}

/** A contract found by staff. */
export interface FoundContract {
  subscriptionId: string;
  accountId: string;
  holder: { name: string; email: string; customerNumber: string };
}

/** Finds contracts by the number of an order, a customer number, or an account's e-mail address; newest first. */
export async function findContracts(
  db: Database,
  networkId: string,
  { number, email }: { number: string; email: string },
): Promise<FoundContract[]> {
  const found = await sql<FoundContract>`
    select s.id as "subscriptionId", a.id as "accountId",
      jsonb_build_object('name', coalesce((select trim(h.first_name || ' ' || h.last_name) from traveller h
          where h.account_id = a.id and h.is_holder), ''),
        'email', a.email, 'customerNumber', coalesce(a.customer_number, '')) as holder
    from subscription s join account a on a.id = s.account_id
    where s.network_id = ${networkId} and (a.id in ${accountIdsByNumber(networkId, number)} or a.id in ${accountIdsByEmail(networkId, email)}
      or exists (select from subscription_period p join orders o on o.id = p.order_id
        where p.subscription_id = s.id and o.network_id = ${networkId} and o.number = ${number}))
    order by s.created_at desc, s.id limit ${foundMax}`.execute(db);
  return found.rows;
}
/** At most this many contracts of one search are displayed. */
const foundMax = 20;
