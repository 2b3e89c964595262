import type { RawBuilder } from "kysely";
import { z } from "zod";
import type { Dependencies } from "../dependencies.ts";
import { emailQueued } from "../email/queue-email.ts";
import type { EmailMessage } from "../integrations/mail.ts";
import { numberOf } from "../order-records/invoice-store.ts";
import { invoiceDocument } from "../order-records/invoices.ts";
import { guestOrderLink } from "../order-records/order-links.ts";
import type { OrderRow } from "../order-records/order-store.ts";
import type { CapturedPayment } from "../payment-records/payment-store.ts";
import { payBackDayOf } from "../payments/refunds/plan-refunds.ts";
import type { ApprovedRefund, DividedRefund } from "./order-refund-store.ts";

/** The statement that queues the e-mail about an order that the staff cancelled, with nothing left to refund. */
export function cancellationEmailStatement(
  deps: Dependencies,
  order: OrderRow,
  { refund }: ApprovedRefund,
): RawBuilder<unknown> {
  const cause = `order-cancelled-by-staff-${refund.id}`;
  return emailQueued(deps, { ...addressed(deps, order), template: "order-cancelled-by-staff", cause }, {});
}

/** Whom an e-mail about an order goes to, and the values that name the order. */
export function addressed(deps: Dependencies, order: OrderRow) {
  const { id: orderId, number: orderNumber, networkId, accountId, customer, language } = order;
  const guestLink = customer.guest ? guestOrderLink(deps, order) : null;
  const to = order.invoiceEmail ?? customer.email;
  return { networkId, accountId, to, language, values: { orderId, orderNumber, guest: customer.guest, guestLink } };
}

/** The statement that queues the e-mail about a refund, after its credit note, in the transaction that makes it. */
export function refundEmailStatement(
  deps: Dependencies,
  order: OrderRow,
  { refund, tickets, isRequested = false }: ApprovedRefund,
  { dropped, paidBackAmount }: DividedRefund,
  payment: CapturedPayment | undefined,
): RawBuilder<unknown> {
  const { currency } = order;
  const { values, ...email } = addressed(deps, order);
  const filled = {
    ...email,
    template: "refund-made" as const,
    cause: `refund-made-${refund.id}`,
    values: {
      ...values,
      scope: refund.scope,
      isRequested,
      total: { amount: refund.amount, currency },
      paidBack: { amount: paidBackAmount, currency },
      dropped: dropped.map(({ collectedOn, droppedAmount, leftAmount }) => ({
        day: collectedOn,
        dropped: { amount: droppedAmount, currency },
        left: { amount: leftAmount, currency },
      })),
      tickets: tickets.map(({ name, serial, amount }) => ({ name, serial, refund: { amount, currency } })),
      ...paidBackTo(payment),
    },
  };
  return emailQueued(deps, filled, { creditNoteNumber: numberOf(order.id, "credit-note") });
}

/** Where the money of a refund returns to, as its e-mail states it. */
export const paidBackTo = (payment: CapturedPayment | undefined) => ({
  paidBy: payment?.kind === "debit" ? ("TRANSFER" as const) : ("CARD" as const),
  lastDigits: payment?.lastDigits ?? null,
  transferFrom: payment?.kind === "debit" ? payBackDayOf(payment) : null,
});

const RefundNamed = z.object({ orderId: z.string(), creditNoteNumber: z.string() });

/** The attachment of the e-mail: its credit note. */
export async function refundAttachments(deps: Dependencies, values: unknown): Promise<EmailMessage["attachments"]> {
  const { orderId, creditNoteNumber } = RefundNamed.parse(values);
  const note = await invoiceDocument(deps, orderId, "credit-note", creditNoteNumber);
  if (note === undefined) return [];
  return [{ filename: `${note.number}.pdf`, content: note.bytes, contentType: "application/pdf" }];
}
