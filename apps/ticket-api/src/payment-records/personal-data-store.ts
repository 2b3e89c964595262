import { Day, Id, Instant } from "@guichet/contract/values.ts";
import { sql } from "kysely";
import { z } from "zod";
import type { Database, Tx } from "../database/database.ts";
import { omissionReasons, personalDataSource } from "../personal-data/personal-data-source.ts";

const PaymentKept = z.strictObject({
  paymentId: Id,
  kind: z.string(),
  orderId: Id,
  status: z.string(),
  amount: z.int().describe("In the smallest unit of the currency"),
  currency: z.string(),
  installment: z.int(),
  reference: z.string().nullable().describe("The provider's number of it"),
  method: z.record(z.string(), z.unknown()).nullable().describe("What the provider says of it: brand, last digits"),
  createdAt: Instant,
  settledAt: Instant.nullable(),
});

const MethodKept = z.strictObject({
  paymentMethodId: Id,
  kind: z.string(),
  brand: z.string().nullable(),
  last4: z.string(),
  expiresOn: z.string().nullable(),
  nickname: z.string().nullable(),
  iban: z.string().nullable(),
  holder: z.string().nullable(),
  bookmarked: z.boolean(),
  createdAt: Instant,
  removedAt: Instant.nullable(),
});
const MandateKept = z.strictObject({
  mandateId: Id,
  paymentMethodId: Id.nullable(),
  reference: z.string(),
  creditor: z.record(z.string(), z.unknown()),
  debtor: z.record(z.string(), z.unknown()),
  wording: z.string(),
  language: z.string(),
  covers: z.string(),
  orderId: Id.nullable(),
  subscriptionId: Id.nullable(),
  evidence: z.record(z.string(), z.unknown()).describe("How it was signed"),
  signedAt: Instant,
  revokedAt: Instant.nullable(),
  endReason: z
    .string()
    .nullable()
    .describe(
      "ISO 20022 reason for which it ended; UNUSED after 36 months without a debit; INACTIVE: the payment provider ended it",
    ),
  lastDebitOn: Day.nullable(),
  providerReference: z
    .string()
    .nullable()
    .describe("The reference that the debtor's bank shows, if the payment provider collects"),
});
const InstallmentKept = z.strictObject({
  orderId: Id,
  position: z.int(),
  method: z.string(),
  amount: z.int(),
  currency: z.string(),
  dueOn: Day,
  collectedOn: Day,
  noticeOn: Day.nullable(),
  status: z.string(),
  paymentMethodId: Id.nullable(),
  mandateId: Id.nullable(),
  paidAt: Instant.nullable(),
  droppedAmount: z.int().describe("By how much refunds reduced it"),
});
const RefundKept = z.strictObject({
  orderId: Id,
  paymentId: Id,
  amount: z.int(),
  currency: z.string(),
  createdAt: Instant,
  sendFrom: Day.nullable().describe("A debit is paid back from this day on"),
  givenAt: Instant.nullable(),
  returnedAt: Instant.nullable().describe("When the bank returned the debit instead"),
});
const DiscrepancyKept = z.strictObject({
  kind: z.string(),
  orderId: Id,
  paymentId: Id,
  reference: z.string().nullable(),
  detail: z.record(z.string(), z.unknown()),
  refundAmount: z.int().nullable(),
  refundCurrency: z.string().nullable(),
  refundedAt: Instant.nullable(),
  foundAt: Instant,
  settledAt: Instant.nullable(),
});

const DisputeKept = z.strictObject({
  orderId: Id,
  paymentId: Id,
  state: z.string(),
  reason: z.string(),
  amount: z.int().describe("In the smallest unit of the currency"),
  currency: z.string(),
  openedAt: Instant,
  decidedAt: Instant.nullable(),
});

const FailedRefundKept = z.strictObject({
  paymentId: Id,
  amount: z.int().describe("In the smallest unit of the currency"),
  currency: z.string(),
  code: z.string().describe("Why it failed, as a code of the payment provider"),
  foundAt: Instant,
});

const counterRefundColumns = "id order_id staff_id drawer_id reference amount refunded_at";
const counterSaleColumns =
  "order_id agency_id staff_id sale_key method drawer_id given_amount reference amount sold_at refunded_at refunded_by refund_drawer_id refund_reference";
const settlementColumns =
  "provider_account reference kind source payment_id amount fee currency created_at available_at payout side moves";
const SettlementHoldKept = z.strictObject({
  orderId: Id,
  provisionalUntil: Day.nullable().describe(
    "The day on which the tickets are suspended unless the first debit is settled",
  ),
  heldAt: Instant.nullable(),
  settledAt: Instant.nullable(),
});

/**
 * Payments and the ledger stay in the books: amounts, instants, and the provider's own session number. Signed mandates
 * are archived.
 */
export const paymentsOfPerson = personalDataSource({
  tables: {
    payment: {
      stays: [
        "id network_id order_id installment kind keep status amount currency provider_account provider_session refund_reference created_at settled_at given_up_at debit_file_id sequence",
      ].flatMap((names) => names.split(" ")),
      emptied: ["asked", "pay_url", "method"],
    },
    payment_method: "goes",
    card_registration: "goes",
    mandate: {
      stays: [
        "id network_id reference covers order_id subscription_id creditor debtor wording language evidence signed_at revoked_at end_reason last_debit_on archived_at provider_account provider_mandate provider_method provider_customer provider_reference",
      ].flatMap((names) => names.split(" ")),
      emptied: ["account_id", "payment_method_id"],
    },
    installment: {
      stays: [
        "network_id order_id position method amount currency due_on collected_on notice_on status mandate_id tries paid_at suspends_on dropped_amount",
      ].flatMap((names) => names.split(" ")),
      emptied: ["payment_method_id"],
    },
    refund: {
      stays: [
        "id order_refund_id network_id order_id payment_id amount currency created_at given_at send_from needs_release released_at released_by returned_at",
      ].flatMap((names) => names.split(" ")),
      emptied: [],
    },
    payment_discrepancy: {
      stays: [
        "id network_id kind order_id payment_id registration_id provider_account provider_session reference detail refund_amount refund_currency refunded_at found_at settled_at settlement",
      ].flatMap((names) => names.split(" ")),
      emptied: [],
    },
    dispute: {
      stays: [
        "id network_id order_id payment_id provider_account reference state reason amount currency opened_at evidence_due_at read_at decided_at tickets",
      ].flatMap((names) => names.split(" ")),
      emptied: [],
    },
    dispute_evidence: "goes",
    failed_refund: {
      stays: "provider_account provider_refund payment_id reference amount currency code found_at refund_id".split(" "),
      emptied: [],
    },
    settlement_entry: { stays: settlementColumns.split(" "), emptied: [] },
    settlement_hold: { stays: "network_id order_id provisional_until held_at settled_at".split(" "), emptied: [] },
    counter_sale: { stays: `network_id ${counterSaleColumns}`.split(" "), emptied: [] },
    counter_refund: { stays: `network_id ${counterRefundColumns}`.split(" "), emptied: [] },
    counter_refund_line: { stays: ["line_id", "counter_refund_id"], emptied: [] },
    ledger_entry: { stays: "movement side network_id order_id amount currency at".split(" "), emptied: [] },
  },
  leftOut: {
    payment: {
      [omissionReasons.processing]: "asked keep debit_file_id sequence provider_account",
      "an address that is over": "pay_url",
      "the provider's own number of a refund": "refund_reference",
    },
    payment_method: {
      [omissionReasons.secret]: "saved_id fingerprint",
      [omissionReasons.processing]: "wanted provider_account customer_id",
    },
    card_registration: {
      "a card that is being saved; once saved, it is exported as a payment method":
        "id status asked created_at provider_account",
    },
    mandate: {
      [omissionReasons.processing]: "archived_at provider_account",
      "the provider's own numbers": "provider_mandate provider_method provider_customer",
    },
    installment: { [omissionReasons.processing]: "tries" },
    refund: {
      [omissionReasons.rowKey]: "id order_refund_id",
      [omissionReasons.processing]: "needs_release released_at",
      "the members of the staff": "released_by",
    },
    payment_discrepancy: {
      [omissionReasons.rowKey]: "id registration_id",
      "the provider's own number, exported with the payment": "provider_session provider_account",
      "who of the staff did it": "settlement",
    },
    dispute: {
      [omissionReasons.rowKey]: "id",
      [omissionReasons.processing]: "provider_account reference evidence_due_at read_at tickets",
    },
    dispute_evidence: {
      "a copy for the bank of what is exported: the order, its tickets and their use": "document fields",
      [omissionReasons.processing]: "dispute_id reference state requested_at ended_at refusal",
      "the members of the staff": "requested_by",
    },
    failed_refund: {
      [omissionReasons.rowKey]: "refund_id",
      "the provider's own numbers": "provider_account provider_refund reference",
    },
    settlement_entry: { "what the provider states of payments and refunds, which are exported": settlementColumns },
    counter_sale: { "the counter's view of an order, which is exported with how it was paid": counterSaleColumns },
    counter_refund: { "the counter's view of a refund, which is exported": counterRefundColumns },
    counter_refund_line: { "the counter's view of a refund, which is exported": "line_id counter_refund_id" },
    ledger_entry: {
      "the ledger's view of payments and refunds, which are exported": "movement side order_id amount currency at",
    },
  },
  shape: z.strictObject({
    payments: z.array(PaymentKept),
    methods: z.array(MethodKept),
    mandates: z.array(MandateKept),
    installments: z.array(InstallmentKept),
    refunds: z.array(RefundKept),
    discrepancies: z.array(DiscrepancyKept),
    disputes: z.array(DisputeKept),
    failedRefunds: z.array(FailedRefundKept),
    settlementHolds: z.array(SettlementHoldKept),
  }),
  read: async (db, { networkId, accountId }) => {
    const payments = await sql<z.infer<typeof PaymentKept>>`
      select p.id as "paymentId", p.kind, p.order_id as "orderId", p.status, p.amount, p.currency, p.installment,
        p.provider_session as reference, p.method, p.created_at as "createdAt",
        p.settled_at as "settledAt"
      from payment p join orders o on o.id = p.order_id
      where o.network_id = ${networkId} and o.account_id = ${accountId} order by p.sequence`.execute(db);
    const methods = await sql<z.infer<typeof MethodKept>>`
      select id as "paymentMethodId", kind, brand, last4, expires_on as "expiresOn", nickname, iban, holder, bookmarked, created_at as "createdAt",
        removed_at as "removedAt"
      from payment_method where network_id = ${networkId} and account_id = ${accountId} order by created_at`.execute(
      db,
    );
    const mandates = await sql<z.infer<typeof MandateKept>>`
      select id as "mandateId", payment_method_id as "paymentMethodId", reference, creditor, debtor, wording, language, covers,
        order_id as "orderId", subscription_id as "subscriptionId", evidence,
        signed_at as "signedAt", revoked_at as "revokedAt", end_reason as "endReason", last_debit_on as "lastDebitOn",
        provider_reference as "providerReference"
      from mandate where network_id = ${networkId} and account_id = ${accountId} order by signed_at`.execute(db);
    const installments = await sql<z.infer<typeof InstallmentKept>>`
      select i.order_id as "orderId", i.position, i.method, i.amount, i.currency, i.due_on as "dueOn",
        i.collected_on as "collectedOn", i.notice_on as "noticeOn", i.status, i.payment_method_id as "paymentMethodId",
        i.mandate_id as "mandateId", i.paid_at as "paidAt", i.dropped_amount as "droppedAmount"
      from installment i join orders o on o.id = i.order_id
      where o.network_id = ${networkId} and o.account_id = ${accountId} order by i.due_on, i.order_id, i.position`.execute(
      db,
    );
    const refunds = await sql<z.infer<typeof RefundKept>>`
      select r.order_id as "orderId", r.payment_id as "paymentId", r.amount, r.currency, r.created_at as "createdAt",
        r.send_from as "sendFrom", r.given_at as "givenAt", r.returned_at as "returnedAt"
      from refund r join orders o on o.id = r.order_id
      where o.network_id = ${networkId} and o.account_id = ${accountId} order by r.created_at, r.id`.execute(db);
    const discrepancies = await sql<z.infer<typeof DiscrepancyKept>>`
      select d.kind, d.order_id as "orderId", d.payment_id as "paymentId", d.reference, d.detail,
        d.refund_amount::int as "refundAmount", d.refund_currency as "refundCurrency", d.refunded_at as "refundedAt",
        d.found_at as "foundAt", d.settled_at as "settledAt"
      from payment_discrepancy d join orders o on o.id = d.order_id
      where o.network_id = ${networkId} and o.account_id = ${accountId} order by d.found_at, d.id`.execute(db);
    const disputes = await sql<z.infer<typeof DisputeKept>>`
      select d.order_id as "orderId", d.payment_id as "paymentId", d.state, d.reason, d.amount::int, d.currency,
        d.opened_at as "openedAt", d.decided_at as "decidedAt"
      from dispute d join orders o on o.id = d.order_id
      where o.network_id = ${networkId} and o.account_id = ${accountId} order by d.opened_at, d.id`.execute(db);
    const failedRefunds = await sql<z.infer<typeof FailedRefundKept>>`
      select f.payment_id as "paymentId", f.amount::int, f.currency, f.code, f.found_at as "foundAt"
      from failed_refund f join payment p on p.id = f.payment_id join orders o on o.id = p.order_id
      where o.network_id = ${networkId} and o.account_id = ${accountId} order by f.found_at, f.provider_refund`.execute(
      db,
    );
    const settlementHolds = await sql<z.infer<typeof SettlementHoldKept>>`
      select h.order_id as "orderId", h.provisional_until as "provisionalUntil", h.held_at as "heldAt",
        h.settled_at as "settledAt"
      from settlement_hold h join orders o on o.id = h.order_id
      where o.network_id = ${networkId} and o.account_id = ${accountId} order by h.order_id`.execute(db);
    return {
      payments: payments.rows,
      methods: methods.rows,
      mandates: mandates.rows,
      installments: installments.rows,
      refunds: refunds.rows,
      discrepancies: discrepancies.rows,
      disputes: disputes.rows,
      failedRefunds: failedRefunds.rows,
      settlementHolds: settlementHolds.rows,
    };
  },
  erase: async (tx, { networkId, accountId }, at) => {
    const orders = sql`(select id from orders where network_id = ${networkId} and account_id = ${accountId})`;
    await sql`update payment set asked = '{}', pay_url = null, method = null where order_id in ${orders}`.execute(tx);
    await sql`update provider_session set method = null, page_url = null
      where order_id in (select id::text from orders where network_id = ${networkId} and account_id = ${accountId})`.execute(
      tx,
    );
    await sql`update installment set payment_method_id = null where order_id in ${orders}`.execute(tx);
    await sql`update mandate set account_id = null, payment_method_id = null, archived_at = ${at}
      where network_id = ${networkId} and account_id = ${accountId}`.execute(tx);
    await sql`delete from dispute_evidence where dispute_id in (select id from dispute where order_id in ${orders})`.execute(
      tx,
    );
    await sql`delete from card_registration where network_id = ${networkId} and account_id = ${accountId}`.execute(tx);
    await sql`delete from payment_method where network_id = ${networkId} and account_id = ${accountId}`.execute(tx);
  },
});

/** Lists the orders of an account with installments that are still to be paid. */
export async function unpaidInstallmentsOf(
  db: Database | Tx,
  networkId: string,
  accountId: string,
): Promise<{ id: string; number: string }[]> {
  const found = await sql<{ id: string; number: string }>`select distinct o.id, o.number
    from installment i join orders o on o.id = i.order_id
    where o.network_id = ${networkId} and o.account_id = ${accountId} and i.status in ('planned', 'begun', 'unpaid')
    order by o.number limit 100`.execute(db);
  return found.rows;
}

/** The numbers of a traveller's orders with an installment that is still to be paid. */
export async function unpaidInstallmentsFor(tx: Tx, networkId: string, travellerId: string): Promise<string[]> {
  const found = await sql<{ number: string }>`select distinct o.number
    from installment i join orders o on o.id = i.order_id join order_line l on l.order_id = o.id
    where o.network_id = ${networkId} and l.traveller_id = ${travellerId} and i.status in ('planned', 'begun', 'unpaid')
    order by o.number limit 100`.execute(tx);
  return found.rows.map(({ number }) => number);
}

/** Deletes archived mandates whose last debit (or signature) was before a day. */
export async function deleteArchivedMandates(db: Database, before: string): Promise<void> {
  await sql`with gone as (select id from mandate where archived_at is not null
        and coalesce(last_debit_on, signed_at::date) < ${before}),
      freed as (update installment set mandate_id = null where mandate_id in (select id from gone))
    delete from mandate where id in (select id from gone)`.execute(db);
}
