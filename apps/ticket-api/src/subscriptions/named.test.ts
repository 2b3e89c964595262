import { languages } from "@guichet/contract/locales.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { insertTraveller } from "../account-records/traveller-store.ts";
import { nowOf, openSubscriptionShop, type SubscriptionShop } from "../testing/test-subscriptions.ts";

const name = { fr: "Mensuel", en: "Monthly", ar: "شهري", it: "Mensile", es: "Mensual" };

let shop: SubscriptionShop;
beforeAll(async () => {
  shop = await openSubscriptionShop();
  await shop.change({ month: { name } });
}, 60_000);
afterAll(() => shop.close());

// covers §3: a subscription is named in the language of the request, its renewals in that of the order
test("every name of a subscription is in the language of the request, not of its order", async () => {
  const person = await shop.person();
  const { token } = person;
  const childId = crypto.randomUUID();
  const child = { firstName: "Lou", lastName: "Haddad", birthDate: "2012-05-02", isHolder: false };
  const born = { ...child, id: childId, networkId: "north", accountId: person.accountId };
  await shop.api.deps.db.transaction().execute((tx) => insertTraveller(tx, born, nowOf(shop)));
  const line = {
    quantity: 1,
    productId: "month",
    customerId: childId,
    support: "DEMATERIALIZED",
    isSubscription: true,
  };
  const { subscriptionId } = await shop.subscribe(person, "month", { articles: [line], locale: "ar" });
  for (const locale of languages) {
    const localName = name[locale];
    const cards = await shop.api.call("getCards", { locale }, { token });
    expect(cards.body.cards[0]?.subscriptions).toEqual([{ subscriptionId, name: localName }]);
    const account = await shop.api.call("requestDeletion", { checkOnly: true, locale }, { token });
    expect(account.body.error?.details?.names).toEqual([localName]);
    const traveller = await shop.api.call("disableProfile", { userId: childId, locale }, { token });
    expect(traveller.body.error?.details?.names).toEqual([localName]);
    const { body } = await shop.api.call("getSubscription", { subscriptionId, locale }, { token });
    expect(body.subscription.product.name).toBe(localName);
  }
}, 60_000);

// covers §8: a change of person ends or re-examines rights: documents, qualifications, picture, status; cards and subscriptions stay bound to the person; tickets keep their name
test("the traveller of an active subscription stays the same person; accents may be corrected, and anything once it has ended", async () => {
  const person = await shop.person();
  const { token } = person;
  const { subscriptionId } = await shop.subscribe(person, "month");
  const update = async (values: Record<string, unknown>) => {
    const { body } = await shop.api.call("updateAccount", values, { token });
    return body.error?.code ?? "ok";
  };
  expect(await update({ firstName: "Hugo" })).toBe("PERSON_BOUND");
  expect(await update({ birthDate: "1991-01-01" })).toBe("PERSON_BOUND");
  expect(await update({ firstName: "Àmal" })).toBe("ok");
  await shop.api.call("terminateSubscription", { subscriptionId }, { token });
  expect(await update({ lastName: "Martin" })).toBe("PERSON_BOUND");
  const { validity } = await shop.one(person, subscriptionId);
  await shop.until(validity.endsAt);
  expect(await update({ lastName: "Martin" })).toBe("ok");
}, 60_000);

// covers §3: a subscription is named in the language of the request, its renewals in that of the order
test.each(["ar", "es"] as const)(
  "a renewal of an order in %s names its article in that language too",
  async (locale) => {
    const person = await shop.person();
    const { subscriptionId, nextRenewalOn } = await shop.subscribe(person, "month", { locale });
    await shop.until(nextRenewalOn ?? "");
    const { periods } = await shop.one(person, subscriptionId);
    const { body } = await shop.api.call("getOrders", { limit: 100 }, { token: person.token });
    expect(periods).toHaveLength(2);
    expect(body.items.map(({ lines }) => lines.map((line) => line.name))).toEqual([[name[locale]], [name[locale]]]);
  },
  60_000,
);
