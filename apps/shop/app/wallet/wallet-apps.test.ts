import type { Answer } from "@guichet/client/peer.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { requestsTo } from "../../testing/browser-requests.ts";
import { ticket } from "../../testing/sample-purchase.ts";
import { ko, ok, openScriptedShop } from "../../testing/scripted-shop.ts";

let says: Record<string, Answer> = {};
let shop: Awaited<ReturnType<typeof openScriptedShop>>;
beforeAll(async () => {
  shop = await openScriptedShop(["/wallet/tickets", "/Wallet/applePass", "/Wallet/googlePass"], () => says);
});
afterAll(() => shop?.stop());
beforeEach(() => {
  says = { "/wallet/tickets": ok({ items: [{ ...ticket, wallets: ["apple", "google"] }] }) };
});

const { get: getWith } = requestsTo(() => shop.server);
const get = (url: string, headers: Record<string, string> = {}) =>
  getWith(url, { cookie: "userTicketToken=good", ...headers });
const agents = {
  iPhone: "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 Version/18.0 Mobile Safari/604.1",
  Android: "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36",
  computer: "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0",
};

// covers: Tickets can be added to the wallet app of a phone
test.each([
  ["iPhone", ["apple"]],
  ["Android", ["google"]],
  ["computer", ["apple", "google"]],
] as const)("on an %s, the ticket offers the wallets that it can have", async (device, wallets) => {
  const { body } = await get("/fr/account/wallet?ticket=t1", { "user-agent": agents[device] });
  const linked = [...body.matchAll(/wallet\/(apple|google)\.file\?ticket=t1"/g)].map(([, wallet]) => wallet);
  expect(linked).toEqual(wallets);
});

test("the pass for Apple Wallet is a file with a name; Google's link is followed", async () => {
  says["/Wallet/applePass"] = (_seen, reply) => reply.type("application/vnd.apple.pkpass").send(Buffer.from("PK"));
  const file = await get("/account/wallet/apple.file?ticket=t1");
  expect(file.headers).toMatchObject({
    "content-type": "application/vnd.apple.pkpass",
    "content-disposition": 'inline; filename="ticket.pkpass"',
  });
  says["/Wallet/googlePass"] = ok({ url: "https://pay.google.com/gp/v/save/abc" });
  const led = await get("/account/wallet/google.file?ticket=t1");
  expect(led.headers.location).toBe("https://pay.google.com/gp/v/save/abc");
});

test("a refusal leads back to the ticket, which says so; visitors are asked to sign in", async () => {
  for (const wallet of ["apple", "google"]) {
    says[`/Wallet/${wallet}Pass`] = ko(409, "TICKET_UNUSABLE", { reason: "no-pass" });
    const { headers } = await get(`/fr/account/wallet/${wallet}.file?ticket=t1`);
    const page = await get(headers.location ?? "");
    expect(page.body).toContain("n’a pas pu être ajouté");
    expect(page.body).not.toContain("Ce document n’est pas disponible");
    const visitor = await getWith(`/account/wallet/${wallet}.file?ticket=t1`, {});
    expect(visitor.headers.location).toContain("/auth?next=");
  }
});
