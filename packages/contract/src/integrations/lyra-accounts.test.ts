import { expect, test } from "vitest";
import { productionFaultsOf, readLyraAccounts } from "./lyra-accounts.ts";

const keys = {
  LYRA_SHOP_ID: "12345678",
  LYRA_PASSWORD: "prodpassword_abc123",
  LYRA_URL: "https://api.payzen.eu/",
};

test("shops are named by their variables; the one without a name is `main`", () => {
  const { accounts, faults } = readLyraAccounts({
    ...keys,
    LYRA_COTE_SUD_SHOP_ID: "87654321",
    LYRA_COTE_SUD_PASSWORD: "testpassword_xyz",
    LYRA_COTE_SUD_URL: "https://api.systempay.fr",
  });
  expect(faults).toEqual([]);
  expect(accounts).toEqual({
    main: { shopId: "12345678", password: "prodpassword_abc123", url: "https://api.payzen.eu" },
    "cote-sud": { shopId: "87654321", password: "testpassword_xyz", url: "https://api.systempay.fr" },
  });
});

test.each([
  [{ LYRA_SHOP_ID: "12345678" }, "LYRA_SHOP_ID, LYRA_PASSWORD, LYRA_URL: an account needs all of them"],
  [{ ...keys, LYRA_SHOP_ID: "abc" }, "LYRA_SHOP_ID: not the number of a shop"],
  [{ ...keys, LYRA_PASSWORD: "hmac_secret" }, "LYRA_PASSWORD: not a password"],
  [{ ...keys, LYRA_URL: "https://api.payzen.eu/api-payment" }, "LYRA_URL: not the address"],
])("%o is a fault that names the variable and reveals no key", (environment, fault) => {
  const { faults } = readLyraAccounts(environment);
  expect(faults).toEqual([expect.stringContaining(fault)]);
  expect(faults.join()).not.toMatch(/secret|abc123/);
});

test("a test password, and an address without encryption, are faults in production", () => {
  const { accounts } = readLyraAccounts({
    ...keys,
    LYRA_PASSWORD: "testpassword_x",
    LYRA_URL: "http://127.0.0.1:3003",
  });
  expect(Object.entries(accounts).flatMap(([account, each]) => productionFaultsOf(account, each))).toEqual([
    "LYRA_PASSWORD: a test password is refused in production",
    "LYRA_URL: needs https in production",
  ]);
});
