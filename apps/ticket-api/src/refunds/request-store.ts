import type { EvidenceReason } from "@guichet/contract/packs/refund-policy.ts";
import type { RefundRequestState } from "@guichet/contract/refund-requests.ts";
import { type RefundRequestTransition, refundRequestMachine } from "@guichet/rules/refunds/refund-request-states.ts";
import { type BirthState, transitionOf } from "@guichet/rules/state-machine.ts";
import { type RawBuilder, sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";
import { instantInJson } from "../database/json.ts";
import { deleteFile } from "../files/file-store.ts";

/** A request for the refund of a ticket with evidence (decision 166). */
export interface RefundRequestRow {
  id: string;
  networkId: string;
  accountId: string;
  orderId: string;
  ticketId: string;
  reasonId: string;
  status: RefundRequestState;
  requestedAt: string;
  /** `YYYY-MM-DD`. */
  expectedOn: string;
  decidedAt: string | null;
  /** The member of the staff who accepted or refused it. */
  decidedBy: string | null;
  remark: string | null;
  orderRefundId: string | null;
  /** What that refund gives or would give, in minor units. */
  refundedAmount: number | null;
  /** Its ticket, as it was sold. */
  ticketName: string;
  serial: string;
  traveller: { firstName: string; lastName: string } | null;
  /** The reasons of the policy of the purchase. */
  reasons: EvidenceReason[];
  files: { fileId: string; name: string; contentType: string; addedAt: string }[];
}

const columns = sql`q.id, q.network_id as "networkId", q.account_id as "accountId", q.order_id as "orderId",
  q.ticket_id as "ticketId", q.reason_id as "reasonId", q.status, q.requested_at as "requestedAt",
  q.expected_on as "expectedOn", q.decided_at as "decidedAt", q.decided_by as "decidedBy", q.remark,
  q.order_refund_id as "orderRefundId",
  l.name as "ticketName", t.serial, t.traveller, coalesce(l.article #> '{refund,withEvidence}', '[]') as reasons,
  (select amount from order_refund r where r.id = q.order_refund_id) as "refundedAmount",
  coalesce((select json_agg(json_build_object('fileId', f.file_id, 'name', f.file_name, 'contentType', s.content_type,
      'addedAt', ${instantInJson(sql`f.added_at`)}) order by f.added_at, f.file_id)
    from refund_request_file f join stored_file s on s.id = f.file_id where f.request_id = q.id), '[]') as files`;

/** Where the columns are read: the request with its ticket. */
const requests = sql`refund_request q join ticket t on t.id = q.ticket_id join order_line l on l.id = t.order_line_id`;

export type NewRefundRequest = Pick<
  RefundRequestRow,
  "id" | "networkId" | "accountId" | "orderId" | "ticketId" | "reasonId" | "requestedAt" | "expectedOn"
> & { status: BirthState<typeof refundRequestMachine> };

/** Stores a request; false if one of its ticket is open already. */
export async function insertRefundRequest(tx: Tx, request: NewRefundRequest): Promise<boolean> {
  const inserted =
    await sql`insert into refund_request (id, network_id, account_id, order_id, ticket_id, reason_id, status,
      requested_at, expected_on)
    values (${request.id}, ${request.networkId}, ${request.accountId}, ${request.orderId}, ${request.ticketId},
      ${request.reasonId}, ${request.status}, ${request.requestedAt}, ${request.expectedOn})
    on conflict (ticket_id) where status in ('pending', 'confirming') do nothing returning id`.execute(tx);
  return inserted.rows.length === 1;
}

/** Adds a stored file to a pending request; false if it is decided, or has `max` files. The caller has locked the order. */
export async function addRequestFile(
  tx: Tx,
  file: { requestId: string; fileId: string; name: string },
  { at, max }: { at: string; max: number },
): Promise<boolean> {
  const added = await sql`insert into refund_request_file (file_id, request_id, file_name, added_at)
    select ${file.fileId}::uuid, id, ${file.name}, ${at} from refund_request
    where id = ${file.requestId} and status = 'pending'
      and (select count(*) from refund_request_file where request_id = ${file.requestId}) < ${max}
    returning file_id`.execute(tx);
  return added.rows.length === 1;
}

export async function readRefundRequest(db: Database | Tx, id: string): Promise<RefundRequestRow | undefined> {
  const found = await sql<RefundRequestRow>`select ${columns} from ${requests} where q.id = ${id}`.execute(db);
  return found.rows[0];
}

/** The requests of an order, the newest first. */
export async function refundRequestsOf(db: Database | Tx, orderId: string): Promise<RefundRequestRow[]> {
  const found = await sql<RefundRequestRow>`select ${columns} from ${requests} where q.order_id = ${orderId}
    order by q.requested_at desc, q.id desc limit 200`.execute(db);
  return found.rows;
}

/** The request that an order's refund accepts; undefined: none. */
export async function requestOfRefund(tx: Tx, orderRefundId: string): Promise<string | undefined> {
  const found = await sql<{
    id: string;
  }>`select id from refund_request where order_refund_id = ${orderRefundId}`.execute(tx);
  return found.rows[0]?.id;
}

/** What a decision stores with the request. */
export interface RequestDecision {
  at: string;
  staffId?: string | null;
  remark?: string;
  orderRefundId?: string | null;
}

/** Moves a request by a transition of its state machine. Returns whether it moved: of two concurrent calls, one succeeds. */
export const moveRefundRequest = async (
  tx: Tx,
  id: string,
  transition: RefundRequestTransition,
  decision: RequestDecision,
): Promise<boolean> => (await moveRefundRequests(tx, sql`id = ${id}`, transition, decision)).length === 1;

/** Moves all requests that fulfil a condition; returns the ids of those that moved. */
export async function moveRefundRequests(
  tx: Tx,
  which: RawBuilder<unknown>,
  transition: RefundRequestTransition,
  { at, staffId = null, remark, orderRefundId }: RequestDecision,
): Promise<string[]> {
  const { from, to } = transitionOf<RefundRequestState, RefundRequestTransition>(refundRequestMachine, transition);
  const isOpen = to === "pending";
  const refund = orderRefundId === undefined ? sql`order_refund_id` : sql`${orderRefundId}::uuid`;
  const moved = await sql<{ id: string }>`update refund_request set status = ${to}, order_refund_id = ${refund},
      decided_at = ${isOpen ? null : at}, decided_by = ${isOpen ? null : sql`coalesce(${staffId}::uuid, decided_by)`}, remark = coalesce(${remark ?? null}, remark)
    where ${which} and status = any(${from}) returning id`.execute(tx);
  return moved.rows.map(({ id }) => id);
}

/** Ends open requests of tickets that were refunded otherwise, or of a whole order, and deletes their evidence. */
export async function closeRefundRequests(
  tx: Tx,
  of: { orderId: string; ticketIds?: readonly string[] },
  at: string,
): Promise<void> {
  const { orderId, ticketIds } = of;
  const which =
    ticketIds === undefined
      ? sql`order_id = ${orderId}`
      : sql`order_id = ${orderId} and ticket_id = any(${[...ticketIds]}::uuid[])`;
  for (const id of await moveRefundRequests(tx, which, "close", { at })) await deleteRequestFiles(tx, id);
}

/** Deletes the evidence of a request; the request stays. */
export async function deleteRequestFiles(tx: Tx, requestId: string): Promise<void> {
  const deleted = await sql<{ fileId: string; networkId: string }>`delete from refund_request_file f
    using stored_file s where f.request_id = ${requestId} and s.id = f.file_id
    returning f.file_id as "fileId", s.network_id as "networkId"`.execute(tx);
  for (const { fileId, networkId } of deleted.rows) await deleteFile(tx, networkId, fileId);
}

/** Requests that were decided before an instant and still have evidence. */
export async function requestsWithOldEvidence(db: Database, before: string, limit: number): Promise<string[]> {
  const found = await sql<{ id: string }>`select id from refund_request q where decided_at < ${before}
      and exists (select from refund_request_file where request_id = q.id)
    order by decided_at limit ${limit}`.execute(db);
  return found.rows.map(({ id }) => id);
}

/** A request of a list, with the order and the names of the staff. */
export interface ListedRequestRow extends RefundRequestRow {
  orderNumber: string;
  decidedByName: string | null;
}

/** One page of the requests of a network: those that wait for a decision, the oldest first, or those of a state, the newest first. */
export async function listRefundRequests(
  db: Database,
  filter: { networkId: string; state: RefundRequestState | undefined; after: string | undefined; limit: number },
): Promise<ListedRequestRow[]> {
  const { networkId, state = "pending", after = null, limit } = filter;
  const isQueue = state === "pending";
  const at = sql`(select requested_at, id from refund_request where id = ${after}::uuid)`;
  const place = isQueue ? sql`(q.requested_at, q.id) > ${at}` : sql`(q.requested_at, q.id) < ${at}`;
  const sequence = isQueue ? sql`q.requested_at, q.id` : sql`q.requested_at desc, q.id desc`;
  const found = await sql<ListedRequestRow>`select ${columns}, o.number as "orderNumber", s.name as "decidedByName"
    from ${requests} join orders o on o.id = q.order_id left join staff s on s.id = q.decided_by
    where q.network_id = ${networkId} and q.status = ${state} and (${after}::uuid is null or ${place})
    order by ${sequence} limit ${limit}`.execute(db);
  return found.rows;
}
