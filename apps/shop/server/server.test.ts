import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startApiPeer } from "../testing/api-peer.ts";
import { buildFolder, builtPages } from "../testing/built-pages.ts";
import { readConfig } from "./config.ts";
import type { Pages } from "./pages.ts";
import { createShop } from "./server.ts";

let shop: FastifyInstance;
let closed: FastifyInstance;
let pages: Pages;
let peer: Awaited<ReturnType<typeof startApiPeer>>;

beforeAll(async () => {
  pages = await builtPages();
  peer = await startApiPeer();
  const configFor = (API_URL: string) => readConfig({ API_URL, LOG_LEVEL: "silent", METRICS_TOKEN: "m".repeat(16) });
  shop = await createShop({ config: configFor(peer.baseUrl), buildFolder, pages });
  closed = await createShop({ config: configFor("http://127.0.0.1:1"), buildFolder, pages });
});
afterAll(async () => {
  await shop?.close();
  await closed?.close();
  await peer?.stop();
});

const host = "localhost:3000";
const get = (url: string, headers: Record<string, string> = {}) =>
  shop.inject({ method: "GET", url, headers: { host, ...headers } });
const post = (url: string, payload: string, headers: Record<string, string>) =>
  shop.inject({
    method: "POST",
    url,
    payload,
    headers: { host, "content-type": "application/x-www-form-urlencoded", ...headers },
  });

// covers §2: /products redirects to the home page, an unknown /products/{id} is 404
// covers §2: /auth/media redirects to /auth (301)
test.each([
  ["/legal-notices", 200, undefined],
  ["/ar/legal-notices", 200, undefined],
  ["/it/legal-notices?a=1", 302, "/fr/legal-notices?a=1"],
  ["/fr-FR", 302, "/fr"],
  ["/products", 302, "/"],
  ["/products/", 302, "/"],
  ["/ar/products", 302, "/ar"],
  ["/auth/media", 301, "/auth"],
  ["/en/auth/media", 301, "/en/auth"],
  ["/account", 302, "/auth?next=%2Faccount"],
  ["/ar/account/wallet", 302, "/ar/auth?next=%2Faccount%2Fwallet"],
  ["/tunnel/media", 302, "/"],
  ["/nowhere", 404, undefined],
])("%s returns %i and redirects to %s", async (url, status, location) => {
  const answer = await get(url);
  expect(answer.statusCode).toBe(status);
  expect(answer.headers.location).toBe(location);
});

// covers §8: a file that is missing is an error page for whoever opens it
test.each([
  ["a file that is none", "/fr/xyz.png"],
  ["a file of the account that is none", "/fr/documents/sent.file?document=!"],
])("%s is the error page for a person, and 404", async (_, url) => {
  const cookie = "userTicketToken=good";
  const page = await get(url, { cookie, accept: "text/html,*/*;q=0.8" });
  expect([page.statusCode, page.headers["content-type"]]).toEqual([404, "text/html; charset=utf-8"]);
  expect(page.body).toContain("Page introuvable");
  expect(page.headers["content-security-policy"]).toContain("nonce-");
});

test("a file of the account that is none is 404 without a page for a script", async () => {
  const answer = await get("/fr/documents/sent.file?document=!", { cookie: "userTicketToken=good", accept: "*/*" });
  expect([answer.statusCode, answer.body]).toEqual([404, ""]);
});

test("a script of an earlier build is 404 in plain text, and no browser keeps that", async () => {
  const { statusCode, headers, body } = await get("/assets/old-3fa9.js", { accept: "text/html" });
  expect([statusCode, body]).toEqual([404, "There is no such file."]);
  expect(headers).toMatchObject({ "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" });
});

// covers §2: /auth/media redirects to /auth (301)
test("the redirect of an address without content is not cached", async () => {
  expect((await get("/auth/media")).headers["cache-control"]).toBe("no-store");
});

// covers §1: themes light, dark, system
test("the page has its language, direction and theme before the first paint", async () => {
  const { body } = await get("/ar", { cookie: "theme=dark" });
  expect(body).toMatch(/<html lang="ar" dir="rtl" data-theme="dark"/);
  expect((await get("/", { "accept-language": "en" })).body).toMatch(
    /<html lang="en" dir="ltr" data-prefix|<html lang="en" dir="ltr" data-request/,
  );
});

test("links have the prefix, and the other languages are linked as alternates", async () => {
  const { body } = await get("/en/legal-notices");
  expect(body).toContain('href="/en/terms-of-use"');
  expect(body).toContain('hrefLang="ar" href="http://localhost:3000/ar/legal-notices"');
});

// covers §1: banner and data-protection text as sanitised markup
// covers §2: /legal-notices, /privacy-policy, /terms-of-use
test("an operator's markup can only be read, never executed", async () => {
  const { body } = await get("/legal-notices");
  expect(body).toContain("<h2>Éditeur</h2>");
  expect(body).not.toMatch(/onerror|javascript:alert|<script>alert/);
});

test("an unknown host gets the default network, and without one an error page 404", async () => {
  expect((await get("/", { host: "elsewhere.example" })).statusCode).toBe(200);
  const config = { ...readConfig({ API_URL: peer.baseUrl, LOG_LEVEL: "silent" }), defaultNetwork: undefined };
  const alone = await createShop({ config, buildFolder, pages });
  const answer = await alone.inject({ url: "/fr", headers: { host: "elsewhere.example" } });
  expect(answer.statusCode).toBe(404);
  expect(answer.body).toContain("Aucune boutique à cette adresse");
  await alone.close();
});

// covers §8: shop unavailable: no Ticket API, no products
test("without the Ticket API the page says so with 503, and the shop is alive but not ready", async () => {
  const page = await closed.inject({ url: "/fr", headers: { host } });
  expect(page.statusCode).toBe(503);
  expect(page.body).toContain("La boutique est momentanément indisponible");
  expect((await closed.inject("/healthz")).statusCode).toBe(200);
  expect((await closed.inject("/readyz")).statusCode).toBe(503);
  expect((await shop.inject("/readyz")).statusCode).toBe(200);
});

test("no token is in the page or its data, and a signed-in page is never cached", async () => {
  const cookie = "userTicketToken=good; fbToken=secret-identity; fbRefreshToken=secret-refresh";
  const page = await get("/fr/account", { cookie });
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain("Karim");
  expect(page.body).not.toMatch(/secret-|"good"|userToken/);
  expect((await get("/fr/legal-notices", { cookie })).body).toContain("Karim");
  expect((await get("/fr/legal-notices")).body).not.toContain("Karim");
});

// covers §2: session-expired modal
// covers §8: session expired: the page asks to sign in again
test("an ended session clears its cookies and the page asks to sign in again, once", async () => {
  const page = await get("/fr/legal-notices", { cookie: "userTicketToken=spent" });
  expect(page.body).toContain("Votre session a expiré");
  expect([page.headers["set-cookie"]].flat().join()).toMatch(/userTicketToken=; .*Max-Age=0/);
  expect((await get("/fr/legal-notices")).body).not.toContain("Votre session a expiré");
});

// covers §2: error page with status and message
test("an error is 500 with a reference to quote, and reveals nothing of its cause", async () => {
  const broken = await startApiPeer({
    "/Terms/getLegalNotice.json": (_seen, reply) =>
      reply.code(500).send({ status: "ko", error: { code: "ERR_INTERNAL", message: "secret table missing" } }),
  });
  const config = readConfig({ API_URL: broken.baseUrl, LOG_LEVEL: "silent" });
  const breaking = await createShop({ config, buildFolder, pages });
  const flash = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const page = await breaking.inject({ url: "/fr/legal-notices", headers: { host } });
  expect(page.statusCode).toBe(500);
  expect(page.body).toContain(`<bdi dir="ltr">${page.headers["x-request-id"]}</bdi>`);
  expect(page.body).not.toMatch(/secret table|\.ts:\d+/);
  expect(flash.mock.calls.flat().join()).toContain(String(page.headers["x-request-id"]));
  flash.mockRestore();
  await breaking.close();
  await broken.stop();
});

test("the page after a session that ended during a request says so once", async () => {
  const page = await get("/fr/legal-notices", { cookie: "sessionExpired=1" });
  expect(page.body).toContain("Votre session a expiré");
  expect([page.headers["set-cookie"]].flat().join()).toMatch(/sessionExpired=; Max-Age=0/);
});

const expiredTitle = "Votre session a expiré";
const cookiesOf = (answer: { headers: Record<string, unknown> }) => [answer.headers["set-cookie"]].flat().join();

// covers §2: session-expired modal
test("a guard that redirects an ended session to the sign-in shows a message there, once", async () => {
  const led = await get("/fr/account/wallet", { cookie: "userTicketToken=spent" });
  expect([led.statusCode, led.headers.location]).toEqual([302, "/fr/auth?next=%2Faccount%2Fwallet"]);
  expect(cookiesOf(led)).toMatch(/sessionExpired=1;/);
  const flash = await get(String(led.headers.location), { cookie: "sessionExpired=1" });
  expect(flash.body).toContain(expiredTitle);
  expect(cookiesOf(flash)).toMatch(/sessionExpired=; Max-Age=0/);
  expect((await get(String(led.headers.location))).body).not.toContain(expiredTitle);
});

// covers §2: session-expired modal
test("responses to forms and fetches leave it to the next page to report that the session ended", async () => {
  const headers = { origin: "http://localhost:3000", cookie: "userTicketToken=spent" };
  expect(cookiesOf(await post("/fr/theme", "theme=dark&back=%2F", headers))).toMatch(/sessionExpired=1;/);
  expect(cookiesOf(await get("/fr/account/wallet/ticket.pdf?ticket=t1", headers))).toMatch(/sessionExpired=1;/);
});

// covers §2: signing out by its address clears cart and tunnel in every tab; a cart belongs to its account only
test("signing out clears the cookies of a pending sign-in, also without a session", async () => {
  const cookie = "signInChoice=x; invoiceEmail=a%40demo.example; foundCard=y; theme=dark";
  const written = cookiesOf(await get("/fr/auth/logout", { cookie, "sec-fetch-site": "none" }));
  for (const name of ["signInChoice", "invoiceEmail", "foundCard"]) expect(written).toContain(`${name}=; Max-Age=0`);
  expect(written).not.toContain("theme=");
});

test("inline scripts run by nonce, or in a cached page by hash; a nonce is never reused", async () => {
  const cookie = "userTicketToken=good";
  const own = await Promise.all([get("/en", { cookie }), get("/en", { cookie })]);
  const nonces = own.map(({ headers }) => /'nonce-([^']+)'/.exec(String(headers["content-security-policy"]))?.[1]);
  expect(new Set(nonces).size).toBe(2);
  for (const { body } of own) expect(body).not.toMatch(/<script(?![^>]*nonce=)/);
  const kept = await get("/en");
  expect(kept.headers["content-security-policy"]).toMatch(/script-src 'self' 'sha256-/);
  expect(kept.body).not.toContain("nonce=");
  for (const { body } of [...own, kept]) expect(body).not.toMatch(/<[^>]+\son\w+=/);
});

test("an anonymous page is cached by language and theme, a page with a cookie of its own is not", async () => {
  const first = await get("/en/accessibility");
  const again = await get("/en/accessibility");
  expect(again.body).toBe(first.body);
  expect((await get("/en/accessibility", { cookie: "theme=dark" })).body).not.toBe(first.body);
  const other = [await get("/en/accessibility", { cookie: "x=1" }), await get("/en/accessibility", { cookie: "x=1" })];
  expect(other[0]?.body).not.toBe(other[1]?.body);
});

// covers §9: a change is accepted from the shop's own pages only
test.each([
  [{ origin: "http://localhost:3000", "sec-fetch-site": "same-origin" }, 303],
  [{ origin: "http://localhost:3000" }, 303],
  [{ origin: "http://evil.example", "sec-fetch-site": "cross-site" }, 403],
  [{ "sec-fetch-site": "cross-site" }, 403],
  [{ "sec-fetch-site": "same-site" }, 403],
  [{ origin: "null" }, 403],
  [{}, 403],
])("a post with the origin %o returns %i", async (headers, status) => {
  expect((await post("/theme", "theme=dark&back=%2Fcart", headers)).statusCode).toBe(status);
});

test("the theme is stored for ten years and redirects within the shop, in its language", async () => {
  const answer = await post("/ar/theme", "theme=dark&back=%2Fcart", { origin: "http://localhost:3000" });
  expect(answer.headers.location).toBe("/ar/cart");
  expect(String(answer.headers["set-cookie"])).toMatch(/^theme=dark; Max-Age=315360000; Path=\/; SameSite=Strict$/);
  const abroad = await post("/theme", "theme=dark&back=%2F%2Fevil.example", { origin: "http://localhost:3000" });
  expect(abroad.headers.location).toBe("/");
});

test("a link from another site first redirects within the shop", async () => {
  const landed = await get("/cart?order=o1", { "sec-fetch-site": "cross-site", cookie: "userTicketToken=spent" });
  expect(landed.body).toContain('http-equiv="refresh"');
  expect(landed.headers["set-cookie"]).toBeUndefined();
  expect((await get("/cart?order=o1", { "sec-fetch-site": "same-origin" })).body).not.toContain('content="0"');
});

// covers §2: /clear
test("signing out asks first if another site linked to it, and signs out immediately from here", async () => {
  const cookie = "userTicketToken=good; fbRefreshToken=refresh; theme=dark";
  const foreign = await get("/clear", { cookie, "sec-fetch-site": "cross-site" });
  expect(foreign.headers["set-cookie"]).toBeUndefined();
  const own = await get("/clear", { cookie, "sec-fetch-site": "none" });
  const written = [own.headers["set-cookie"]].flat().join();
  expect(written).toMatch(/userTicketToken=;.*fbRefreshToken=;|fbRefreshToken=;.*userTicketToken=;/);
  expect(written).not.toContain("theme=");
  expect(own.headers["clear-site-data"]).toContain("storage");
  expect(
    peer.seen.some(({ path, headers }) => path === "/Account/logout.json" && headers.authorization === "Bearer good"),
  ).toBe(true);
});

// covers §7: `/metrics` only without a proxy, or with its token
test("metrics are for loopback callers, others need the token", async () => {
  expect((await shop.inject("/metrics")).body).toContain("shop_request_seconds");
  const authorization = `Bearer ${"m".repeat(16)}`;
  for (const name of ["x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "forwarded", "via", "x-real-ip"]) {
    const forwarded = { [name]: "192.0.2.1" };
    const status = async (more: Record<string, string>) =>
      (await shop.inject({ url: "/metrics", headers: { ...forwarded, ...more } })).statusCode;
    expect([name, await status({}), await status({ authorization: "Bearer m" })]).toEqual([name, 404, 404]);
    expect([name, await status({ authorization })]).toEqual([name, 200]);
  }
});

// covers §4: build manifest
// covers §7: GET builds/latest.json
test("assets are compressed and cached forever, the manifest of the build is not", async () => {
  const style = /href="(\/assets\/[^"]+\.css)"/.exec((await get("/fr")).body)?.[1] ?? "";
  const asset = await shop.inject({ url: style, headers: { "accept-encoding": "br, gzip" } });
  expect(asset.headers["content-encoding"]).toBe("br");
  expect(asset.headers["cache-control"]).toContain("immutable");
  const manifest = await shop.inject("/builds/latest.json");
  expect(typeof manifest.json().timestamp).toBe("number");
});

// covers §1: maintenance page with estimated end
// covers §2: /maintenance
test("the maintenance page shows the expected end, if it is valid, and is not cached", async () => {
  const known = await get("/fr/maintenance?end=2026-11-21T05:30:00Z");
  expect([known.statusCode, known.headers["cache-control"]]).toEqual([200, "no-store"]);
  expect(known.body).toMatch(/21 novembre[^<]*6[:h ]+30|21\/11[^<]*6:30/);
  const unknown = "Elle sera bientôt de nouveau disponible";
  expect(known.body).not.toContain(unknown);
  for (const query of ["", "?end=soon", "?end=2026-13-40T99:99:99Z"]) {
    expect((await get(`/fr/maintenance${query}`)).body, query).toContain(unknown);
  }
});

// covers §2: /auth sign-in choice
test("the sign-in page has the form for e-mail and password, and a link to register; both remember the return path", async () => {
  const { body } = await get("/fr/auth?next=%2Fcart%2Fcheckout");
  expect(body).toContain('action="/fr/auth/login?next=%2Fcart%2Fcheckout"');
  expect(body).toContain('href="/fr/auth/register?next=%2Fcart%2Fcheckout"');
});
