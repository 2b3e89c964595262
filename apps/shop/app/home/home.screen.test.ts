import { expect, test } from "vitest";
import { startApiPeer } from "../../testing/api-peer.ts";
import { shopOfFile } from "../../testing/shop-of-file.ts";

const now = Date.parse("2026-11-20T12:00:00Z");
const host = "localhost:3000";
const signedIn = { cookie: "userTicketToken=good" };

const { get, shopOver } = shopOfFile(() => ({}), { now: () => now });
const names = ["Ticket 1 heure", "Ticket Tribu", "Ticket 24 heures", "Pass sans date", "Pass Jeune"];
const shownIn = (body: string) => names.filter((name) => body.includes(`ticket-name">${name}<`));

// covers §2: / home with categories, filters and search
test.each([
  ["", names],
  ["?category=passes", ["Ticket 24 heures", "Pass sans date", "Pass Jeune"]],
  ["?support=MEDIA", ["Ticket 24 heures"]],
  ["?q=TRIBU", ["Ticket Tribu"]],
  ["?q=tirbu", ["Ticket Tribu"]],
  ["?q=young", ["Pass Jeune"]],
  ["?q=%D8%B4%D8%A8%D8%A7%D8%A8", ["Pass Jeune"]],
  ["?category=tickets&support=MEDIA", []],
  ["?category=nowhere", []],
])("without script the shop under %s shows %o", async (query, expected) => {
  const { statusCode, body } = await get(`/fr${query}`);
  expect(statusCode).toBe(200);
  expect(shownIn(body)).toEqual(expected);
  expect(body.includes("Aucun résultat")).toBe(expected.length === 0);
  expect(body).not.toContain("Option vélo");
});

// covers: a search without a result suggests the nearest words and articles
test("an empty result suggests near words and articles, and the same search without the other filters", async () => {
  const near = (await get("/fr?q=pass+trybus")).body;
  expect(near).toContain("Mots proches");
  expect(near).toContain('href="/fr?q=tribu"');
  expect(near).toMatch(/Billets et abonnements proches.*href="\/fr\/products\/never"/s);
  expect(near).not.toContain('href="/fr/advice"');
  const elsewhere = (await get("/fr?q=tribu&category=passes")).body;
  expect(elsewhere).toContain('href="/fr?q=tribu"');
  expect(elsewhere).toMatch(/Voir 1 résultat sans les autres filtres/);
});

test("a promotion states the previous price as text", async () => {
  const { body } = await get("/fr?q=tribu");
  expect(body).toMatch(/5,00.€<\/bdi>.*au lieu de<!-- --> .*<s>.*6,00.€/);
});

// covers §8: shop unavailable: no Ticket API, no products
test("a shop without articles returns 503, and the page is not cached", async () => {
  const empty = await startApiPeer({ "/shop/catalog": () => ({ status: "ok", version: "1", categories: [] }) });
  const alone = await shopOver(empty.baseUrl);
  const answer = await alone.inject({ url: "/fr", headers: { host } });
  expect([answer.statusCode, answer.headers["cache-control"]]).toEqual([503, "no-store"]);
  expect(answer.body).toContain("La vente est momentanément fermée");
  await alone.close();
  await empty.stop();
});

test("the current ticket is shown above the shop to signed-in users, and a failing wallet does not close the shop", async () => {
  const ticket = {
    ticketId: "t1",
    serial: "1",
    state: "active",
    productId: "pass",
    name: "Pass 31 jours",
    summary: "",
    ink: "pass",
    icon: "calendar",
    figure: null,
    traveller: { userId: "u1", firstName: "Inès", lastName: "Morel" },
    support: "DEMATERIALIZED",
    orderId: "o1",
    orderNumber: "1",
    issuedAt: "2026-11-01T00:00:00Z",
    validFrom: "2026-11-01T00:00:00Z",
    validUntil: "2026-12-01T13:00:00Z",
    useBefore: null,
    tripsLeft: null,
    firstUsedAt: null,
    tripUntil: null,
    blockedFor: [],
    punch: null,
    isTransferable: false,
    trips: null,
    media: null,
    transfer: null,
    code: "signed",
  };
  const owning = await startApiPeer({
    "/wallet/tickets": () => ({ status: "ok", items: [ticket] }),
  });
  const alone = await shopOver(owning.baseUrl);
  const page = await alone.inject({ url: "/fr", headers: { host, ...signedIn } });
  expect(page.body).toContain("Encore 11 jours");
  expect(page.body).toContain('href="/fr/account/wallet?ticket=t1&amp;present=1"');
  expect((await alone.inject({ url: "/fr", headers: { host } })).body).not.toContain("Encore 11 jours");
  await alone.close();
  await owning.stop();
  const broken = await startApiPeer({ "/wallet/tickets": (_seen, reply) => reply.code(500).send({}) });
  const open = await shopOver(broken.baseUrl);
  const still = await open.inject({ url: "/fr", headers: { host, ...signedIn } });
  expect([still.statusCode, shownIn(still.body)]).toEqual([200, names]);
  await open.close();
  await broken.stop();
});
