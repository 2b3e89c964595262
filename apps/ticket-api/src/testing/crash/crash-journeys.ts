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
  "gives a ticket back": async (customer) => {
    await journeys.buys(customer);
    await customer.giveBack();
  },
  "gives a ticket back after the remittance": async (customer) => {
    await journeys.buys(customer);
    await customer.atProvider("/payment/lyra/remit", { orderId: customer.orderId });
    await customer.giveBack();
  },
  "has the order cancelled by the staff": async (customer, world, victim) => {
    await journeys.buys(customer);
    await customer.haveRefunded(world.staff, victim.url, "order");
  },
  "has a part given back by the staff": async (customer, world, victim) => {
    await journeys.buys(customer);
    await customer.haveRefunded(world.staff, victim.url, "goodwill");
  },
  "gives a ticket back while the staff cancel the order": async (customer, world, victim) => {
    await journeys.buys(customer);
    await Promise.all([customer.giveBack(), customer.haveRefunded(world.staff, victim.url, "order")]);
  },
  "disputes the payment": async (customer, world) => {
    await journeys.buys(customer);
    await customer.dispute();
    await world.makeJobsDue();
  },
  "disputes the payment of a ticket that was given back": async (customer, world) => {
    await journeys["gives a ticket back"](customer);
    await customer.dispute();
    await world.makeJobsDue();
  },
} satisfies Record<string, Journey>;

export type JourneyName = keyof typeof journeys;

/** Journeys whose refunds a round counts. */
export const refundJourneys: ReadonlySet<JourneyName> = new Set<JourneyName>([
  "gives a ticket back",
  "gives a ticket back after the remittance",
  "has the order cancelled by the staff",
  "has a part given back by the staff",
  "gives a ticket back while the staff cancel the order",
  "disputes the payment of a ticket that was given back",
]);
