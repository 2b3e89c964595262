import { Day, Id, Instant } from "@guichet/contract/values.ts";
import { sql } from "kysely";
import { z } from "zod";
import type { Tx } from "../database/database.ts";
import { instantInJson } from "../database/json.ts";
import { moveRefundTransfer } from "../payment-records/refund-transfer-store.ts";
import { omissionReasons, personalDataSource } from "../personal-data/personal-data-source.ts";

const RefundKept = z.strictObject({
  orderId: Id,
  scope: z.string(),
  status: z.string(),
  amount: z.int().describe("In the smallest unit of the currency"),
  currency: z.string(),
  reason: z.string().nullable(),
  createdAt: Instant,
  decidedAt: Instant.nullable(),
  tickets: z.array(z.strictObject({ ticketId: Id, amount: z.int() })),
  installments: z
    .array(z.strictObject({ position: z.int(), droppedAmount: z.int(), leftAmount: z.int() }))
    .describe("Installments that it reduced before they were collected"),
});

/** Refunds of a person's orders stay in the books, without the reason that the staff wrote. */
export const refundsOfPerson = personalDataSource({
  tables: {
    order_refund: {
      stays:
        "id network_id order_id scope status amount dropped_amount currency staff_id decided_by created_at decided_at".split(
          " ",
        ),
      emptied: ["reason"],
    },
    order_refund_ticket: { stays: ["order_refund_id", "ticket_id", "amount"], emptied: [] },
    order_refund_installment: {
      stays: ["order_refund_id", "position", "dropped_amount", "left_amount"],
      emptied: [],
    },
  },
  leftOut: {
    order_refund: {
      [omissionReasons.rowKey]: "id",
      "the members of the staff": "staff_id decided_by",
      "the sum of the installments that it reduced, which are exported": "dropped_amount",
    },
    order_refund_ticket: { [omissionReasons.rowKey]: "order_refund_id" },
    order_refund_installment: { [omissionReasons.rowKey]: "order_refund_id" },
  },
  shape: z.array(RefundKept),
  read: async (db, { networkId, accountId }) => {
    const found = await sql<z.infer<typeof RefundKept>>`
      select r.order_id as "orderId", r.scope, r.status, r.amount, r.currency, r.reason, r.created_at as "createdAt",
        r.decided_at as "decidedAt", coalesce((select json_agg(json_build_object('ticketId', t.ticket_id, 'amount', t.amount)
          order by t.ticket_id) from order_refund_ticket t where t.order_refund_id = r.id), '[]') as tickets,
        coalesce((select json_agg(json_build_object('position', d.position, 'droppedAmount', d.dropped_amount,
          'leftAmount', d.left_amount) order by d.position) from order_refund_installment d
          where d.order_refund_id = r.id), '[]') as installments
      from order_refund r join orders o on o.id = r.order_id
      where o.network_id = ${networkId} and o.account_id = ${accountId} order by r.created_at, r.id`.execute(db);
    return found.rows;
  },
  erase: async (tx, { networkId, accountId }) => {
    await sql`update order_refund set reason = null where reason is not null and order_id in (
      select id from orders where network_id = ${networkId} and account_id = ${accountId})`.execute(tx);
  },
});

const TransferKept = z.strictObject({
  orderId: Id,
  status: z.string(),
  cause: z.string(),
  problem: z.string().nullable(),
  requestedAt: Instant,
  holder: z.string().nullable(),
  iban: z.string().nullable(),
  enteredAt: Instant.nullable(),
  transferredAt: Instant.nullable(),
});

/** Accounts that a person named for refunds; a refund without its account stays in the books, for the staff to pay. */
export const refundTransfersOfPerson = personalDataSource({
  tables: {
    refund_transfer: {
      stays:
        "refund_id network_id order_id status cause attempt requested_at entered_at approved_by approved_at confirmed_by confirmed_at transferred_at".split(
          " ",
        ),
      emptied: ["problem", "holder", "iban"],
    },
  },
  leftOut: {
    refund_transfer: {
      [omissionReasons.rowKey]: "refund_id",
      [omissionReasons.processing]: "attempt approved_at confirmed_at",
      "the members of the staff": "approved_by confirmed_by",
    },
  },
  shape: z.array(TransferKept),
  read: async (db, { networkId, accountId }) => {
    const found = await sql<z.infer<typeof TransferKept>>`
      select t.order_id as "orderId", t.status, t.cause, t.problem, t.requested_at as "requestedAt", t.holder, t.iban,
        t.entered_at as "enteredAt", t.transferred_at as "transferredAt"
      from refund_transfer t join orders o on o.id = t.order_id
      where o.network_id = ${networkId} and o.account_id = ${accountId} order by t.requested_at, t.refund_id`.execute(
      db,
    );
    return found.rows;
  },
  erase: async (tx, { networkId, accountId }) => {
    const own = sql`t.order_id in (select id from orders where network_id = ${networkId} and account_id = ${accountId})`;
    const waiting = await sql<{ id: string }>`select t.refund_id as id from refund_transfer t
      where ${own} and t.status in ('to-approve', 'to-confirm', 'approved')`.execute(tx);
    const emptied = sql`problem = null, holder = null, iban = null`;
    for (const { id } of waiting.rows) await moveRefundTransfer(tx, id, "forget", emptied);
    // One that is being handed over to the bank needs its account for some seconds more.
    await sql`update refund_transfer t set ${emptied} where ${own} and t.status <> 'transferring'`.execute(tx);
  },
});

const RequestExported = z.strictObject({
  requestId: Id,
  orderId: Id,
  ticketId: Id,
  reasonId: z.string(),
  status: z.string(),
  requestedAt: Instant,
  expectedOn: Day,
  decidedAt: Instant.nullable(),
  remark: z.string().nullable(),
  files: z.array(z.strictObject({ fileId: Id, fileName: z.string(), addedAt: Instant })),
});

/** Refund requests with evidence: their reason may be about health, so nothing of them stays; the refund itself does. */
export const refundRequestsOfPerson = personalDataSource({
  tables: { refund_request: "goes", refund_request_file: "goes" },
  leftOut: {
    refund_request: {
      "the members of the staff": "decided_by",
      [omissionReasons.rowKey]: "order_refund_id",
    },
    refund_request_file: { [omissionReasons.rowKey]: "request_id" },
  },
  shape: z.array(RequestExported),
  read: async (db, { networkId, accountId }) => {
    const found = await sql<z.infer<typeof RequestExported>>`
      select id as "requestId", order_id as "orderId", ticket_id as "ticketId", reason_id as "reasonId", status,
        requested_at as "requestedAt", expected_on as "expectedOn", decided_at as "decidedAt", remark,
        coalesce((select json_agg(json_build_object('fileId', f.file_id, 'fileName', f.file_name,
          'addedAt', ${instantInJson(sql`f.added_at`)}) order by f.added_at, f.file_id)
          from refund_request_file f where f.request_id = q.id), '[]') as files
      from refund_request q where network_id = ${networkId} and account_id = ${accountId} order by requested_at, id`.execute(
      db,
    );
    return found.rows;
  },
  erase: async (tx, { networkId, accountId }) => {
    // With its rows of files; the files themselves are erased with all others of the account.
    await sql`delete from refund_request where network_id = ${networkId} and account_id = ${accountId}`.execute(tx);
  },
});

/** Moves the refund requests of some orders, with their evidence, to an account. */
export async function moveRequestsToAccount(tx: Tx, orderIds: readonly string[], to: string): Promise<void> {
  await sql`update stored_file set account_id = ${to} where id in (
      select f.file_id from refund_request_file f join refund_request q on q.id = f.request_id
      where q.order_id = any(${orderIds}::uuid[]))`.execute(tx);
  await sql`update refund_request set account_id = ${to} where order_id = any(${orderIds}::uuid[])`.execute(tx);
}
