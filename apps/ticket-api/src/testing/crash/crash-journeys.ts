import { testIbans } from "@guichet/contract/integrations/sandbox-bank.ts";
import { linkCard } from "../../transport-card-records/transport-card-store.ts";
import { testCard } from "../test-cards.ts";
import { cards } from "../test-purchase.ts";
import type { CrashCustomer } from "./crash-customer.ts";
import type { CrashWorld } from "./crash-world.ts";
import type { Victim } from "./victim.ts";

export type Journey = (customer: CrashCustomer, world: CrashWorld, victim: Victim) => Promise<unknown>;

export const cart = { productId: "single", total: 250, voucher: "MINUS50" };

const inInstallments = { productId: "yearly", total: 300, installments: 3 };

/** Courses of a purchase up to the crash. After the crash, the rest of a journey gets no response. */
export const journeys = {
  buys: async (customer) => {
    await customer.place(cart);
    await customer.pay();
    await customer.acknowledge();
  },
  "clicks five times concurrently": async (customer) => {
    await Promise.all(
      Array.from({ length: 5 }, (_, click) => customer.place(cart, `click-${click}-${crypto.randomUUID()}`)),
    );
    await customer.pay();
    await customer.acknowledge();
  },
  "pays and does not return, the webhook arrives": async (customer, world, victim) => {
    await customer.place(cart);
    world.sendWebhooksTo(victim.url);
    await customer.pay();
  },
  "pays and does not return, the webhook is lost": async (customer, world) => {
    await customer.place(cart);
    await customer.pay();
    await world.makeJobsDue();
  },
  "is refused": async (customer) => {
    const paymentCardId = await customer.saveCard();
    await customer.atProvider("/payment/behaviour", { next: "refuse-charge", count: 1 });
    await customer.place({ ...cart, paymentCardId });
    await customer.acknowledge();
  },
  "pays with another card after a declined one": async (customer) => {
    await customer.place(cart);
    await customer.pay(cards.refused);
    await customer.pay();
    await customer.acknowledge();
  },
  "is refused and pays again": async (customer) => {
    await journeys["is refused"](customer);
    // After a result the shop takes a new key.
    await customer.place(cart, crypto.randomUUID());
    await customer.pay();
    await customer.acknowledge();
  },
  "cancels before paying": async (customer) => {
    await customer.place(cart);
    await customer.cancel();
  },
  "cancels after a refusal": async (customer) => {
    await journeys["is refused"](customer);
    await customer.cancel();
  },
  "never pays": async (customer, world) => {
    await customer.place(cart);
    await world.expire(customer.person.accountId);
    await world.makeJobsDue();
  },
  "is refused and never pays": async (customer, world) => {
    await journeys["is refused"](customer);
    await world.expire(customer.person.accountId);
    await world.makeJobsDue();
  },
  "is captured after cancelling": async (customer) => {
    await customer.place(cart);
    const { paymentUrl } = customer;
    await customer.cancel();
    customer.paymentUrl = paymentUrl;
    await customer.atProvider("/payment/behaviour", { next: "late-capture", count: 1 });
    await customer.pay();
    await customer.acknowledge();
  },
  "is captured after cancelling, without a webhook": async (customer, world) => {
    await customer.place(cart);
    const { paymentUrl } = customer;
    await customer.cancel();
    customer.paymentUrl = paymentUrl;
    await customer.atProvider("/payment/behaviour", { next: "late-capture", count: 1 });
    await customer.pay();
    await world.makeJobsDue();
  },
  "is charged by a saved card": async (customer) => {
    await customer.place({ ...cart, paymentCardId: await customer.saveCard() });
    await customer.acknowledge();
  },
  "orders a free article": (customer) => customer.place({ productId: "free", total: 0 }),
  "pays in installments, and the second falls due": async (customer, world) => {
    await customer.place(inInstallments);
    await customer.pay();
    await customer.acknowledge();
    await world.makeInstallmentsDue(customer.person.accountId, 1);
    await world.makeJobsDue();
  },
  "pays in installments, and the second is refused": async (customer, world) => {
    await customer.atProvider("/payment/behaviour", { next: "refuse-charge", count: 1 });
    await journeys["pays in installments, and the second falls due"](customer, world);
  },
  "pays an unpaid installment": async (customer, world) => {
    await customer.place(inInstallments);
    await customer.pay();
    await customer.acknowledge();
    await customer.atProvider("/payment/behaviour", { next: "refuse-charge", count: 3 });
    await world.makeInstallmentsDue(customer.person.accountId, 10);
    await world.makeJobsDue();
    await world.untilUnpaid(customer.person.accountId);
    await customer.payOneInstallment();
    await customer.pay();
    await customer.acknowledge();
  },
  "loses a card with tickets": async (customer, { deps }) => {
    const { accountId, userId } = customer.person;
    const card = await testCard(deps);
    await linkCard(deps.db, { ...card, accountId, travellerId: userId, at: deps.clock.iso() });
    await customer.place({ productId: "free", total: 0, cardId: card.id });
    await customer.declare(card.id);
  },
  "pays by direct debit, and its day comes": async (customer, world) => {
    await customer.placeByDebit(testIbans.good);
    await world.makeDebitsDue(customer.person.accountId);
    await world.makeJobsDue();
  },
  "pays by a direct debit that the bank rejects": async (customer, world, victim) => {
    await customer.placeByDebit(testIbans.closed);
    await world.makeDebitsDue(customer.person.accountId);
    await world.makeJobsDue();
    await world.bankAnswers(customer.person.accountId, victim);
  },
  "buys at the counter": (customer) => customer.buyAtCounter(),
} satisfies Record<string, Journey>;

export type JourneyName = keyof typeof journeys;

/** Every failpoint of a purchase, with the journeys on which a process is killed there. */
export const roundsAt: Readonly<Record<string, readonly JourneyName[]>> = {
  "key-claimed": ["buys", "buys at the counter"],
  "order-checked": ["buys", "clicks five times concurrently"],
  "order-uncommitted": ["buys", "orders a free article", "clicks five times concurrently"],
  "order-written": ["buys", "orders a free article", "clicks five times concurrently", "is charged by a saved card"],
  "session-requested": ["buys", "never pays", "is charged by a saved card"],
  "session-created": [
    "buys",
    "clicks five times concurrently",
    "is refused and pays again",
    "is charged by a saved card",
  ],
  "session-stored": ["buys", "never pays", "is charged by a saved card"],
  "response-uncommitted": ["buys", "orders a free article", "buys at the counter"],
  "response-stored": ["buys", "buys at the counter"],
  "before-provider-call": ["buys", "pays and does not return, the webhook arrives", "cancels before paying"],
  "provider-answered": ["buys", "pays and does not return, the webhook is lost", "never pays"],
  "capture-written": [
    "buys",
    "pays with another card after a declined one",
    "pays and does not return, the webhook arrives",
    "pays and does not return, the webhook is lost",
    "is charged by a saved card",
  ],
  "completion-uncommitted": ["buys", "pays and does not return, the webhook is lost"],
  "payment-settled": ["buys", "is refused", "cancels before paying", "never pays"],
  "refusal-written": ["is refused", "is refused and pays again"],
  "payment-restarted": ["is refused and pays again"],
  "session-closed": ["cancels before paying", "never pays"],
  "cancel-written": ["cancels before paying", "never pays"],
  "give-up-written": ["cancels after a refusal", "is refused and never pays"],
  "order-given-up": ["cancels after a refusal", "is refused and never pays"],
  "webhook-read": ["pays and does not return, the webhook arrives"],
  "webhook-handled": ["pays and does not return, the webhook arrives"],
  "late-capture-written": ["is captured after cancelling", "is captured after cancelling, without a webhook"],
  "refund-requested": ["is captured after cancelling"],
  "refund-made": ["is captured after cancelling", "is captured after cancelling, without a webhook"],
  "refund-uncommitted": ["is captured after cancelling"],
  "refund-booked": ["is captured after cancelling"],
  "sweep-page-read": ["is captured after cancelling, without a webhook"],
  "job-leased": ["pays and does not return, the webhook is lost", "never pays"],
  "job-done": ["pays and does not return, the webhook is lost", "is captured after cancelling"],
  "email-sent": ["buys"],
  "counter-uncommitted": ["buys at the counter"],
  "card-blocked-uncommitted": ["loses a card with tickets"],
  "charge-uncommitted": [
    "pays in installments, and the second falls due",
    "pays in installments, and the second is refused",
  ],
  "charge-started": [
    "pays in installments, and the second falls due",
    "pays in installments, and the second is refused",
  ],
  "installment-uncommitted": ["pays in installments, and the second falls due", "pays an unpaid installment"],
  "installment-payment-begun": ["pays an unpaid installment"],
  "mandate-uncommitted": ["pays by direct debit, and its day comes"],
  "debit-file-uncommitted": ["pays by direct debit, and its day comes"],
  "debit-file-written": ["pays by a direct debit that the bank rejects"],
  "debit-file-requested": ["pays by direct debit, and its day comes"],
  "debit-file-submitted": ["pays by a direct debit that the bank rejects"],
  "debit-file-stored": ["pays by direct debit, and its day comes"],
  "bank-answered": ["pays by a direct debit that the bank rejects"],
  "debit-uncommitted": ["pays by a direct debit that the bank rejects"],
  "debit-settled": ["pays by a direct debit that the bank rejects"],
  "bank-page-read": ["pays by direct debit, and its day comes"],
};
