import type { StaffOrder } from "@guichet/contract/office/orders.ts";

const euros = (amount: number) => ({ amount, currency: "EUR" });

/** A paid order with one weekly pass, for tests of pages. */
export const sampleOrder: StaffOrder = {
  orderId: "0193a1f0-0000-7000-8000-00000000000a",
  number: "2026-000017",
  status: "COMPLETED",
  origin: "ESHOP",
  createdAt: "2026-11-23T08:00:00.000Z",
  amount: euros(1850),
  customer: {
    name: "Amal Haddad",
    email: "amal@example.org",
    isGuest: false,
    travellerId: "0193a1f0-0000-7000-8000-00000000000b",
  },
  delivery: null,
  collect: null,
  tracking: null,
  takesBlankCards: false,
  preparations: [],
  lines: [],
  pricedLines: [],
  vat: [],
  vouchers: [],
  paymentMethod: "CARD",
  balance: { received: euros(1850), toCollect: euros(0), unpaid: euros(0), refunded: euros(0) },
  payments: [],
  installments: [],
  documents: [],
  tickets: [
    {
      ticketId: "0193a1f0-0000-7000-8000-00000000000c",
      lineId: "0193a1f0-0000-7000-8000-00000000000d",
      name: "Pass semaine",
      serial: "T-1",
      traveller: "Amal Haddad",
      state: "active",
      validFrom: "2026-11-23T08:00:00.000Z",
      validUntil: "2026-11-30T23:00:00.000Z",
    },
  ],
  subscription: null,
  discrepancies: [],
  disputes: [],
  history: [],
};
