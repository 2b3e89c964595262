import { expect, test } from "vitest";
import { readStripeAccounts, variableOf } from "./stripe-accounts.ts";

const keys = { STRIPE_SECRET_KEY: "sk_live_abc123", STRIPE_WEBHOOK_SECRET: "whsec_abc" };

test("accounts are named by their variables; the one without a name is `main`", () => {
  const { accounts, faults } = readStripeAccounts({
    ...keys,
    STRIPE_COTE_SUD_SECRET_KEY: "rk_test_xyz",
    STRIPE_COTE_SUD_WEBHOOK_SECRET: "whsec_xyz",
    STRIPE_URL: "http://127.0.0.1:3003",
    PATH: "/bin",
  });
  expect(faults).toEqual([]);
  expect(accounts).toEqual({
    main: { apiKey: "sk_live_abc123", webhookSecret: "whsec_abc" },
    "cote-sud": { apiKey: "rk_test_xyz", webhookSecret: "whsec_xyz" },
  });
  expect(variableOf("cote-sud", "SECRET_KEY")).toBe("STRIPE_COTE_SUD_SECRET_KEY");
});

test.each([
  [{ STRIPE_SECRET_KEY: "sk_live_abc" }, "STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET: an account needs both"],
  [{ ...keys, STRIPE_SECRET_KEY: "pk_live_publishable" }, "STRIPE_SECRET_KEY: not a secret key"],
  [{ ...keys, STRIPE_WEBHOOK_SECRET: "sk_live_abc" }, "STRIPE_WEBHOOK_SECRET: not the signing secret"],
])("%o is a fault that names the variable and reveals no key", (environment, fault) => {
  const { faults } = readStripeAccounts(environment);
  expect(faults).toEqual([expect.stringContaining(fault)]);
  expect(faults.join()).not.toMatch(/publishable|abc/);
});
