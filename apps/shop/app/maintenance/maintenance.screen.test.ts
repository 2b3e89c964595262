import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { readConfig } from "../../server/config.ts";
import { createShop } from "../../server/server.ts";
import { startApiPeer } from "../../testing/api-peer.ts";
import { buildFolder, builtPages } from "../../testing/built-pages.ts";

let now = Date.parse("2026-11-21T12:00:00Z");
let alerts: object[] = [];
let shop: FastifyInstance;
let closed: FastifyInstance;
let peer: Awaited<ReturnType<typeof startApiPeer>>;

beforeAll(async () => {
  const pages = await builtPages();
  peer = await startApiPeer({
    "/beacon": (_seen, reply) => reply.header("cache-control", "max-age=1").send({ payload: alerts }),
    "/wallet/tickets": () => ({ status: "ok", items: [] }),
    "/Account/getWallet": () => ({ status: "ok", stacks: [] }),
  });
  const configFor = (API_URL: string) =>
    readConfig({ API_URL, LOG_LEVEL: "silent", MAINTENANCE_BEACONS: `${peer.baseUrl}/beacon|http://127.0.0.1:1/` });
  shop = await createShop({ config: configFor(peer.baseUrl), buildFolder, pages, now: () => now });
  closed = await createShop({ config: configFor("http://127.0.0.1:1"), buildFolder, pages, now: () => now });
});
afterAll(async () => {
  await shop?.close();
  await closed?.close();
  await peer?.stop();
});

const host = "localhost:3000";
const get = (url: string, headers: Record<string, string> = {}) =>
  shop.inject({ method: "GET", url, headers: { host, ...headers } });
const post = (url: string, headers: Record<string, string> = {}) =>
  shop.inject({
    method: "POST",
    url,
    payload: "",
    headers: { host, "content-type": "application/x-www-form-urlencoded", origin: `http://${host}`, ...headers },
  });

/** Publishes alerts through the beacon and waits until the shop has read them: a source is polled again only after it has responded. */
async function publish(...some: object[]): Promise<void> {
  alerts = some;
  const asked = () => peer.seen.filter(({ path }) => path === "/beacon").length;
  const before = asked();
  const askAgain = async () => {
    now += 2_000;
    await get("/fr/legal-notices");
    return asked();
  };
  await expect.poll(askAgain, { timeout: 20_000, interval: 20 }).toBeGreaterThan(before + 2);
}
beforeEach(() => publish());

test.each([
  ["CRITICAL", "Alerte critique"],
  ["DANGER", "Perturbation majeure"],
  ["WARNING", "Attention"],
  ["NOTICE", "À noter"],
  ["INFO", "Information"],
])(
  "an alert of level %s is shown on every page, with its level as text and icon, announced politely",
  async (level, words) => {
    await publish({ level, message: { fr: "Ligne **4** déviée <script>alert(1)</script>" } });
    for (const path of ["/fr", "/fr/legal-notices", "/fr/products/ticket", "/fr/cart", "/fr/nowhere"]) {
      const { body } = await get(path);
      const band = /<div aria-live="polite">.*?<\/aside>/s.exec(body)?.[0] ?? "";
      expect(band, path).toContain(`<b>${words}</b>`);
      expect(band).toContain("Ligne <strong>4</strong> déviée");
      expect(band).toMatch(/<svg[^>]*class="icon/);
      expect(band).not.toContain("alert(1)");
    }
  },
);

/** The general alert of a page, without the network's own. */
const alertIn = (body: string): string =>
  /<aside class="alert-band"[^>]*aria-label="Alerte".*?<\/aside>/s.exec(body)?.[0] ?? "";

// covers: no alert while the customer pays
test("no page of a purchase shows alerts: checkout, delivery, guest's e-mail, payment result", async () => {
  await publish({ level: "CRITICAL", message: "Ligne 4 déviée" });
  const cookie = "userTicketToken=good";
  const band = /<aside class="alert-band"/;
  expect((await get("/fr/cart", { cookie })).body).toMatch(band);
  for (const path of ["checkout", "collect", "shipping-address"]) {
    const { body, statusCode } = await get(`/fr/cart/${path}`, { cookie });
    expect(statusCode, path).toBe(200);
    expect(body, path).not.toMatch(band);
  }
  for (const path of ["invite-login", "invoice-email"]) expect((await get(`/fr/cart/${path}`)).body).not.toMatch(band);
  const result = await get("/fr/cart?order=b3a1f6f8-0c6b-4d0e-9b8e-2f1f3c1f7a10", { cookie });
  expect(result.body).not.toMatch(band);
});

// covers: alerts are dismissed on the device, except critical ones
test("an alert can be dismissed unless it is critical; another text or another alert has another key", async () => {
  const keyOf = (body: string) => /data-alert="([\w-]{12})"/.exec(alertIn(body))?.[1];
  await publish({ level: "CRITICAL", message: "Grève" });
  const critical = (await get("/fr/legal-notices")).body;
  expect(keyOf(critical)).toBeUndefined();
  expect(alertIn(critical)).toContain("Grève");
  expect(alertIn(critical)).not.toContain("Masquer l’alerte");
  const keys: (string | undefined)[] = [];
  for (const alert of [
    { level: "DANGER", message: "Grève" },
    { level: "DANGER", message: "Grève demain" },
    { level: "INFO", message: "Grève" },
    { id: "2", level: "DANGER", message: "Grève" },
  ]) {
    await publish(alert);
    const { body } = await get("/fr/legal-notices");
    expect(alertIn(body)).toContain("Masquer l’alerte");
    keys.push(keyOf(body));
  }
  expect(new Set(keys.filter((key) => key !== undefined)).size).toBe(4);
});

// covers: an alert is one line on a phone, with a link to the rest
test("a long alert has a link to its whole text, a short one has none", async () => {
  await publish({ level: "INFO", message: "Grève lundi" });
  expect(alertIn((await get("/fr/legal-notices")).body)).not.toContain("Lire la suite");
  await publish({ level: "INFO", message: "Grève lundi sur les lignes 1, 2 et 4 de 6 h à 20 h" });
  const { body } = await get("/fr/legal-notices");
  expect(body).toMatch(
    /<div class="alert-band-text" id="alert" data-cut="" tabindex="-1">.*<a class="alert-band-more" href="#alert">Lire la suite<\/a>/s,
  );
});

// covers §3: maintenance alert
test("alerts are shown in the language of the page, else in one that the network offers, with its lang attribute", async () => {
  await publish({ level: "INFO", message: { it: "Sciopero", ar: "إضراب", en: "Strike" } });
  expect((await get("/ar")).body).toMatch(/<b>معلومات<\/b>.*إضراب/s);
  expect((await get("/fr")).body).toMatch(/<div class="formatted" lang="en" dir="auto"><p>Strike/);
  await publish({ level: "INFO", message: "Grève" });
  expect((await get("/ar")).body).toContain("Grève");
  await publish({ level: "WARNING" });
  expect((await get("/fr")).body).toContain("Vous pouvez rencontrer des difficultés à utiliser la boutique");
});

// covers §3: maintenance alert
test("an alert is shown from its start to its end by the shop's clock, on cached pages too", async () => {
  const begun = now + 10_000;
  const at = (ms: number) => new Date(begun + ms).toISOString();
  await publish(
    { level: "INFO", message: "Avant", displayBefore: at(60_000) },
    { level: "DANGER", message: "Pendant", displayAfter: at(60_000), displayBefore: at(120_000) },
  );
  const shown = async (ms: number) => {
    now = begun + ms;
    const { body } = await get("/fr/legal-notices");
    return ["Avant", "Pendant"].filter((word) => body.includes(`<p>${word}`));
  };
  expect(await shown(59_999)).toEqual(["Avant"]);
  expect(await shown(60_000)).toEqual(["Pendant"]);
  expect(await shown(119_999)).toEqual(["Pendant"]);
  expect(await shown(120_000)).toEqual([]);
});

// covers §4: alerts: channels, flags ORDER and VALIDATION
test("an alert about ordering is shown in the cart's data, one about validation in the wallet, neither on other pages", async () => {
  await publish(
    { level: "WARNING", flags: ["ORDER"], message: "Paiements lents" },
    { level: "NOTICE", flags: ["VALIDATION"], message: "Valideurs en panne" },
  );
  const cookie = "userTicketToken=good";
  const wallet = (await get("/fr/account/wallet", { cookie })).body;
  expect(wallet).toMatch(/role="status".*À noter.*Valideurs en panne/s);
  expect(wallet).not.toContain("<p>Paiements lents");
  expect((await get("/fr")).body).not.toMatch(/<p>(Paiements lents|Valideurs en panne)/);
  expect((await get("/fr/cart.data")).body).toContain("Paiements lents");
  expect((await get("/fr/cart/checkout", { cookie })).statusCode).toBe(200);
});

// covers §4: alerts: channels, flags ORDER and VALIDATION
test("a critical alert about ordering closes checkout and refuses orders without calling the Ticket API", async () => {
  await publish({ level: "CRITICAL", flags: ["ORDER"], message: "Ventes arrêtées" });
  const cookie = "userTicketToken=good";
  for (const path of ["checkout", "collect", "invite-login", "invoice-email", "shipping-address"]) {
    const answer = await get(`/ar/cart/${path}`, { cookie });
    expect([answer.statusCode, answer.headers.location], path).toEqual([302, "/ar/cart"]);
  }
  const order = new URLSearchParams({ order: JSON.stringify(anOrder) }).toString();
  const placed = await shop.inject({
    method: "POST",
    url: "/fr/cart/checkout/order",
    payload: order,
    headers: {
      ...{ host, cookie, origin: `http://${host}` },
      ...{ "content-type": "application/x-www-form-urlencoded", accept: "application/json" },
    },
  });
  expect([placed.statusCode, placed.json()]).toEqual([409, { code: "ORDERING_CLOSED" }]);
  expect(peer.seen.some(({ path }) => path === "/Order/placeOrder.json")).toBe(false);
  expect((await get("/fr/cart")).statusCode).toBe(200);
  await publish({ level: "DANGER", flags: ["ORDER"] });
  expect((await get("/fr/cart/checkout", { cookie })).statusCode).toBe(200);
});

// covers §1: a network under maintenance shows its maintenance page
test("a shop under maintenance returns 503 for every address, with Retry-After and the end in the page's language", async () => {
  const estimatedEnd = "2026-11-21T14:30:00Z";
  await publish({ level: "CRITICAL", maintenance: true, estimatedEnd, message: { fr: "Nouvelle billettique" } });
  const retry = String(Math.ceil((Date.parse(estimatedEnd) - now) / 1_000));
  for (const path of [
    "",
    "/products/ticket",
    "/cart?order=1",
    "/account/wallet",
    "/auth/login",
    "/nowhere",
    "/maintenance",
  ]) {
    const page = await get(`/fr${path}`, { accept: "text/html" });
    expect([page.statusCode, page.headers["retry-after"], page.headers["cache-control"]], path).toEqual([
      503,
      retry,
      "no-store",
    ]);
    expect(page.body).toContain("La boutique est en maintenance");
    expect(page.body).toMatch(/21 novembre 2026[^<]*15:30/);
    expect(page.body).toContain("Nouvelle billettique");
    expect(page.body).toContain("Rivage");
    expect(page.body).toMatch(/<a [^>]*href="\/fr\/terminate"[^>]*>Résilier votre contrat/);
  }
  expect((await get("/ar")).body).toMatch(/dir="rtl".*المتجر قيد الصيانة/s);
  expect((await post("/fr/auth/login")).statusCode).toBe(503);
  expect((await get("/fr/legal-notices.data")).statusCode).toBe(200);
});

test("a signed-in customer stays signed in during maintenance, and no call is made for them", async () => {
  await publish({ level: "INFO", maintenance: true });
  const before = peer.seen.length;
  const page = await get("/fr/account", { cookie: "userTicketToken=good" });
  expect([page.statusCode, page.headers["set-cookie"], page.headers["retry-after"]]).toEqual([503, undefined, "300"]);
  expect(page.body).toContain('href="/fr/account"');
  const asked = peer.seen.slice(before).filter(({ headers }) => headers.authorization !== undefined);
  expect(asked).toEqual([]);
  await publish();
  expect((await get("/fr/account", { cookie: "userTicketToken=good" })).body).toContain("Karim");
});

// covers §1: a network under maintenance shows its maintenance page
test("clients that accept JSON get the maintenance as JSON", async () => {
  await publish({ level: "CRITICAL", maintenance: true, displayBefore: "2026-11-21T13:00:00Z" });
  const answer = await get("/fr/cart/verify", { accept: "application/json" });
  expect(answer.statusCode).toBe(503);
  expect(answer.headers["retry-after"]).toMatch(/^\d+$/);
  expect(answer.json()).toEqual({
    status: "ko",
    error: {
      code: "UNAVAILABLE",
      message: "The shop is closed for maintenance.",
      details: { estimatedEnd: "2026-11-21T13:00:00Z" },
    },
  });
  now = Date.parse("2026-11-21T13:00:00Z");
  expect((await get("/fr")).statusCode).toBe(200);
});

// covers §1: a network under maintenance shows its maintenance page
test("legal pages stay available, as do files and health checks", async () => {
  await publish({ level: "CRITICAL", maintenance: true, message: "En travaux" });
  for (const path of ["/legal-notices", "/fr/legal-notices", "/en/accessibility", "/fr/terminate"]) {
    const page = await get(path);
    expect([path, page.statusCode]).toEqual([path, 200]);
  }
  for (const path of ["/healthz", "/readyz", "/builds/latest.json", "/network/logo.svg"]) {
    expect([path, (await get(path)).statusCode]).toEqual([path, 200]);
  }
  const [style = ""] = /\/assets\/[\w.-]+\.css/.exec((await get("/fr")).body) ?? [];
  expect((await get(style)).statusCode).toBe(200);
});

test("a shop with an unavailable Ticket API shows maintenance alerts for all networks", async () => {
  alerts = [{ level: "CRITICAL", maintenance: true, estimatedEnd: "2026-11-21T14:30:00Z" }];
  const page = await closed.inject({ url: "/fr", headers: { host } });
  expect(page.statusCode).toBe(503);
  expect(page.body).toContain("La boutique est en maintenance");
  expect(page.body).toMatch(/15:30/);
});

test("an invalid beacon URL stops the start with its name; in the demo the sandbox's beacon is used", () => {
  expect(() => readConfig({ MAINTENANCE_BEACONS: "https://a.example|nowhere" })).toThrow("MAINTENANCE_BEACONS");
  const production = { NODE_ENV: "production", API_CLIENT_KEY: "own", SANDBOX_URL: "http://127.0.0.1:3003" };
  const others = (settings: Record<string, string>) => readConfig(settings).beacons.slice(1);
  expect(others({ MAINTENANCE_BEACONS: " https://a.example/x | https://b.example " })).toEqual([
    "https://a.example/x",
    "https://b.example",
  ]);
  expect(others({ SANDBOX_URL: "http://127.0.0.1:3003/" })).toEqual(["http://127.0.0.1:3003/beacon"]);
  expect(others(production)).toEqual([]);
});

const anOrder = {
  articles: [{ quantity: 1, productId: "ticket", support: "DEMATERIALIZED" }],
  vouchers: [],
  paymentMethod: "CARD",
  installments: 1,
  termsAccepted: true,
  over18Accepted: true,
  totalAmount: { amount: 170, currency: "EUR" },
  delivery: null,
  invoiceEmail: null,
  idempotencyKey: "key-1234567890",
};
