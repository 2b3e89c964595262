import type { Subscription } from "@guichet/contract/subscriptions.ts";
import { euros } from "./sample-purchase.ts";

/** For tests: a monthly subscription as returned by the Ticket API, and its payment methods. */
export const running: Subscription = {
  subscriptionId: "s1",
  state: "ACTIVE",
  startsLater: false,
  blocked: null,
  beneficiary: { travellerId: "u1", firstName: "Karim", lastName: "Morel" },
  product: { shopItemId: "month", productId: "month", name: "Abonnement mensuel" },
  interval: "P1M",
  support: "MEDIA",
  cardNumber: "9250 1111 2222 3339",
  validity: { startsAt: "2026-10-31T23:00:00.000Z", endsAt: "2026-11-30T23:00:00.000Z", lastDay: "2026-11-30" },
  nextRenewalOn: "2026-12-01",
  nextDebit: { on: "2026-11-30", amount: euros(3200) },
  paymentMethod: "CARD",
  method: { cardId: "c1", kind: "CARD", brand: "VISA", num: "0014", exp: "2030-12", nickname: null, state: "good" },
  createdAt: "2026-10-31T23:00:00.000Z",
  cancelledAt: null,
  terminatedAt: null,
  endReason: null,
  mayTerminate: { effect: "AT_END", lastDay: "2026-11-30", refund: null },
  laterEnds: ["2026-12-31", "2027-01-31"],
  chosenEnd: null,
  mayTakeBack: false,
  mayUpdateCard: true,
  mandateNeeded: false,
  periods: [
    {
      position: 1,
      startsAt: "2026-10-31T23:00:00.000Z",
      endsAt: "2026-11-30T23:00:00.000Z",
      orderId: "o1",
      orderNumber: "2026-000017",
      orderStatus: "COMPLETED",
      amount: euros(3200),
      left: null,
      paidAt: "2026-10-31T23:05:00.000Z",
    },
  ],
};
export const blocked: Subscription = {
  ...running,
  blocked: {
    reason: "DEBIT_REFUSED",
    since: "2026-12-01T08:00:00.000Z",
    amount: euros(3200),
    orderId: "o2",
    nextTryOn: "2026-12-03",
    endsOn: "2027-01-30",
    suspension: null,
  },
  nextRenewalOn: null,
  nextDebit: null,
  mayTerminate: { effect: "AT_ONCE", lastDay: "2026-11-30", refund: null },
  laterEnds: [],
};
export const cancelled: Subscription = {
  ...running,
  state: "CANCELLED",
  nextRenewalOn: null,
  nextDebit: null,
  cancelledAt: "2026-11-20T10:00:00.000Z",
  endReason: "CUSTOMER",
  mayTerminate: null,
  laterEnds: [],
  mayTakeBack: true,
  mayUpdateCard: false,
};
export const card = {
  ID: "c1",
  INTERNAL: false,
  kind: "CARD",
  country: null,
  holder: null,
  brand: "VISA",
  EXTRA: { EXP: "2030-12", NUM: "0014" },
  nickname: null,
  IS_BOOKMARKED: false,
  LOCKED: true,
  neededBy: [],
  subscriptions: [{ subscriptionId: "s1", name: "Abonnement mensuel" }],
  mandates: [],
  state: "good",
  createdAt: "2026-01-01T00:00:00.000Z",
};
export const account = {
  ...card,
  ID: "b1",
  INTERNAL: true,
  kind: "IBAN",
  country: "FR",
  holder: "Karim Morel",
  brand: null,
};
export const mandate = {
  reference: "GU-23456789ABCDEFGH",
  creditor: { name: "Rivage", id: "FR00ZZZ123456", address: "1 quai, Vannes" },
  wording: "En signant ce mandat…",
  digest: "digest",
};
export const expiring = { ...running.method, state: "expiring", exp: "2026-12" } as NonNullable<Subscription["method"]>;
