import { expect, test } from "vitest";
import { type PaymentProvider, ProviderUnreachable } from "./payment-provider.ts";
import { paymentProviders } from "./payment-providers.ts";
import { unreachableIn } from "./unreachable.ts";

const provider = {} as PaymentProvider;
const providers = paymentProviders({ "sandbox/main": provider, "sandbox/coast": provider });

test("a network's pack names the account of its new payments", () => {
  expect(providers.accountOf({ payment: { provider: "sandbox", account: "coast" } })).toBe("sandbox/coast");
  expect(providers.accounts()).toEqual(["sandbox/main", "sandbox/coast"]);
});

test("an account without keys is unreachable, and delays no other account", () => {
  const failed = (() => {
    try {
      return providers.at("sandbox/hills");
    } catch (error) {
      return error;
    }
  })();
  expect(failed).toBeInstanceOf(ProviderUnreachable);
  expect(String(failed)).toContain("sandbox/hills is not configured");
  expect(unreachableIn(failed)).toMatchObject({ party: "payment-provider", onlyThis: true });
});
