import type { Support } from "@guichet/contract/catalogue.ts";
import type { Subscription } from "@guichet/contract/subscriptions.ts";
import { instantOn } from "@guichet/rules/dates/instants.ts";
import { sql } from "kysely";
import { expect } from "vitest";
import { audit } from "../audit/audit.ts";
import { fastForward } from "../jobs/fast-forward.ts";
import { savePack } from "../networks/store.ts";
import { advanceSubscription } from "../subscriptions/advance-subscription.ts";
import { debitNetwork, orderByDebit } from "./test-debits.ts";
import { testArticle, testPack } from "./test-pack.ts";
import { type TestPerson, testPerson } from "./test-people.ts";
import { openTestShop, orderOf, readBankFiles, type Shop } from "./test-purchase.ts";

const subscription = { paymentMethods: ["CARD" as const, "TRANSFER" as const], allowSubscription: true };
const subscribable = [subscription];
const inInstallments = [{ ...subscription, installments: 3, period: "P1M" as const }];
const onCards: Support[] = ["MEDIA"];
/** Renewing articles of the tests; prices in cents. */
export const renewables = {
  week: { price: 900, renewalInterval: "P7D" as const, validity: { from: "purchase" as const, duration: "P7D" } },
  month: { price: 3200, renewalInterval: "P1M" as const, validity: { from: "purchase" as const, duration: "P1M" } },
  later: {
    price: 3000,
    renewalInterval: "P1M" as const,
    pivot: { type: "MONTH_PIVOT" as const, value: 1, proposals: 2 },
    validity: { from: "start" as const, duration: "P1M" },
  },
  onCard: {
    price: 2800,
    renewalInterval: "P1M" as const,
    supports: onCards,
    validity: { from: "purchase" as const, duration: "P1M" },
  },
  young: {
    price: 2000,
    renewalInterval: "P1M" as const,
    ageTo: 25,
    validity: { from: "purchase" as const, duration: "P1M" },
  },
  year: { price: 30_000, renewalInterval: "P1Y" as const, validity: { from: "purchase" as const, duration: "P1Y" } },
  yearInInstallments: {
    price: 30_000,
    renewalInterval: "P1Y" as const,
    validity: { from: "purchase" as const, duration: "P1Y" },
    paymentOptions: inInstallments,
  },
} as const;
export type Renewable = keyof typeof renewables;

type ArticleChange = Partial<Parameters<typeof testArticle>[0]>;

/** The articles of the tests, some changed or (null) withdrawn. */
const articlesWith = (changes: Partial<Record<Renewable, ArticleChange | null>>) => [
  testArticle({ id: "single", price: 150, paymentOptions: [{ paymentMethods: ["CARD", "TRANSFER"] }] }),
  ...(Object.keys(renewables) as Renewable[]).flatMap((id) => {
    const change = changes[id];
    if (change === null) return [];
    return [testArticle({ id, paymentOptions: subscribable, ...renewables[id], ...change })];
  }),
];
const network = { ...debitNetwork, switches: { ...debitNetwork.switches, subscriptions: true } };
const vouchers = [{ code: "FIRST-FREE", type: "RATIO" as const, ratio: 100 }];
const packWith = (changes: Parameters<typeof articlesWith>[0] = {}, more: Record<string, unknown> = {}) =>
  testPack({ articles: articlesWith(changes), network: { ...network, ...more }, vouchers });

export interface SubscriptionShop extends Shop {
  /** Moves the clock to 08:00 of a day, or to an instant: every due job runs at its own instant, in order. */
  until(day: string): Promise<void>;
  /** A person whose session does not expire. */
  person(more?: Parameters<typeof testPerson>[1]): Promise<TestPerson>;
  /** Subscribes by card and pays; returns the subscription. */
  subscribe(
    person: TestPerson,
    article: Renewable,
    more?: Record<string, unknown>,
    card?: string,
  ): Promise<Subscription>;
  /** Subscribes with a signed mandate. */
  subscribeByDebit(
    person: TestPerson,
    article: Renewable,
    iban: string,
    more?: Record<string, unknown>,
  ): Promise<Subscription>;
  /** The last subscription of a person, which the end of the test ends. */
  begun(person: TestPerson): Promise<Subscription>;
  one(person: TestPerson, id: string): Promise<Subscription>;
  /** Imports the pack again with changes. */
  change(changes: Parameters<typeof articlesWith>[0], more?: Record<string, unknown>): Promise<void>;
  /** The templates of the e-mails to a person since an instant, oldest first, without order confirmations. */
  emails(person: TestPerson, since?: string): Promise<string[]>;
  /** Ends all subscriptions, so that the next test's charges are its own. */
  endAll(): Promise<void>;
  /** Polls the bank for returned debits. */
  sweepBank(): Promise<void>;
  /** Runs the job of a subscription. */
  look(subscriptionId: string): ReturnType<typeof advanceSubscription>;
  /** Checks that the audit finds no difference. */
  clean(): Promise<void>;
}

/** A shop that sells subscriptions, with a movable clock. */
export async function openSubscriptionShop(): Promise<SubscriptionShop> {
  const south = testPack({ id: "south", articles: articlesWith({}), network });
  const shop = await openTestShop({ packs: [packWith(), south, testPack({ id: "bare" })] });
  const { api, sandbox } = shop;
  const tellClock = async () => {
    await fetch(new URL("/clock", sandbox.url), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ offsetMs: api.clock.offsetMs() }),
    });
    await readBankFiles(api.deps);
  };
  const one = async (person: TestPerson, subscriptionId: string) => {
    const { body } = await api.call("getSubscription", { subscriptionId }, { token: person.token });
    expect(body.error).toBeUndefined();
    return body.subscription;
  };
  const begun: { token: string; subscriptionId: string }[] = [];
  const only = async (person: TestPerson) => {
    const { body } = await api.call("listSubscriptions", {}, { token: person.token });
    const [subscription] = body.subscriptions;
    if (subscription === undefined) throw new Error("Nothing was subscribed to");
    begun.push({ token: person.token, subscriptionId: subscription.subscriptionId });
    return subscription;
  };
  return {
    ...shop,
    one,
    until: async (day) => {
      const target = day.includes("T") ? new Date(day) : instantOn(day, "Europe/Paris");
      await fastForward(api.deps, api.clock, target, tellClock);
      await sql`update user_session set expires_at = '2099-01-01', signed_in_at = '2099-01-01'`.execute(api.deps.db);
    },
    person: async (more) => {
      const person = await testPerson(api.deps, more);
      await sql`update user_session set expires_at = '2099-01-01', signed_in_at = '2099-01-01'`.execute(api.deps.db);
      return person;
    },
    subscribe: async (person, article, more = {}, card) => {
      const line = { productId: article, isSubscription: true };
      const order = {
        ...orderOf(person, renewables[article].price, line),
        keepCard: true,
        duplicateAccepted: true,
        ...more,
      };
      const asking = { token: person.token, idempotencyKey: crypto.randomUUID() };
      const { body } = await api.call("placeOrder", order, asking);
      expect(body.error).toBeUndefined();
      await shop.pay(body.paymentUrl, card);
      await api.call("acknowledgePayment", { orderId: body.orderId }, asking);
      return only(person);
    },
    begun: only,
    subscribeByDebit: async (person, article, iban, more = {}) => {
      const line = { productId: article, isSubscription: true };
      const { body } = await orderByDebit(api, person, iban, { line, total: renewables[article].price, ...more });
      expect(body.error).toBeUndefined();
      return only(person);
    },
    change: async (changes, more) => {
      const pack = packWith(changes, more);
      await api.deps.db.transaction().execute((tx) => savePack(tx, pack, api.clock.iso()));
      api.deps.networks.forget();
    },
    emails: async (person, since = "2000-01-01T00:00:00Z") => {
      const found = await sql<{ template: string }>`select template from mail where account_id = ${person.accountId}
          and template <> 'order-confirmation' and created_at >= ${since} order by created_at, message_id`.execute(
        api.deps.db,
      );
      return found.rows.map(({ template }) => template);
    },
    endAll: async () => {
      for (const { token, subscriptionId } of begun.splice(0))
        await api.call("terminateSubscription", { subscriptionId }, { token });
    },
    sweepBank: async () => {
      const at = api.clock.iso();
      await sql`insert into due_work (id, network_id, kind, key, payload, due_at, created_at)
        values (${crypto.randomUUID()}, null, 'bank-sweep', ${crypto.randomUUID()}, '{}', ${at}, ${at})`.execute(
        api.deps.db,
      );
      await api.work.drain();
      await sql`delete from due_work where kind = 'bank-sweep'`.execute(api.deps.db);
    },
    look: (subscriptionId) =>
      advanceSubscription(api.deps, {
        id: crypto.randomUUID(),
        networkId: "north",
        kind: "subscription",
        key: subscriptionId,
        payload: { subscriptionId },
        dueAt: api.clock.iso(),
        attempts: 1,
      }),
    clean: async () => expect(await audit(api.deps, { grace: 0 })).toEqual([]),
  };
}

/** The instant of a shop's clock. */
export const nowOf = ({ api }: Shop): string => api.clock.iso();
