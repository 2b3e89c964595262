import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type OpenSandbox, openSandbox } from "../testing/open-sandbox.ts";

const good = { number: "4970 1000 0000 0014", expiry: "12/49", code: "123" };
let sandbox: OpenSandbox;

beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(() => sandbox.close());

test("the page shows merchant, order and amount in the customer's language, escaped, without script", async () => {
  const { url, orderId } = await sandbox.open({ locale: "auto" });
  const response = await fetch(url, { headers: { "accept-language": "ar" } });
  const page = await response.text();
  expect(page).toContain('<html lang="ar" dir="rtl">');
  expect(page).toContain("Réseau &lt;de&gt; démonstration");
  expect(page).toContain(orderId);
  const described = await sandbox.open({ description: "2026-<4512>" });
  const named = await (await fetch(described.url)).text();
  expect(named).toContain("<dd><bdi>2026-&lt;4512&gt;</bdi></dd>");
  expect(named).not.toContain(described.orderId);
  expect(page).toContain("23.50");
  expect(page).not.toContain("<script");
  expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(response.headers.get("cache-control")).toBe("no-store");
});

// covers: the sandbox: payment pages, notifications and a mailbox
test("an accepted card is captured and redirects to the shop, also when the form is sent twice", async () => {
  const { id, orderId } = await sandbox.open();
  const answers = await Promise.all([submit(id, good), submit(id, good)]);
  expect(answers.map(({ status }) => status)).toEqual([303, 303]);
  expect(answers.map(({ headers }) => headers.get("location"))).toEqual(
    Array(2).fill("http://localhost:3000/cart?order=7"),
  );
  expect((await sandbox.ledger(orderId)).map(({ kind }) => kind)).toEqual(["session", "capture"]);
});

// covers: the sandbox's payment page pays with one tap through a wallet
test.each(["apple", "google"])("a wallet's button (%s) pays with the accepted card in one tap", async (wallet) => {
  const { id, orderId, url } = await sandbox.open();
  const page = await (await fetch(url)).text();
  expect(page).toContain(`name="wallet" value="${wallet}"`);
  const response = await submit(id, { wallet });
  expect([response.status, response.headers.get("location")]).toEqual([303, "http://localhost:3000/cart?order=7"]);
  expect((await sandbox.ledger(orderId)).map(({ kind }) => kind)).toEqual(["session", "capture"]);
});

test("an unknown wallet pays nothing", async () => {
  const { id, orderId } = await sandbox.open();
  expect((await submit(id, { wallet: "other" })).status).toBe(422);
  expect(await sandbox.ledger(orderId)).toHaveLength(1);
});

test.each([
  ["no number", { number: "" }, "Saisissez le numéro de la carte."],
  ["a digit typed wrong", { number: "4970 1000 0000 0015" }, "Ce numéro de carte est incorrect"],
  ["letters", { number: "not a card" }, "Ce numéro de carte est incorrect"],
  ["a card that is no test card", { number: "4111 1111 1111 1111" }, "Seules les cartes de test"],
  ["no expiry", { expiry: "" }, "Saisissez la date d’expiration."],
  ["a thirteenth month", { expiry: "13/49" }, "avec le mois et l’année"],
  ["a month that is past", { expiry: "01/20" }, "Cette carte a expiré"],
  ["no code", { code: "" }, "Saisissez le code de sécurité."],
  ["a code of two digits", { code: "12" }, "compte 3 chiffres"],
])("%s is reported at the field and in the summary, and nothing is paid", async (_name, change, text) => {
  const { id, orderId } = await sandbox.open();
  const response = await submit(id, { ...good, ...change });
  const page = await response.text();
  expect(response.status).toBe(422);
  expect(page.split(text)).toHaveLength(3);
  expect(page).toContain("aria-invalid");
  expect(page).not.toContain('value="123"');
  expect(await sandbox.ledger(orderId)).toHaveLength(1);
});

test("a card with strong authentication is captured only after the right code", async () => {
  const { id, orderId } = await sandbox.open();
  const step = await submit(id, { ...good, number: "4970100000000030" });
  expect(step.headers.get("location")).toBe(`/payment/pages/${id}/authentication`);
  const bank = await (await sandbox.call("GET", `/payment/pages/${id}/authentication`)).text();
  const code = /<b><bdi>(\d{6})</.exec(bank)?.[1] ?? "";
  const wrong = await submit(`${id}/authentication`, { code: code === "000000" ? "111111" : "000000" });
  expect(wrong.status).toBe(422);
  expect(await wrong.text()).toContain("Il reste 2 tentatives");
  expect(await sandbox.ledger(orderId)).toHaveLength(1);
  const right = await submit(`${id}/authentication`, { code });
  expect(right.headers.get("location")).toBe("http://localhost:3000/cart?order=7");
  expect((await sandbox.ledger(orderId)).map(({ kind }) => kind)).toEqual(["session", "capture"]);
});

test("the third wrong code refuses the payment, and the page takes another card", async () => {
  const { id, orderId, url } = await sandbox.open();
  await submit(id, { ...good, number: "4970100000000030" });
  for (const status of [422, 422, 303]) {
    expect((await submit(`${id}/authentication`, { code: "x" })).status).toBe(status);
  }
  expect(await (await fetch(url)).text()).toContain("Paiement refusé");
  expect(await sandbox.ledger(orderId)).toHaveLength(1);
  await submit(id, good);
  expect((await sandbox.ledger(orderId)).map(({ kind }) => kind)).toEqual(["session", "capture"]);
});

test("a customer who leaves the page is sent back and can return to it; a paid one stays paid", async () => {
  const left = await sandbox.open();
  const back = "http://localhost:3000/cart?order=7&left=1";
  expect((await submit(`${left.id}/cancel`, {})).headers.get("location")).toBe(back);
  expect(await (await fetch(left.url)).text()).toContain('name="number"');
  const paid = await sandbox.open();
  await submit(paid.id, good);
  await submit(`${paid.id}/cancel`, {});
  expect(await (await fetch(paid.url)).text()).toContain("Paiement reçu");
  expect((await sandbox.ledger(paid.orderId)).map(({ kind }) => kind)).toEqual(["session", "capture"]);
});

test("an address without a payment is shown as unknown", async () => {
  const response = await sandbox.call("GET", "/payment/pages/ps_nothing");
  expect(response.status).toBe(404);
  expect(await response.text()).toContain("Payment not found");
});

test("the card's number and code are stored nowhere", async () => {
  const { id } = await sandbox.open();
  await submit(id, { ...good, code: "987" });
  await submit((await sandbox.open()).id, { ...good, number: "4111 1111 1111 1111" });
  const journal = await readFile(join(sandbox.folder, "payment.journal"), "utf8");
  expect(journal).toContain('"last4":"0014"');
  expect(journal.replace(/\s/g, "")).not.toMatch(/4970100000000014|4111111111111111|"987"/);
});

function submit(path: string, fields: Record<string, string>): Promise<Response> {
  const body = new URLSearchParams(fields);
  return fetch(`${sandbox.url}/payment/pages/${path}`, { method: "POST", body, redirect: "manual" });
}
