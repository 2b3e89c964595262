import type { PreparedSupport } from "@guichet/contract/office/orders.ts";
import { sql } from "kysely";
import { insertTraveller } from "../account-records/traveller-store.ts";
import { moveFulfilment } from "../orders/fulfilment.ts";
import { linkCard } from "../transport-card-records/transport-card-store.ts";
import { testCard } from "./test-cards.ts";
import { testArticle, testPack } from "./test-pack.ts";
import type { TestPerson } from "./test-people.ts";
import { openTestShop, orderOf, type Shop } from "./test-purchase.ts";

const week = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opens: "09:00", closes: "12:00" }));
const agency = {
  ...{ id: "gare", index: 1, label: "Gare", addressRoute: "1 rue", addressPostalCode: "80000", addressCity: "Amiens" },
  ...{ openingHours: week, slotCapacity: 100 },
};

const cardNames = { fr: "Carte", en: "Card", ar: "بطاقة", it: "Tessera", es: "Tarjeta" };

/** A network that makes cards: first cards, replacements, and articles to load on them. */
export const cardShopPack = (id: string, more: Parameters<typeof testArticle>[0][] = []) => {
  const made = {
    supports: ["SHIPPING", "COLLECT", "PHYSICAL"],
    validity: { from: "purchase", duration: "P5Y" },
  } as const;
  return testPack({
    id,
    network: { switches: { mediaSignin: true, guestOrders: true }, cards: { luhn: true } },
    agencies: [agency],
    articles: [
      testArticle({ id: "year", price: 0, supports: ["MEDIA"], validity: { from: "purchase", duration: "P1Y" } }),
      testArticle({
        id: "paid-year",
        price: 100,
        quantityMax: 5,
        supports: ["MEDIA"],
        validity: { from: "purchase", duration: "P1Y" },
      }),
      testArticle({ id: "today", price: 0, supports: ["MEDIA"], validity: { from: "purchase", duration: "PT1H" } }),
      testArticle({
        id: "trips",
        price: 0,
        supports: ["MEDIA"],
        trips: 10,
        validity: { from: "purchase", duration: "P1Y" },
      }),
      testArticle({
        ...made,
        id: "card",
        name: cardNames,
        price: 0,
        supports: [...made.supports],
        tags: ["physical-pass"],
      }),
      testArticle({ ...made, id: "again", price: 0, supports: [...made.supports], tags: ["physical-duplicate"] }),
      ...more.map((article) => testArticle(article)),
      testArticle({ ...made, id: "paid", price: 2000, supports: [...made.supports], tags: ["physical-duplicate"] }),
    ],
  });
};

export const openCardShop = (): Promise<Shop> =>
  openTestShop({ packs: [cardShopPack("north"), cardShopPack("south")] });

const address = {
  ...{ fullname: "Ana Silva", addressRoute: "1 rue", addressPostalCode: "80000", addressCity: "Amiens" },
  addressState: "",
};

/** What customers and staff do with cards through the Ticket API. */
export function transportCardCalls(shop: Shop) {
  const { api } = shop;
  const { deps } = api;
  const networkOf = async (id: string) => {
    const network = await deps.networks.get(id);
    if (network === undefined) throw new Error(`No network ${id}`);
    return network;
  };
  const place = (who: TestPerson, lines: Record<string, unknown>[], total = 0, more: Record<string, unknown> = {}) => {
    const [first = {}, ...others] = lines;
    const order = orderOf(who, total, first);
    const articles = [...order.articles, ...others.map((line) => ({ ...order.articles[0], mediaId: null, ...line }))];
    return api.call("placeOrder", { ...order, articles, delivery: address, ...more } as never, {
      token: who.token,
      idempotencyKey: crypto.randomUUID(),
    });
  };
  return {
    networkOf,
    place,
    /** A card of the person, registered and linked. */
    async ownCard(who: TestPerson, card: Parameters<typeof testCard>[1] = {}) {
      const made = await testCard(deps, card);
      await linkCard(deps.db, { ...made, accountId: who.accountId, travellerId: who.userId, at: api.clock.iso() });
      return made;
    },
    /** A child of the account, born in 2012. */
    async child(who: TestPerson, firstName = "Noé"): Promise<string> {
      const id = deps.ids.uuid();
      const born = { firstName, lastName: "Haddad", birthDate: "2012-05-02", isHolder: false };
      const at = api.clock.iso();
      await deps.db
        .transaction()
        .execute((tx) => insertTraveller(tx, { id, networkId: "north", accountId: who.accountId, ...born }, at));
      return id;
    },
    load: (who: TestPerson, cardId: string, productId = "year") =>
      place(who, [{ productId, support: "MEDIA", mediaId: cardId }]),
    replace: (who: TestPerson, cardId: string, support: PreparedSupport = "SHIPPING") =>
      place(who, [{ productId: "again", support, mediaId: cardId }]),
    declare: (token: string, mediaId: string, incident: "lost" | "stolen" | "defective" = "lost") =>
      api.call("declareMediaIncident", { mediaId, incident, confirmed: true }, { token }),
    /** Staff start or finish the fulfilment of an order, for one support. */
    async prepare(
      orderId: string,
      verb: "beginFulfilment" | "finishFulfilment" = "beginFulfilment",
      support: PreparedSupport = "SHIPPING",
    ) {
      const network = await networkOf("north");
      const of = { orderId, support, by: { staffId: "agent" } };
      return deps.db.transaction().execute(async (tx) => {
        const moved = await moveFulfilment(tx, deps, network, of, verb);
        if (!moved.ok) throw new Error(moved.code);
        return moved.value;
      });
    },
    cards: async (token: string) => (await api.call("getMedias", {}, { token })).body,
    tickets: async (token: string) => (await api.call("tickets", {}, { token })).body.items,
    /** Every ticket of an account as stored. */
    async kept(who: TestPerson) {
      const found = await sql<{
        id: string;
        status: string;
        cardId: string | null;
        movedFrom: string | null;
        tripsLeft: number | null;
      }>`
        select id, status, card_id as "cardId", moved_from as "movedFrom", trips_left as "tripsLeft"
        from ticket where account_id = ${who.accountId} order by issued_at, id`.execute(deps.db);
      return found.rows;
    },
    async emails(to: string): Promise<{ subject: string; text: string }[]> {
      await api.work.drain();
      const answer = await fetch(`${shop.sandbox.url}/mailbox/messages?to=${encodeURIComponent(to)}`);
      const { items }: { items: { subject: string; text: string }[] } = await answer.json();
      return items;
    },
  };
}
