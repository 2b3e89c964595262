import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { readConfig } from "../../server/config.ts";
import { createShop } from "../../server/server.ts";
import { holder, startApiPeer } from "../../testing/api-peer.ts";
import { requestsTo } from "../../testing/browser-requests.ts";
import { buildFolder, builtPages } from "../../testing/built-pages.ts";
import { sampleNetwork } from "../../testing/sample-network.ts";

const lou = { ...holder, userId: "t1", userName: "Lou", isParent: false, tariffStatus: "student" };
const gone = { ...lou, userId: "t2", userName: "Ana", userStatus: "deactivated" };
const status = [
  { id: "student", name: "Étudiant" },
  { id: "job-seeker", name: "Demandeur d’emploi" },
];

let shop: FastifyInstance;
let peer: Awaited<ReturnType<typeof startApiPeer>>;
let refused: string | undefined;
let profiling = true;
beforeAll(async () => {
  const refusable =
    (answer: object) => (_seen: unknown, reply: { code(status: number): { send(body: object): unknown } }) =>
      refused === undefined
        ? { status: "ok", ...answer }
        : reply.code(409).send({ status: "ko", error: { code: refused, message: "" } });
  const pages = await builtPages();
  peer = await startApiPeer({
    "/Networks/getNetworkConfiguration.json": () => ({
      status: "ok",
      network: {
        ...sampleNetwork,
        version: String(profiling),
        switches: { ...sampleNetwork.switches, profiling },
      },
    }),
    "/Networks/getProfileStatus.json": () => ({ statuses: status, stops: [] }),
    "/Account/getUser.json": () => ({ status: "ok", user: holder, profiles: [holder, lou, gone] }),
    "/Account/update.json": refusable({ user: holder }),
    "/Order/redeemVoucher.json": refusable({ orderId: "o1", networkId: "demo" }),
    "/Payment/getCards": () => ({ status: "ok", cards: [] }),
  });
  shop = await createShop({ config: readConfig({ API_URL: peer.baseUrl, LOG_LEVEL: "silent" }), buildFolder, pages });
});
afterAll(async () => {
  await shop?.close();
  await peer?.stop();
});
beforeEach(() => {
  refused = undefined;
  peer.seen.length = 0;
});

const { get, post } = requestsTo(() => shop, { cookie: "userTicketToken=good" });
const sent = (path: string) => peer.seen.filter((seen) => seen.path === path);

// covers §2: a gift code is redeemed in the account, without a cart
test("a gift code is entered with its traveller, deactivated ones excluded, and with a new key each time", async () => {
  const first = (await get("/fr/account?edit=gift&code=CADEAU")).body;
  expect(first).toContain("Utiliser un code cadeau");
  expect(first).toMatch(/<option value="t1">Lou Morel<\/option>/);
  expect(first).not.toContain('value="t2"');
  expect(first).toMatch(/name="code"[^>]*value="CADEAU"|value="CADEAU"[^>]*name="code"/);
  const keyOf = (body: string) => /name="key" value="([\w-]{36})"/.exec(body)?.[1];
  expect(keyOf(first)).toBeDefined();
  expect(keyOf((await get("/fr/account?edit=gift")).body)).not.toBe(keyOf(first));
});

// covers §2: a gift code is redeemed in the account, without a cart
test("a redeemed gift code is sent once under the form's key, and the account confirms the ticket", async () => {
  const form = { what: "gift", code: " cadeau ", traveller: "t1", key: "0f0f0f0f-0f0f" };
  const answer = await post("/fr/account?edit=gift", form);
  expect([answer.statusCode, answer.headers.location]).toEqual([303, "/fr/account?flash=gift"]);
  const [asked] = sent("/Order/redeemVoucher.json");
  expect(asked?.values).toMatchObject({ code: "CADEAU", customerId: "t1" });
  expect(asked?.headers["idempotency-key"]).toBe("0f0f0f0f-0f0f");
});

// covers §2: a gift code is redeemed in the account, without a cart
test.each([
  ["VOUCHER_NOT_FOUND", "code", "Ce code n’existe pas"],
  ["VOUCHER_NOT_GIFT", "code", "Saisissez-le dans votre panier"],
  ["VOUCHER_TRIES_EXCEEDED", "code", "Trop de codes inconnus"],
  ["TRAVELLER_NOT_ELIGIBLE", "traveller", ""],
  ["ACCOUNT_UNVERIFIED", undefined, ""],
])("a gift code refused with %s shows the error at %s and preserves the input", async (code, field, words) => {
  refused = code;
  const { statusCode, body } = await post("/fr/account?edit=gift", {
    what: "gift",
    code: "BIENVENUE10",
    traveller: "t1",
  });
  expect(statusCode).toBe(422);
  expect(body).toContain(words);
  expect(body).toContain("BIENVENUE10");
  if (field !== undefined) expect(body).toMatch(new RegExp(`id="${field}"[^>]*aria-invalid="true"`));
});

test("a code of three characters is not sent", async () => {
  expect((await post("/fr/account?edit=gift", { what: "gift", code: "ABC" })).statusCode).toBe(422);
  expect(sent("/Order/redeemVoucher.json")).toEqual([]);
});

// covers §2: a tariff status is declared on the traveller's page and on the holder's own (`profiling`)
test("with profiling, a tariff status of the network is chosen on the traveller's page and on the holder's own", async () => {
  const page = (await get("/fr/account/t1")).body;
  expect(page).toContain("Statut tarifaire");
  expect(page).toMatch(/<option value="student" selected="">Étudiant<\/option>/);
  const saved = await post("/fr/account/t1", { what: "tariff-status", tariffStatus: "job-seeker" });
  expect([saved.statusCode, saved.headers.location]).toEqual([303, "/fr/account/t1?flash=tariff-status"]);
  expect(sent("/Account/update.json").at(-1)?.values).toMatchObject({ tariffStatus: "job-seeker", userId: "t1" });
  await post("/fr/account/t1", { what: "tariff-status", tariffStatus: "" });
  expect(sent("/Account/update.json").at(-1)?.values).toMatchObject({ tariffStatus: null });
  expect((await get("/fr/account?edit=personal")).body).toContain('name="tariffStatus"');
  expect((await get("/fr/account/t1?flash=tariff-status")).body).toContain("Le statut de Lou est enregistré");
});

// covers §2: a tariff status is declared on the traveller's page and on the holder's own (`profiling`)
test("without profiling, no status is requested or sent", async () => {
  profiling = false;
  const other = await createShop({
    config: readConfig({ API_URL: peer.baseUrl, LOG_LEVEL: "silent" }),
    buildFolder,
    pages: await builtPages(),
  });
  const page = await other.inject({
    method: "GET",
    url: "/fr/account/t1",
    headers: { host: "localhost:3000", cookie: "userTicketToken=good" },
  });
  expect(page.statusCode).toBe(200);
  expect(page.body).not.toContain('name="tariffStatus"');
  expect(sent("/Networks/getProfileStatus.json")).toEqual([]);
  await other.close();
  profiling = true;
});
