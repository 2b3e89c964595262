import type {
  OrderBalance,
  OrderDocument,
  OrderSubscription,
  OrderTicket,
  PricedLine,
  printOrderDocument,
  StaffInstallment,
  StaffPayment,
} from "@guichet/contract/office/order-money.ts";
import type { StaffOrder } from "@guichet/contract/office/orders.ts";
import { err, ok } from "@guichet/contract/result.ts";
import type { Money } from "@guichet/contract/values.ts";
import { vatByRate } from "@guichet/rules/money.ts";
import { maskedIban } from "@guichet/rules/persons/ibans.ts";
import { ticketStateAt } from "@guichet/rules/punching.ts";
import type { Dependencies } from "../dependencies.ts";
import type { Handler } from "../http/call-handler.ts";
import { isUuid } from "../ids.ts";
import { bankId } from "../integrations/debit-message.ts";
import { invoiceDocument } from "../order-records/invoices.ts";
import { type OrderLineRow, type OrderRow, readOrder } from "../order-records/order-store.ts";
import { type CounterSaleRow, readCounterSale } from "../payment-records/counter-sale-store.ts";
import { installmentsOf } from "../payment-records/installment-store.ts";
import { isReportedAccount } from "../payments/disputes/reported-accounts.ts";
import { installmentView } from "../payments/installment-handlers.ts";
import { readSubscription } from "../subscription-records/subscription-store.ts";
import { listTickets } from "../wallet/ticket-store.ts";
import { documentsOfOrder, knownTravellers, type PaymentAttempt, paymentAttempts } from "./office-money-store.ts";

/** The parts of an order that say what it costs, how it is paid, and what it gave. */
export type OrderMoney = Pick<
  StaffOrder,
  | "pricedLines"
  | "vat"
  | "vouchers"
  | "paymentMethod"
  | "balance"
  | "payments"
  | "installments"
  | "documents"
  | "tickets"
  | "subscription"
>;

/** An order has fewer tickets. */
const ticketsMax = 1_000;

/** Reads what the office shows of an order's money; `nameOf` names a line in the reader's language. */
export async function orderMoney(
  { db, clock, payments: providers }: Pick<Dependencies, "db" | "clock" | "payments">,
  order: OrderRow,
  lines: readonly OrderLineRow[],
  nameOf: (line: OrderLineRow) => string,
): Promise<OrderMoney> {
  const { id: orderId, networkId, accountId, currency, vouchers, paymentMethod } = order;
  const attempts = await paymentAttempts(db, orderId);
  const payments = [
    ...attempts.map((attempt) => paymentView(attempt, providers)),
    ...counterPayment(order, await readCounterSale(db, networkId, orderId)),
  ];
  const installments = (await installmentsOf(db, [orderId])).map(
    (row): StaffInstallment => ({
      ...installmentView(row),
      method: row.method,
      attempts: row.attempts,
      suspendsOn: row.suspendsOn,
    }),
  );
  const travellers = lines.flatMap(({ travellerId }) => (travellerId === null ? [] : [travellerId]));
  const known = await knownTravellers(db, networkId, travellers);
  const documents = (await documentsOfOrder(db, orderId)).map(
    ({ series: kind, number, issuedAt, amount }): OrderDocument => ({
      ...{ kind, number, issuedAt },
      total: { amount, currency },
    }),
  );
  const names = new Map(lines.map((line) => [line.id, nameOf(line)]));
  const listed = await listTickets(db, { networkId, accountId, travellerId: null, orderId, limit: ticketsMax });
  const now = clock.iso();
  const tickets = listed.reverse().map(
    (ticket): OrderTicket => ({
      ticketId: ticket.id,
      lineId: ticket.orderLineId,
      name: names.get(ticket.orderLineId) ?? ticket.productId,
      serial: ticket.serial,
      traveller: fullName(ticket.traveller),
      state: ticketStateAt(ticket, now),
      validFrom: ticket.validFrom,
      validUntil: ticket.validUntil,
    }),
  );
  return {
    pricedLines: lines.map((line) => pricedLine(line, { currency, name: nameOf(line), known })),
    vat: vatOfLines(lines, currency),
    ...{ vouchers, paymentMethod, payments, installments, documents, tickets },
    balance: balanceOf(payments, installments, currency),
    subscription: await subscriptionOf(db, order),
  };
}

const fullName = (person: { firstName: string; lastName: string } | null): string | null =>
  person === null ? null : `${person.firstName} ${person.lastName}`.trim() || null;

function pricedLine(
  line: OrderLineRow,
  { currency, name, known }: { currency: string; name: string; known: ReadonlySet<string> },
): PricedLine {
  const money = (amount: number): Money => ({ amount, currency });
  const { id: lineId, kind, quantity, vatRate, travellerId } = line;
  return {
    ...{ lineId, kind, name, quantity, vatRate },
    traveller: fullName(line.traveller),
    travellerId: travellerId !== null && known.has(travellerId) ? travellerId : null,
    unitPrice: money(line.unitAmount),
    discount: money(line.discountAmount),
    total: money(line.totalAmount),
  };
}

function vatOfLines(lines: readonly OrderLineRow[], currency: string) {
  const money = (amount: number): Money => ({ amount, currency });
  const shares = vatByRate(lines.map(({ vatRate: rate, totalAmount: gross }) => ({ rate, gross })));
  return shares
    .filter(({ gross }) => gross > 0)
    .map(({ rate, net, vat, gross }) => ({ rate, net: money(net), vat: money(vat), gross: money(gross) }));
}

function paymentView(attempt: PaymentAttempt, providers: Dependencies["payments"]): StaffPayment {
  const { id, installment, kind, status, amount, currency, refundedAmount, iban, lastDigits, brand } = attempt;
  const isDebit = kind === "debit";
  return {
    paymentId: id,
    ...{ installment, kind, status, brand },
    method: isDebit ? "TRANSFER" : "CARD",
    amount: { amount, currency },
    refunded: { amount: refundedAmount, currency },
    account: attempt.providerAccount,
    reference: isDebit && attempt.providerAccount === null ? bankId(id) : attempt.providerSession,
    mandate: attempt.mandate,
    disputesAreRecorded: !isDebit && isReportedAccount({ payments: providers }, attempt.providerAccount),
    paidWith: isDebit ? iban && maskedIban(iban) : lastDigits,
    createdAt: attempt.createdAt,
    settledAt: attempt.settledAt,
  };
}

/** What was paid at a counter: it has no payment of its own. */
function counterPayment(order: OrderRow, sale: CounterSaleRow | undefined): StaffPayment[] {
  const { id, paymentMethod: method, amount, currency, createdAt, completedAt, paidAtCounter } = order;
  if (method === null || !paidAtCounter || completedAt === null || amount === 0) return [];
  return [
    {
      ...{ paymentId: id, installment: 1, kind: "counter", method, status: "captured" },
      amount: { amount, currency },
      refunded: { amount: refundedOf(sale), currency },
      ...{ account: null, reference: sale?.reference ?? null, mandate: null, paidWith: null, brand: null },
      disputesAreRecorded: false,
      ...{ createdAt, settledAt: completedAt },
    },
  ];
}

/** What a counter has paid back of a sale, in minor units. */
const refundedOf = (sale: CounterSaleRow | undefined): number =>
  sale === undefined
    ? 0
    : sale.refundedAt === null
      ? sale.parts.reduce((sum, part) => sum + part.amount, 0)
      : sale.amount;

function balanceOf(
  payments: readonly StaffPayment[],
  installments: readonly StaffInstallment[],
  currency: string,
): OrderBalance {
  const sumOf = (amounts: readonly Money[]): Money => ({
    amount: amounts.reduce((sum, { amount }) => sum + amount, 0),
    currency,
  });
  const captured = payments.filter(({ status }) => status === "captured");
  const inStates = (...states: readonly StaffInstallment["status"][]) =>
    installments.filter(({ status }) => states.includes(status)).map(({ amount }) => amount);
  return {
    received: sumOf(captured.map(({ amount }) => amount)),
    toCollect: sumOf(inStates("planned", "begun")),
    unpaid: sumOf(inStates("unpaid")),
    refunded: sumOf(captured.map(({ refunded }) => refunded)),
  };
}

async function subscriptionOf(
  db: Dependencies["db"],
  { subscriptionId }: Pick<OrderRow, "subscriptionId">,
): Promise<OrderSubscription | null> {
  const found = subscriptionId === null ? undefined : await readSubscription(db, subscriptionId);
  if (found === undefined) return null;
  const { id, travellerId, status, endsAt: paidUntil } = found;
  return { subscriptionId: id, travellerId, status, paidUntil };
}

/** Prints an invoice or credit note of an order of the network. */
export const printOrderDocumentHandler: Handler<typeof printOrderDocument> = async ({ deps, network, request }) => {
  const { orderId, number } = request;
  const order = isUuid(orderId) ? await readOrder(deps.db, orderId) : undefined;
  if (order?.networkId !== network.id) return err("NOT_FOUND");
  const document =
    (await invoiceDocument(deps, orderId, "invoice", number)) ??
    (await invoiceDocument(deps, orderId, "credit-note", number));
  return document === undefined ? err("NOT_FOUND") : ok({ bytes: document.bytes, filename: `${document.number}.pdf` });
};
