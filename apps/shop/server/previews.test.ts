import type { Answer } from "@guichet/client/peer.ts";
import type { ShopItem } from "@guichet/contract/catalogue.ts";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startApiPeer } from "../testing/api-peer.ts";
import { buildFolder, builtPages } from "../testing/built-pages.ts";
import { catalogueAnswers } from "../testing/sample-catalogue.ts";
import { sampleNetwork } from "../testing/sample-network.ts";
import { readConfig } from "./config.ts";
import { createShop } from "./server.ts";

const token = "01a22247-9de4-76f5-ae06-3ce3ed4248b8.1795251605.Hsc3k-wMWW_YJoOZqx1_WbJQ";
const open = { cookie: `preview=${token}` };

/** Why the preview shows nothing; undefined: it shows its draft. */
let ended: string | undefined;
/** Whether the draft is discarded after the preview was read for a page. */
let endsMeanwhile = false;

const gone = (reason: string) => ({ status: "ko", error: { code: "NOT_FOUND", message: "", details: { reason } } });
const drafted = (item: ShopItem): ShopItem => ({
  ...{ ...item, name: `${item.name} (drafted)` },
  price: { amount: 777, currency: "EUR" },
});
/** The answer for the catalogue, of the draft if the call has the token of the preview. */
const previewed =
  (path: string, change: (answer: never) => object): Answer =>
  (seen, reply, count) => {
    if (seen.values.preview === undefined) return catalogueAnswers[path]?.(seen, reply, count);
    if (seen.values.preview !== token || endsMeanwhile) return reply.code(404).send(gone("discarded"));
    return change(catalogueAnswers[path]?.(seen, reply, count) as never);
  };

const draftedNetwork = { ...sampleNetwork, name: "Réseau d’été", accent: "#7a2e4f", banner: "Grève lundi" };

let shop: FastifyInstance;
let peer: Awaited<ReturnType<typeof startApiPeer>>;
beforeAll(async () => {
  const pages = await builtPages();
  peer = await startApiPeer({
    "/shop/preview": (seen, reply) =>
      ended === undefined && seen.values.token === token
        ? { status: "ok", name: "Été <2027>", expiresAt: "2026-12-31T00:00:00Z", network: draftedNetwork }
        : reply.code(404).send(gone(ended ?? "link")),
    "/Terms/getTermsOfUse.json": (seen) => ({
      ...{ status: "ok", title: "Conditions", language: "fr", updatedOn: "2027-01-01" },
      markdown: seen.values.preview === token ? "Drafted terms" : "Live terms",
    }),
    "/shop/catalog": previewed("/shop/catalog", (answer: { categories: { items: ShopItem[] }[] }) => ({
      ...answer,
      version: "draft",
      categories: answer.categories.map((category) => ({ ...category, items: category.items.map(drafted) })),
    })),
    "/Products/getProducts.json": previewed("/Products/getProducts.json", (answer: { items: ShopItem[] }) => ({
      ...answer,
      version: "draft",
      items: answer.items.map(drafted),
    })),
    "/Order/verify.json": () => ({
      ...{
        status: "ok",
        lines: [],
        discounts: [],
        errors: [],
        vouchers: [],
        shippingFee: null,
        paymentOptions: [],
        cheaperPasses: [],
      },
      ...{ subtotalAmount: euros, discountAmount: euros, totalAmount: euros },
    }),
  });
  shop = await createShop({ config: readConfig({ API_URL: peer.baseUrl, LOG_LEVEL: "silent" }), buildFolder, pages });
});
afterAll(async () => {
  await shop?.close();
  await peer?.stop();
});

const euros = { amount: 0, currency: "EUR" };
const host = "localhost:3000";
const get = (url: string, headers: Record<string, string> = {}) => shop.inject({ url, headers: { host, ...headers } });
const post = (url: string, headers: Record<string, string>, payload = "") =>
  shop.inject({
    ...{ method: "POST", url, payload },
    headers: { host, "content-type": "application/x-www-form-urlencoded", ...headers },
  });
const draftedPrice = /7,77/;
const cookieOf = (answer: { headers: { "set-cookie"?: string | string[] | undefined } }) =>
  `${answer.headers["set-cookie"]}`;

// covers: staff see a draft of the catalogue in the shop before it is published
test("the link of a preview stores its token and leads to the shop; leaving removes it", async () => {
  const link = await get(`/ar/preview?token=${token}`, { "sec-fetch-site": "cross-site" });
  expect([link.statusCode, link.headers.location, link.headers["cache-control"]]).toEqual([303, "/ar", "no-store"]);
  expect(cookieOf(link)).toMatch(new RegExp(`^preview=${token}; Max-Age=86400; Path=/; HttpOnly; SameSite=Lax$`));
  expect((await get(`/preview?token=${token}`)).headers.location).toBe("/");
  for (const path of ["/preview", "/preview?token=%0d%0a", `/preview/${token}`, "/preview/leave"])
    expect((await get(path, open)).statusCode).toBe(404);
  const left = await post("/ar/preview/leave", { ...open, origin: `http://${host}` });
  expect([left.statusCode, left.headers.location]).toEqual([303, "/ar"]);
  expect(cookieOf(left)).toMatch(/^preview=; Max-Age=0/);
  const foreign = await post("/ar/preview/leave", { ...open, origin: "https://elsewhere.example" });
  expect([foreign.statusCode, foreign.headers["set-cookie"]]).toEqual([403, undefined]);
});

// covers: what a preview of a draft shows reaches nobody else, and nobody can buy at its prices
test("pages of a preview and others never mix, whichever is asked first", async () => {
  for (const path of ["/fr", "/fr/products/ticket", "/fr", "/fr/products/ticket"]) {
    const preview = await get(path, open);
    expect(preview.body).toMatch(draftedPrice);
    expect(preview.body).toContain("Été &lt;2027&gt;");
    expect(preview.headers).toMatchObject({ "cache-control": "private, no-store", "x-robots-tag": "noindex" });
    const live = await get(path);
    expect(live.body).not.toMatch(draftedPrice);
    expect(live.body).not.toContain("preview");
    expect(live.headers["x-robots-tag"]).toBeUndefined();
  }
  const data = await get("/fr/products/ticket.data", open);
  expect(data.body).toContain("777");
  expect(data.headers["cache-control"]).toBe("private, no-store");
});

// covers: settings and legal texts of a draft are seen in the shop by its preview only
test("a preview shows the drafted banner, name, colour and legal texts; other pages the live ones", async () => {
  for (const path of ["/fr", "/fr/terms-of-use"]) {
    const [preview, live] = [(await get(path, open)).body, (await get(path)).body];
    for (const text of ["Grève lundi", "Réseau d’été", "#7a2e4f"]) {
      expect(preview).toContain(text);
      expect(live).not.toContain(text);
    }
  }
  expect((await get("/fr/terms-of-use", open)).body).toContain("Drafted terms");
  expect((await get("/fr/terms-of-use")).body).toContain("Live terms");
});

test("nothing can be bought from a preview, and the cart is live", async () => {
  const live = (await get("/fr/products/ticket")).body;
  expect(live).toContain("Ajouter au panier");
  const preview = (await get("/fr/products/ticket", open)).body;
  expect(preview).not.toContain("Ajouter au panier");
  expect(preview).toContain("rien ne peut être mis au panier");
  expect((await get("/fr")).body).toContain("/cart/express");
  expect((await get("/fr", open)).body).not.toContain("/cart/express");
  expect((await get("/fr/cart/express?item=ticket&price=160", open)).body).not.toMatch(draftedPrice);

  const asked = peer.seen.length;
  const articles = [{ productId: "ticket", quantity: 1, support: "DEMATERIALIZED" }];
  const cart = JSON.stringify({ articles, vouchers: [] });
  const quoted = await post(
    "/fr/cart/verify",
    { ...open, origin: `http://${host}` },
    `${new URLSearchParams({ cart })}`,
  );
  // Its articles come from the cached answer of the live catalogue.
  expect(quoted.json().articles).toMatchObject([{ shopItemId: "ticket", name: "Ticket 1 heure" }]);
  const calls = peer.seen.slice(asked).filter(({ path }) => path !== "/shop/preview");
  expect(calls.map(({ path }) => path)).toContain("/Order/verify.json");
  expect(calls.filter(({ values }) => "preview" in values)).toEqual([]);
});

// covers: the preview of a draft ends after a day, and with its draft
test.each(["link", "published", "discarded", "faults", "a reason of tomorrow"])(
  "a preview that ended (%s) says so over the live catalogue",
  async (reason) => {
    ended = reason;
    try {
      for (const language of ["fr", "en", "ar"]) {
        const { statusCode, body, headers } = await get(`/${language}`, open);
        // Said once: the next page is an ordinary one.
        expect(String(headers["set-cookie"])).toMatch(/preview=; Max-Age=0/);
        expect([statusCode, headers["cache-control"]]).toEqual([200, "private, no-store"]);
        expect(body).not.toMatch(draftedPrice);
        expect(body).toContain(`action="/${language}/preview/leave"`);
        expect(body).not.toContain("preview.ended");
      }
      expect((await get("/fr/products/ticket", open)).body).toContain("Ajouter au panier");
    } finally {
      ended = undefined;
    }
  },
);

test("a draft that is discarded while a page is made leaves the live catalogue", async () => {
  endsMeanwhile = true;
  try {
    const { statusCode, body } = await get("/fr", open);
    expect(statusCode).toBe(200);
    expect(body).not.toMatch(draftedPrice);
  } finally {
    endsMeanwhile = false;
  }
});
