import { sampleArticle } from "@guichet/rules/sample-article.ts";
import { expect, test } from "vitest";
import { holder, startApiPeer } from "../../testing/api-peer.ts";
import { sampleNetwork } from "../../testing/sample-network.ts";
import { shopOfFile } from "../../testing/shop-of-file.ts";

const now = Date.parse("2026-11-20T12:00:00Z");
const host = "localhost:3000";
const signedIn = { cookie: "userTicketToken=good" };

const { get, shopOver } = shopOfFile(() => ({}), { now: () => now });

// covers §2: /products redirects to the home page, an unknown /products/{id} is 404
test.each(["bike", "counter", "nothing", "%3Cscript%3E"])("the article %s is a 404 with a link back", async (id) => {
  const { statusCode, body } = await get(`/fr/products/${id}`);
  expect(statusCode).toBe(404);
  expect(body).toContain('href="/fr"');
});

test("an article's description is displayed and never executed", async () => {
  const { body } = await get("/fr/products/tribe");
  expect(body).toContain("<strong>cinq</strong>");
  expect(body).not.toContain("<script>alert(1)");
});

// covers §2: /products/{id} product page: travellers, supports, start dates
test("a visitor chooses no traveller; a signed-in user sees which travellers are not eligible and why", async () => {
  expect((await get("/fr/products/youth")).body).not.toContain("Identité");
  const child = { ...holder, userId: "u2", userName: "Inès", userBirthday: "2008-01-01" };
  const family = await startApiPeer({
    "/Account/getUser.json": () => ({ status: "ok", user: holder, profiles: [holder, child] }),
  });
  const alone = await shopOver(family.baseUrl);
  const { body } = await alone.inject({ url: "/fr/products/youth", headers: { host, ...signedIn } });
  expect(body).toMatch(/<input[^>]*disabled=""[^>]*value="u1"|<input[^>]*value="u1"[^>]*disabled=""/);
  expect(body).toContain("36 ans. Ne correspond pas à l’âge de ce voyageur.");
  expect(body).toMatch(/<input(?![^>]*disabled)[^>]*value="u2"/);
  await alone.close();
  await family.stop();
});

test("a user who signs in by the national identity only cannot choose the phone", async () => {
  const federated = { ...holder, identities: [{ providerId: "franceconnect" }] };
  const federation = {
    ...{ id: "franceconnect", driver: "FRANCECONNECT", isDefault: false },
    ...{ slug: "franceconnect", name: "FranceConnect" },
  };
  const other = await startApiPeer({
    "/Account/getUser.json": () => ({ status: "ok", user: federated, profiles: [federated] }),
    "/Networks/getAuthenticationConfiguration": () => ({
      ...{ status: "ok", emailPassword: true, key: "demo-demo", enumerationProtection: true },
      providers: [federation],
    }),
  });
  const alone = await shopOver(other.baseUrl);
  const { body } = await alone.inject({ url: "/fr/products/ticket", headers: { host, ...signedIn } });
  expect(body).toMatch(/<input[^>]*value="DEMATERIALIZED"[^>]*disabled|<input[^>]*disabled[^>]*value="DEMATERIALIZED"/);
  expect(body).toMatch(/<input[^>]*value="SHIPPING"[^>]*checked|<input[^>]*checked[^>]*value="SHIPPING"/);
  await alone.close();
  await other.stop();
});

// covers §2: /products/{id} product page: travellers, supports, start dates
test("days and quarters of an hour are those of the network's time zone from now on", async () => {
  const { body } = await get("/fr/products/day");
  expect(body).toContain('<option value="2026-11-20"');
  expect(body).toContain('<option value="2026-11-20T12:00:00.000Z" selected="">13:00</option>');
  const next = await get("/fr/products/day/slots?day=2026-11-21");
  expect(next.json().slots).toHaveLength(96);
  expect(next.json().slots[0]).toEqual({ startingAt: "2026-11-20T23:00:00.000Z", time: "00:00", offset: null });
});

test.each(["2026-11-19", "2026-12-24", "2026-02-30", "", "x"])("the day %s is not offered: 404", async (day) => {
  expect((await get(`/fr/products/day/slots?day=${day}`)).statusCode).toBe(404);
});

test("an article whose start cannot be computed shows a message instead of an offer", async () => {
  const { statusCode, body } = await get("/fr/products/never");
  expect(statusCode).toBe(200);
  expect(body).toContain("Aucune date disponible");
});

const euros = (amount: number) => ({ amount, currency: "EUR" });
const yearly = { section: "year", validity: { from: "purchase", duration: "P1Y" } } as const;
const adultYear = sampleArticle("year-adult", { ...yearly, name: "Annuel", ageFrom: 28, price: euros(28_200) });
const youthYear = sampleArticle("year-youth", {
  ...yearly,
  ...{ name: "Annuel Jeune", audience: "18 à 27 ans", ageFrom: 18, ageTo: 27, price: euros(18_245) },
});
const disabledYear = sampleArticle("year-disabled", {
  ...{ ...yearly, section: "reduced", name: "Harmonie", price: euros(10_080), statuses: ["disabled"] },
  requiredDocuments: [{ documentTypeId: "proof", name: "Justificatif" }],
});
const school = sampleArticle("school", {
  ...{ section: "year", name: "Scolaire", price: euros(15_200), validity: { period: { from: "09-01", to: "08-31" } } },
  remaining: {
    ...{ firstDay: "2026-11-20", lastDay: "2027-08-31", months: 10, periodMonths: 12 },
    fullPrice: euros(18_240),
  },
});
const group = { id: "month", name: "Mensuel", summary: "" };
const [monthA, monthB] = [
  sampleArticle("month-a", { group, name: "Mensuel A", zone: "A, trajets courts" }),
  sampleArticle("month-b", { group, name: "Mensuel B", zone: "B, trajets moyens" }),
];
const years = [adultYear, youthYear, disabledYear, school, monthA, monthB];

/** The page of a yearly pass, for an account with these travellers; null: for a visitor. */
async function pageOfYear(id: string, travellers: readonly object[] | null): Promise<string> {
  const selling = await startApiPeer({
    "/Account/getUser.json": () => ({ status: "ok", user: holder, profiles: travellers ?? [] }),
    "/Products/getProducts.json": (seen) => ({
      ...{ status: "ok", version: "1" },
      items: years.filter(({ shopItemId }) => shopItemId === seen.values.ids),
    }),
    "/shop/catalog": () => ({ status: "ok", version: "1", categories: [{ ...adultYear.category, items: years }] }),
    "/Networks/getNetworkConfiguration.json": () => ({
      status: "ok",
      network: { ...sampleNetwork, switches: { ...sampleNetwork.switches, profiling: true } },
    }),
  });
  const alone = await shopOver(selling.baseUrl);
  const headers = { host, ...(travellers === null ? {} : signedIn) };
  const { body } = await alone.inject({ url: `/fr/products/${id}`, headers });
  await alone.close();
  await selling.stop();
  return body.replace(/<!-- -->|[\u2066-\u2069]/g, "").replace(/[\u00a0\u202f]/g, " ");
}
const daughter = { ...holder, userId: "u2", userName: "Inès", userBirthday: "2004-01-01" };

// covers: an article of six months or longer states its price by month
test("the page of a yearly article states its total, and its price by month rounded up", async () => {
  const body = await pageOfYear("year-youth", null);
  expect(body).toMatch(/182,45 €<\/bdi>.*soit 15,21 € par mois sur 12 mois/);
});

// covers: a pass for a period costs only its remaining months
test("the page of a pass for a period states its days, the months that the price is for, and the full price", async () => {
  const body = await pageOfYear("school", null);
  expect(body).toContain("valable du 20 nov. 2026 au 31 août 2027 inclus");
  expect(body).toContain("Prix pour 10 mois : la période entière coûte 182,40 €.");
  expect(body).toMatch(/152,00 €<\/bdi>.*soit 15,20 € par mois sur 10 mois/);
});

// covers: zone and age of an article's page lead to the sibling article
test("the page of an article of a group leads to its siblings by zone and age, but not while a line is changed", async () => {
  const body = await pageOfYear("month-a", null);
  expect(body).toMatch(/<a [^>]*aria-current="true"[^>]*>A, trajets courts/);
  expect(body).toMatch(/<a [^>]*href="\/fr\/products\/month-b"[^>]*>B, trajets moyens/);
  expect(await pageOfYear("month-a?line=l1", null)).not.toContain("products/month-b");
});

// covers: an article that does not suit a traveller names the one that does
test("a traveller whom an article does not suit by age is shown the one that does, with its price", async () => {
  const body = await pageOfYear("year-adult", [holder, daughter]);
  expect(body).toContain("Les offres qui conviennent aux autres voyageurs");
  expect(body).toMatch(
    /Inès Morel<\/bdi>.*<a [^>]*href="\/fr\/products\/year-youth"[^>]*><span>Annuel Jeune, 18 à 27 ans .*182,45 €/,
  );
  expect(body).not.toContain("products/year-disabled");
  expect(await pageOfYear("year-adult", [holder])).not.toContain("Les offres qui conviennent");
});

// covers: an article that does not suit a traveller names the one that does
test("a traveller without the status of an article is shown another one, and where to declare and prove the status", async () => {
  const body = await pageOfYear("year-disabled", [holder]);
  expect(body).toContain('href="/fr/products/year-adult"');
  expect(body).toMatch(/href="\/fr\/account\/u1"[^>]*>Indiquer son statut tarifaire/);
  expect(body).toContain('href="/fr/documents?item=year-disabled"');
  // The cart asks for both: the traveller can be chosen.
  expect(body).toContain("Statut à confirmer dans le panier.");
  expect(body).not.toMatch(/<input(?=[^>]*value="u1")[^>]*disabled/);
});

test("a catalogue that cannot be read hides the alternatives, not the article", async () => {
  const failing = await startApiPeer({
    "/Account/getUser.json": () => ({ status: "ok", user: holder, profiles: [holder] }),
    "/shop/catalog": (_seen, reply) => reply.code(500).send({}),
  });
  const alone = await shopOver(failing.baseUrl);
  const { statusCode, body } = await alone.inject({ url: "/fr/products/youth", headers: { host, ...signedIn } });
  expect([statusCode, body.includes("Les offres qui conviennent")]).toEqual([200, false]);
  await alone.close();
  await failing.stop();
});
