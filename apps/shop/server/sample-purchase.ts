import type { Order } from "@guichet/contract/orders.ts";
import type { Ticket } from "@guichet/contract/wallet.ts";

/** A paid order and its ticket, as the Ticket API tells them: for tests. */
export const euros = (amount: number) => ({ amount, currency: "EUR" });
export const order: Order = {
  orderId: "o1",
  number: "2026-000042",
  status: "COMPLETED",
  origin: "ESHOP",
  createdAt: "2026-11-20T12:00:00.000Z",
  amount: euros(4200),
  paymentMethod: "CARD",
  installments: 1,
  parts: [],
  vouchers: [],
  invoiceNumber: "F-2026-7",
  creditNoteNumber: null,
  invoiceEmail: null,
  lines: [
    {
      name: "Pass 31 jours",
      shopItemId: "pass-31",
      quantity: 1,
      unitPrice: euros(4200),
      total: euros(4200),
      discount: euros(0),
      support: "DEMATERIALIZED",
      travellerName: "Karim Morel",
      startingAt: null,
      processStatus: "PROCESSED",
    },
  ],
  collect: null,
  ticketCount: 1,
  paymentUrl: null,
  history: [
    { at: "2026-11-20T12:00:00.000Z", event: "placed" },
    { at: "2026-11-20T12:01:00.000Z", event: "completed" },
  ],
};
export const ticket: Ticket = {
  ticketId: "t1",
  serial: "7K4 902 318",
  state: "active",
  productId: "pass-31",
  name: "Pass 31 jours",
  summary: "",
  ink: "pass",
  icon: "calendar",
  figure: null,
  traveller: { userId: "u1", firstName: "Karim", lastName: "Morel" },
  support: "DEMATERIALIZED",
  orderId: "o1",
  orderNumber: "2026-000042",
  issuedAt: "2026-11-20T12:01:00.000Z",
  validFrom: "2026-11-20T12:01:00.000Z",
  validUntil: "2099-11-30T23:00:00.000Z",
  useBefore: null,
  tripsLeft: null,
  trips: null,
  media: null,
  code: "GT1.SIGNED",
};
