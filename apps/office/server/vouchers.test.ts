import type { BatchVoucher, VoucherBatch } from "@guichet/contract/office/vouchers.ts";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { officeAt, officeHost, startOfficePeer } from "./office-peer.ts";

const batchId = "0193a1f0-0000-7000-8000-000000000001";
const batch: VoucherBatch = {
  batchId,
  name: "Automne",
  amount: { amount: 250, currency: "EUR" },
  percent: null,
  articles: [],
  minimumAmount: { amount: 1000, currency: "EUR" },
  validFrom: "2026-11-01",
  validUntil: "2026-12-31",
  limit: 1,
  limitPerAccount: null,
  combinable: false,
  codeCount: 200,
  usedCount: 25,
  useCount: 25,
  blockedCount: 1,
  createdBy: "Mia Manager",
  createdAt: "2026-11-01T08:00:00.000Z",
  blockedAt: null,
};
const used: BatchVoucher = {
  code: "AUT-2345-6789-ABCD",
  uses: 1,
  lastUsedAt: "2026-11-20T09:00:00.000Z",
  blockedAt: null,
};
const blocked: BatchVoucher = {
  ...used,
  code: "AUT-BBBB",
  uses: 0,
  lastUsedAt: null,
  blockedAt: "2026-11-21T09:00:00.000Z",
};

let shown = batch;
let refusal: { code: string; details?: object; status: number } | undefined;
let peer: Awaited<ReturnType<typeof startOfficePeer>>;
let office: FastifyInstance;
beforeAll(async () => {
  const changed =
    (values: object) => (_seen: unknown, reply: { code(status: number): { send(body: unknown): unknown } }) =>
      refusal === undefined
        ? { status: "ok", ...values }
        : reply.code(refusal.status).send({ status: "ko", error: { ...refusal, message: "" } });
  peer = await startOfficePeer(
    { step: null },
    {
      "/Office/listVoucherBatches": () => ({ status: "ok", items: [shown], nextCursor: "next-1" }),
      "/Office/getVoucherBatch": () => ({ status: "ok", batch: shown, items: [used, blocked], nextCursor: "next-2" }),
      "/Office/getCampaignChoices": () => ({
        ...{
          status: "ok",
          currency: "EUR",
          languages: ["fr"],
          today: "2026-11-20",
          categories: [],
          lines: [],
          zones: [],
        },
        articles: [
          { id: "day", name: "Billet journée", onSale: true },
          { id: "old", name: "Ancien billet", onSale: false },
        ],
      }),
      "/Office/createVoucherBatch": changed({ batch }),
      "/Office/blockVouchers": changed({ batch, blocked: 175 }),
      "/Office/downloadVouchers": (_seen, reply) => reply.type("text/csv").send("code\r\n"),
    },
  );
  office = await officeAt(peer.baseUrl);
});
beforeEach(() => {
  shown = batch;
  refusal = undefined;
  peer.seen.length = 0;
});
afterAll(async () => {
  await office?.close();
  await peer?.stop();
});

const headers = { host: officeHost, cookie: "__Host-officeToken=good", "accept-language": "fr" };
const get = async (path: string) => {
  const found = await office.inject({ url: `/demo/vouchers${path}`, headers });
  return { statusCode: found.statusCode, headers: found.headers, body: found.body.replaceAll(/[\u00a0\u202f]/gu, " ") };
};
const post = async (path: string, values: Record<string, string>) => {
  const found = await office.inject({
    method: "POST",
    url: `/demo/vouchers${path}`,
    headers: {
      ...headers,
      origin: `http://${officeHost}`,
      "sec-fetch-site": "same-origin",
      "content-type": "application/x-www-form-urlencoded",
    },
    payload: new URLSearchParams(values).toString(),
  });
  return {
    ...found,
    statusCode: found.statusCode,
    headers: found.headers,
    body: found.body.replaceAll(/[\u00a0\u202f]/gu, " "),
  };
};
const sent = (call: string) => peer.seen.filter(({ path }) => path === `/Office/${call}`);

// covers: staff create vouchers in batches, see their redemption, and download their codes
test("the list shows discount, days, codes and redemption of each batch, and leads to it and to a new one", async () => {
  const { statusCode, body } = await get("");
  expect(statusCode).toBe(200);
  for (const text of [
    `href="/demo/vouchers/${batchId}"`,
    'href="/demo/vouchers/new"',
    "2,50 € sur le panier",
    "du 1er nov. 2026 au 31 déc. 2026",
    "200",
    "1 bloqué",
    "12,5 % des codes utilisés",
    "Mia Manager",
    'href="/demo/vouchers?after=next-1"',
  ])
    expect(body).toContain(text);
  shown = { ...batch, amount: null, percent: 20, articles: ["day", "week"] };
  expect((await get("")).body).toContain("20 % sur 2 articles");
});

test("a batch shows its terms and codes, by state or one by its text, and its CSV", async () => {
  const { body } = await get(`/${batchId}`);
  for (const text of [
    "Automne",
    "10,00 €",
    "AUT-2345-6789-ABCD",
    "Utilisés",
    "Bloqué le 21 nov. 2026",
    "Bloquer tout le lot",
  ])
    expect(body).toContain(text);
  expect(body).toContain('href="/demo/search?q=AUT-2345-6789-ABCD"');
  expect(body).toContain(`href="/demo/vouchers/${batchId}?after=next-2"`);
  await get(`/${batchId}?state=used&code=aut-b&after=abc`);
  expect(sent("getVoucherBatch")[1]?.values).toMatchObject({ state: "used", code: "aut-b", cursor: "abc", batchId });
  const file = await get(`/${batchId}/vouchers.csv`);
  expect(file.headers["content-disposition"]).toBe('attachment; filename="vouchers.csv"');
  shown = { ...batch, blockedAt: "2026-11-22T09:00:00.000Z" };
  expect((await get(`/${batchId}`)).body).not.toContain("Bloquer tout le lot");
});

test("a code or the batch is blocked with a reason, which is kept after a refusal", async () => {
  const done = await post(`/${batchId}`, { code: used.code, reason: "Publié par erreur" });
  expect(done.headers.location).toBe(`/demo/vouchers/${batchId}?done=blocked&count=175`);
  expect((await get(`/${batchId}?done=blocked&count=175`)).body).toContain("175 codes bloqués.");
  // The confirmation stays behind on the next page, the filter does not.
  const { body } = await get(`/${batchId}?done=blocked&count=175&state=used`);
  expect(body).toContain(`href="/demo/vouchers/${batchId}?state=used&amp;after=next-2"`);
  shown = { ...batch, articles: ["day", "gone"] };
  expect((await get(`/${batchId}`)).body).toContain("Billet journée, gone");
  await post(`/${batchId}`, { code: "", reason: "Publié par erreur" });
  const [one, all] = sent("blockVouchers").map(({ values }) => values);
  expect(one).toMatchObject({ batchId, code: used.code, reason: "Publié par erreur" });
  expect(all).not.toHaveProperty("code");
  expect((await post(`/${batchId}`, { code: "", reason: " " })).body).toContain("Il y a un problème");
  refusal = { code: "ROLE_NOT_ALLOWED", status: 403 };
  const revoked = await post(`/${batchId}`, { code: used.code, reason: "Publié par erreur" });
  expect([revoked.statusCode, revoked.body.includes("Publié par erreur</textarea>")]).toEqual([403, true]);
});

test("the form of a new batch offers articles on sale, sends amounts in minor units once, and keeps what was typed", async () => {
  const { body } = await get("/new");
  expect([body.includes("Billet journée"), body.includes("Ancien billet")]).toEqual([true, false]);
  const typed = {
    ...{
      key: "0193a1f0-0000-7000-8000-0000000000f1",
      currency: "EUR",
      name: "Automne",
      prefix: "aut",
      count: "200",
      kind: "amount",
      amount: "2,50",
    },
    ...{ articles: "day", validFrom: "2026-11-20", validUntil: "2026-12-31", limit: "1", combinable: "on" },
  };
  expect((await post("/new", typed)).headers.location).toBe(`/demo/vouchers/${batchId}?done=created`);
  const [created] = sent("createVoucherBatch");
  expect(created?.values).toMatchObject({
    ...{ name: "Automne", prefix: "aut", count: 200, amount: { amount: 250, currency: "EUR" }, articles: ["day"] },
    ...{ validFrom: "2026-11-20", validUntil: "2026-12-31", limit: 1, combinable: true },
  });
  expect(created?.headers["idempotency-key"]).toBe("0193a1f0-0000-7000-8000-0000000000f1");
  const wrong = await post("/new", { ...typed, count: "10001" });
  expect(wrong.body).toContain("« Nombre de codes » : un nombre entier positif, 10 000 au plus.");
  expect(wrong.body).toContain("10 000 codes au plus.");
  expect(wrong.body).toContain('value="10001"');
  expect((await post("/new", { ...typed, name: "" })).body).toContain("Remplissez « Nom du lot ».");
  refusal = { code: "FIELD_INVALID", status: 400, details: { field: "articles" } };
  expect((await post("/new", typed)).body).toContain("un article n’est plus en vente");
});
