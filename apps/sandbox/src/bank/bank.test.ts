import {
  type BankDebit,
  demoBankKey,
  sandboxBankPaths,
  testIbans,
} from "@guichet/contract/integrations/sandbox-bank.ts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { debitFileXml as file } from "../testing/debit-file.ts";
import { type OpenSandbox, openSandbox } from "../testing/open-sandbox.ts";

let sandbox: OpenSandbox;
let now = Date.parse("2026-11-20T10:00:00Z");
beforeEach(async () => {
  now = Date.parse("2026-11-20T10:00:00Z");
  sandbox = await openSandbox({ clock: { now: () => new Date(now) } });
});
afterEach(() => sandbox.close());

const order = "01890a5d-ac96-774b-bcce-b30211111111";
const ask = (method: string, path: string, body?: { type: string; text: string }, key: string = demoBankKey) =>
  fetch(sandbox.url + path, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body && { "content-type": body.type }) },
    ...(body && { body: body.text }),
  });
const submitDebits = (xml: string) => ask("POST", sandboxBankPaths.files, { type: "application/xml", text: xml });
const debit = async (id = "DEBIT1") =>
  (await (await ask("GET", `${sandboxBankPaths.debits}/${id}`)).json()) as BankDebit;
const codeOf = async (answer: Response) => ((await answer.json()) as { error?: { code: string } }).error?.code;
const moves = async () => (await sandbox.ledger(order)).map(({ kind, amount }) => `${kind} ${amount.amount}`);

test("a debit is booked once on its day, however often its file is submitted, and survives a restart", async () => {
  expect((await submitDebits(file())).status).toBe(200);
  expect((await submitDebits(file())).status).toBe(200);
  expect(await debit()).toMatchObject({ state: "waits", amount: { amount: 4200, currency: "EUR" } });
  expect(await moves()).toEqual([]);
  await sandbox.restart();
  now = Date.parse("2026-11-27T06:00:00Z");
  expect(await debit()).toMatchObject({ state: "booked", changedAt: "2026-11-27T05:00:00.000Z" });
  expect(await moves()).toEqual(["debit 4200"]);
});

test("a changed file with the same id, a repeated debit and a past day are each refused as a whole", async () => {
  await submitDebits(file());
  expect(await codeOf(await submitDebits(file({ iban: testIbans.closed })))).toBe("message_reused");
  expect(await codeOf(await submitDebits(file({ messageId: "FILE2" })))).toBe("debit_reused");
  expect(await codeOf(await submitDebits(file({ messageId: "FILE3", endToEndId: "D3", on: "2026-11-19" })))).toBe(
    "file_invalid",
  );
  expect(await codeOf(await submitDebits("<a>"))).toBe("file_invalid");
  expect(await codeOf(await ask("GET", sandboxBankPaths.debits, undefined, "wrong-key-wrong"))).toBe("key_invalid");
});

test.each([
  [testIbans.closed, "2026-11-20T10:00:00Z", "rejected", "AC04", []],
  [testIbans["no-money"], "2026-11-29T06:00:00Z", "returned", "AM04", ["debit 4200", "refund 4200"]],
  [testIbans["claimed-back"], "2026-12-18T06:00:00Z", "returned", "MD01", ["debit 4200", "refund 4200"]],
] as const)("%s: on %s it is %s for %s", async (iban, at, state, reason, moved) => {
  await submitDebits(file({ iban }));
  now = Date.parse(at);
  expect(await debit()).toMatchObject({ state, reason });
  expect(await moves()).toEqual(moved);
  const page = (await (await ask("GET", `${sandboxBankPaths.debits}?cursor=0`)).json()) as { items: BankDebit[] };
  expect(page.items.map((one) => one.state)).toEqual([state]);
});

test("a collected debit is refunded by transfer, once per key and never above its amount", async () => {
  const back = (key: string, amount: number) =>
    ask("POST", `${sandboxBankPaths.debits}/DEBIT1/transfers`, {
      type: "application/json",
      text: JSON.stringify({ key, amount: { amount, currency: "EUR" } }),
    });
  await submitDebits(file());
  expect(await codeOf(await back("a", 100))).toBe("debit_not_booked");
  now = Date.parse("2026-11-27T06:00:00Z");
  await Promise.all([back("a", 4000), back("a", 4000)]);
  expect(await codeOf(await back("b", 201))).toBe("transfer_too_high");
  expect((await back("b", 200)).status).toBe(200);
  expect(await moves()).toEqual(["debit 4200", "refund 4000", "refund 200"]);
});
