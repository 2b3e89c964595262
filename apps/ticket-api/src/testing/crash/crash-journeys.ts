import { testIbans } from "@guichet/contract/integrations/sandbox-bank.ts";
import { linkCard } from "../../transport-card-records/transport-card-store.ts";
import { testCard } from "../test-cards.ts";
import { cards } from "../test-purchase.ts";
import type { CrashCustomer } from "./crash-customer.ts";
import type { CrashWorld } from "./crash-world.ts";
import type { Victim } from "./victim.ts";

export type Journey = (customer: CrashCustomer, world: CrashWorld, victim: Victim) => Promise<unknown>;

export const cart = { productId: "single", total: 250, voucher: "MINUS50" };

const inParts = { productId: "yearly", total: 300, installments: 3 };

/** Courses of a purchase up to the crash. After the crash, the rest of a journey gets no response. */
export const journeys = {
  buys: async (customer) => {
    await customer.place(cart);
    await customer.pay();
    await customer.acknowledge();
  },
  "clicks five times at once": async (customer) => {
    await Promise.all(
      Array.from({ length: 5 }, (_, click) => customer.place(cart, `click-${click}-${crypto.randomUUID()}`)),
    );
    await customer.pay();
    await customer.acknowledge();
  },
  "pays and does not come back, the notification arrives": async (customer, world, victim) => {
    await customer.place(cart);
    world.leadTo(victim.url);
    await customer.pay();
  },
  "pays and does not come back, the notification is lost": async (customer, world) => {
    await customer.place(cart);
    await customer.pay();
    await world.workFallsDue();
  },
  "is refused": async (customer) => {
    await customer.place(cart);
    await customer.pay(cards.refused);
    await customer.acknowledge();
  },
  "is refused and pays again": async (customer) => {
    await journeys["is refused"](customer);
    // After a result the shop takes a new key.
    await customer.place(cart, crypto.randomUUID());
    await customer.pay();
    await customer.acknowledge();
  },
  "gives up before paying": async (customer) => {
    await customer.place(cart);
    await customer.cancel();
  },
  "gives up after a refusal": async (customer) => {
    await journeys["is refused"](customer);
    await customer.cancel();
  },
  "never pays": async (customer, world) => {
    await customer.place(cart);
    await world.expire(customer.person.accountId);
    await world.workFallsDue();
  },
  "is refused and never pays": async (customer, world) => {
    await journeys["is refused"](customer);
    await world.expire(customer.person.accountId);
    await world.workFallsDue();
  },
  "is captured after giving up": async (customer) => {
    await customer.place(cart);
    const { paymentUrl } = customer;
    await customer.cancel();
    customer.paymentUrl = paymentUrl;
    await customer.atProvider("/payment/behaviour", { next: "late-capture", count: 1 });
    await customer.pay();
    await customer.acknowledge();
  },
  "is captured after giving up, and nobody tells": async (customer, world) => {
    await customer.place(cart);
    const { paymentUrl } = customer;
    await customer.cancel();
    customer.paymentUrl = paymentUrl;
    await customer.atProvider("/payment/behaviour", { next: "late-capture", count: 1 });
    await customer.pay();
    await world.workFallsDue();
  },
  "takes what costs nothing": (customer) => customer.place({ productId: "free", total: 0 }),
  "pays in parts, and the second falls due": async (customer, world) => {
    await customer.place(inParts);
    await customer.pay();
    await customer.acknowledge();
    await world.partsFallDue(customer.person.accountId, 1);
    await world.workFallsDue();
  },
  "pays in parts, and the second is refused": async (customer, world) => {
    await customer.atProvider("/payment/behaviour", { next: "refuse-charge", count: 1 });
    await journeys["pays in parts, and the second falls due"](customer, world);
  },
  "pays a part that came back": async (customer, world) => {
    await customer.place(inParts);
    await customer.pay();
    await customer.acknowledge();
    await customer.atProvider("/payment/behaviour", { next: "refuse-charge", count: 3 });
    await world.partsFallDue(customer.person.accountId, 10);
    await world.workFallsDue();
    await world.untilUnpaid(customer.person.accountId);
    await customer.payOneInstallment();
    await customer.pay();
    await customer.acknowledge();
  },
  "loses the card that tickets stand on": async (customer, { deps }) => {
    const { accountId, userId } = customer.person;
    const card = await testCard(deps);
    await linkCard(deps.db, { ...card, accountId, travellerId: userId, at: deps.clock.iso() });
    await customer.place({ productId: "free", total: 0, cardId: card.id });
    await customer.declare(card.id);
  },
  "pays by a debit, and its day comes": async (customer, world) => {
    await customer.placeByDebit(testIbans.good);
    await world.debitsFallDue(customer.person.accountId);
    await world.workFallsDue();
  },
  "pays by a debit that the bank rejects": async (customer, world) => {
    await customer.placeByDebit(testIbans.closed);
    await world.debitsFallDue(customer.person.accountId);
    await world.workFallsDue();
  },
  "buys at the counter": (customer) => customer.buyAtCounter(),
} satisfies Record<string, Journey>;

export type JourneyName = keyof typeof journeys;

/** Every failpoint of a purchase, with the journeys on which a process is killed there. */
export const roundsAt: Readonly<Record<string, readonly JourneyName[]>> = {
  "key-claimed": ["buys", "buys at the counter"],
  "order-checked": ["buys", "clicks five times at once"],
  "order-uncommitted": ["buys", "takes what costs nothing", "clicks five times at once"],
  "order-written": ["buys", "takes what costs nothing", "clicks five times at once"],
  "session-wanted": ["buys", "never pays"],
  "session-created": ["buys", "clicks five times at once", "is refused and pays again"],
  "session-kept": ["buys", "never pays"],
  "answer-before-kept": ["buys", "takes what costs nothing", "buys at the counter"],
  "answer-kept": ["buys", "buys at the counter"],
  "provider-unasked": ["buys", "pays and does not come back, the notification arrives", "gives up before paying"],
  "provider-asked": ["buys", "pays and does not come back, the notification is lost", "never pays"],
  "capture-written": [
    "buys",
    "pays and does not come back, the notification arrives",
    "pays and does not come back, the notification is lost",
  ],
  "completion-uncommitted": ["buys", "pays and does not come back, the notification is lost"],
  "payment-settled": ["buys", "is refused", "gives up before paying", "never pays"],
  "refusal-written": ["is refused", "is refused and pays again"],
  "payment-begun-again": ["is refused and pays again"],
  "session-closed": ["gives up before paying", "never pays"],
  "cancel-written": ["gives up before paying", "never pays"],
  "give-up-written": ["gives up after a refusal", "is refused and never pays"],
  "order-given-up": ["gives up after a refusal", "is refused and never pays"],
  "notification-read": ["pays and does not come back, the notification arrives"],
  "notification-followed": ["pays and does not come back, the notification arrives"],
  "late-capture-written": ["is captured after giving up", "is captured after giving up, and nobody tells"],
  "refund-wanted": ["is captured after giving up"],
  "refund-given": ["is captured after giving up", "is captured after giving up, and nobody tells"],
  "refund-uncommitted": ["is captured after giving up"],
  "refund-booked": ["is captured after giving up"],
  "sweep-page-read": ["is captured after giving up, and nobody tells"],
  "work-taken": ["pays and does not come back, the notification is lost", "never pays"],
  "work-done": ["pays and does not come back, the notification is lost", "is captured after giving up"],
  "email-sent": ["buys"],
  "counter-uncommitted": ["buys at the counter"],
  "card-blocked-uncommitted": ["loses the card that tickets stand on"],
  "charge-uncommitted": ["pays in parts, and the second falls due", "pays in parts, and the second is refused"],
  "charge-begun": ["pays in parts, and the second falls due", "pays in parts, and the second is refused"],
  "installment-uncommitted": ["pays in parts, and the second falls due", "pays a part that came back"],
  "installment-payment-begun": ["pays a part that came back"],
  "mandate-uncommitted": ["pays by a debit, and its day comes"],
  "debit-file-uncommitted": ["pays by a debit, and its day comes"],
  "debit-file-written": ["pays by a debit that the bank rejects"],
  "debit-file-wanted": ["pays by a debit, and its day comes"],
  "debit-file-submitted": ["pays by a debit that the bank rejects"],
  "debit-file-kept": ["pays by a debit, and its day comes"],
  "bank-asked": ["pays by a debit that the bank rejects"],
  "debit-uncommitted": ["pays by a debit that the bank rejects"],
  "debit-settled": ["pays by a debit that the bank rejects"],
  "bank-page-read": ["pays by a debit, and its day comes"],
};
