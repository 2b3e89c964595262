import { expect, test } from "vitest";
import { type PaymentProvider, ProviderUnreachable } from "./payment-provider.ts";
import { paymentProviders } from "./payment-providers.ts";
import { unreachableIn } from "./unreachable.ts";

const provider = {} as PaymentProvider;
const providers = paymentProviders({ "stripe/main": provider, "stripe/coast": provider });

test("a network's pack names the account of its new payments", () => {
  expect(providers.accountOf({ payment: { provider: "stripe", account: "coast" } })).toBe("stripe/coast");
  expect(providers.accounts()).toEqual(["stripe/main", "stripe/coast"]);
});

test("an account without keys is unreachable, and delays no other account", () => {
  const failed = (() => {
    try {
      return providers.at("stripe/hills");
    } catch (error) {
      return error;
    }
  })();
  expect(failed).toBeInstanceOf(ProviderUnreachable);
  expect(String(failed)).toContain("stripe/hills is not configured");
  expect(unreachableIn(failed)).toMatchObject({ party: "payment-provider", onlyThis: true });
});
