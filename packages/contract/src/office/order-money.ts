import { z } from "zod";
import { Installment } from "../payments.ts";
import { Day, Id, Instant, Money } from "../values.ts";
import { TicketState } from "../wallet.ts";
import { staffCall } from "./staff-call.ts";

/** A line of an order with its price; the shipping fee is one, too. */
export const PricedLine = z.object({
  lineId: Id,
  kind: z.enum(["article", "option", "gift", "shipping"]),
  name: z.string(),
  quantity: z.int(),
  traveller: z.string().nullable(),
  travellerId: Id.nullable().describe("A traveller of the office's pages; null: none, or erased"),
  unitPrice: Money.describe("With VAT"),
  discount: Money.describe("Of the whole line; 0: none"),
  total: Money.describe("With VAT, after the discount"),
  vatRate: z.number().describe("In percent"),
});
export type PricedLine = z.infer<typeof PricedLine>;

/** The VAT that the lines of one rate include. */
export const VatShare = z.object({ rate: z.number().describe("In percent"), net: Money, vat: Money, gross: Money });

/** An attempt to pay an order or one of its installments. */
export const StaffPayment = z.object({
  paymentId: Id,
  installment: z.int().describe("The position of the installment that it pays; 1 if there is only one"),
  kind: z
    .enum(["page", "charge", "debit", "counter"])
    .describe("`page`: the provider's payment page; `charge`: a saved card; `counter`: at a counter"),
  method: z.enum(["CARD", "TRANSFER", "DEPOSIT", "CASH"]),
  status: z
    .enum(["begun", "open", "captured", "refused", "cancelled", "refunded", "mismatched"])
    .describe("`open`: at the provider or the bank, which has not decided; only `captured` is money received"),
  amount: Money,
  refunded: Money.describe("What was refunded of it, or is about to be"),
  account: z.string().nullable().describe("The account at the payment provider, `stripe/main`; null: bank or counter"),
  reference: z
    .string()
    .nullable()
    .describe("What the provider calls it, or the end-to-end reference of a debit; null: it has none"),
  mandate: z.string().nullable().describe("The reference of the mandate of a debit"),
  disputesAreRecorded: z
    .boolean()
    .describe("The staff record its chargebacks, because the payment provider does not report them"),
  paidWith: z.string().nullable().describe("The last digits of the card, or the masked IBAN; null: unknown"),
  brand: z.string().nullable().describe("The brand of the card"),
  createdAt: Instant,
  settledAt: Instant.nullable().describe("When it reached its status; null: it is not decided"),
});
export type StaffPayment = z.infer<typeof StaffPayment>;

/** An installment with how it is collected. */
export const StaffInstallment = Installment.extend({
  method: z.enum(["CARD", "TRANSFER"]),
  attempts: z.int().describe("How often it was tried"),
  suspendsOn: Day.nullable().describe("The day on which the tickets are suspended unless it is paid"),
});
export type StaffInstallment = z.infer<typeof StaffInstallment>;

/** What became of the amount of an order. */
export const OrderBalance = z.object({
  received: Money.describe("Captured, or settled by the bank; refunds are not deducted"),
  toCollect: Money.describe("Installments and debits that are not collected yet, or are being collected"),
  unpaid: Money.describe("Installments that failed"),
  refunded: Money.describe("What was refunded of the received money, or is about to be"),
});
export type OrderBalance = z.infer<typeof OrderBalance>;

/** An invoice or credit note of an order. */
export const OrderDocument = z.object({
  kind: z.enum(["invoice", "credit-note"]),
  number: z.string(),
  issuedAt: Instant,
  total: Money,
});
export type OrderDocument = z.infer<typeof OrderDocument>;

/** A ticket of an order. */
export const OrderTicket = z.object({
  ticketId: Id,
  lineId: Id,
  name: z.string(),
  serial: z.string(),
  traveller: z.string().nullable(),
  state: TicketState,
  validFrom: Instant.nullable(),
  validUntil: Instant.nullable(),
});
export type OrderTicket = z.infer<typeof OrderTicket>;

/** The subscription that an order starts or renews. */
export const OrderSubscription = z.object({
  subscriptionId: Id,
  travellerId: Id,
  status: z.enum(["pending", "active", "suspended", "cancelled", "terminated"]),
  paidUntil: Instant,
});
export type OrderSubscription = z.infer<typeof OrderSubscription>;

export const printOrderDocument = staffCall("orders", "GET", "printOrderDocument", {
  summary: "Answers an invoice or a credit note of an order as PDF.",
  permission: "orders.read",
  request: { orderId: Id, number: z.string().max(60).describe("The number of the document, from the order") },
  answer: {},
  refusals: ["NOT_FOUND"],
  file: "application/pdf",
});
