import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestApi, type TestApi } from "../testing/test-api.ts";
import { testArticle, testPack } from "../testing/test-pack.ts";
import { testPerson } from "../testing/test-people.ts";
import { orderOf } from "../testing/test-purchase.ts";

let api: TestApi;
beforeAll(async () => {
  const vouchers = [
    { code: "ONCEEACH", type: "AMOUNT", amount: 50, limitPerAccount: 1 },
    { code: "ANYBODY", type: "AMOUNT", amount: 50 },
  ];
  const articles = [testArticle({ id: "single", price: 150 })];
  const network = { switches: { guestOrders: true } };
  api = await openTestApi({ packs: [testPack({ articles, vouchers, network })] });
});
afterAll(() => api.close());

const verified = async (code: string, token?: string, customerId?: string) => {
  const articles = [
    { quantity: 1, productId: "single", support: "DEMATERIALIZED" as const, ...(customerId && { customerId }) },
  ];
  const { body } = await api.call("verifyOrder", { articles, vouchers: [code] }, token === undefined ? {} : { token });
  return body.discounts.map(({ error }) => error?.code ?? "applied");
};

// covers §4: a voucher that is limited per account needs an account
test("a guest cannot use a voucher that is limited per account: it is refused when entered, and no order is placed", async () => {
  const guest = await testPerson(api.deps, { guest: true });
  expect(await verified("ONCEEACH", guest.token, guest.userId)).toEqual(["VOUCHER_NEEDS_ACCOUNT"]);
  expect(await verified("ANYBODY", guest.token, guest.userId)).toEqual(["applied"]);
  const order = { ...orderOf(guest, 100), vouchers: ["ONCEEACH"], invoiceEmail: guest.email };
  const { http, body } = await api.call("placeOrder", order, { token: guest.token });
  expect([http, body.error?.code]).toEqual([403, "VOUCHER_NEEDS_ACCOUNT"]);
});

// covers §4: a voucher that is limited per account needs an account
test("a visitor gets the error before signing in, and can use it after signing in to an account", async () => {
  expect(await verified("ONCEEACH")).toEqual(["VOUCHER_NEEDS_ACCOUNT"]);
  const person = await testPerson(api.deps);
  expect(await verified("ONCEEACH", person.token, person.userId)).toEqual(["applied"]);
});
