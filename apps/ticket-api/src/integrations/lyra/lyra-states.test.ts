import { expect, test } from "vitest";
import { ProviderUnreachable } from "../payment-provider.ts";
import { refusalOf, stateOf } from "./lyra-states.ts";

test.each([
  ["ACCEPTED", "taken"],
  ["AUTHORISED", "taken"],
  ["CAPTURED", "taken"],
  ["CAPTURE_FAILED", "taken"],
  ["AUTHORISED_TO_VALIDATE", "authorised"],
  ["WAITING_AUTHORISATION", "pending"],
  ["WAITING_AUTHORISATION_TO_VALIDATE", "pending"],
  ["WAITING_FOR_PAYMENT", "pending"],
  ["UNDER_VERIFICATION", "pending"],
  ["INITIAL", "pending"],
  ["PARTIALLY_AUTHORISED", "pending"],
  ["REFUSED", "refused"],
  ["ERROR", "refused"],
  ["ABANDONED", "cancelled"],
  ["CANCELLED", "cancelled"],
  ["EXPIRED", "expired"],
])("a transaction that is %s is %s", (detailedStatus, state) => {
  expect(stateOf({ detailedStatus })).toBe(state);
});

test.each(["SUSPENDED", "toString", ""])("a state that Lyra adds later is ignored: %s", (detailedStatus) => {
  expect(() => stateOf({ detailedStatus })).toThrow(ProviderUnreachable);
});

test.each([
  ["ACQ_001", "51", "insufficient_funds"],
  ["ACQ_001", "54", "card_expired"],
  ["ACQ_001", "1A", "authentication_required"],
  ["ACQ_001", "05", "declined_05"],
  ["AUTH_149", null, "authentication_failed"],
  ["PSP_033", null, "PSP_033"],
  [null, null, "declined"],
])("a transaction refused with %s %s states %s", (errorCode, detailedErrorCode, reason) => {
  expect(refusalOf({ detailedStatus: "REFUSED", errorCode, detailedErrorCode })).toBe(reason);
  expect(refusalOf({ detailedStatus: "CAPTURED", errorCode, detailedErrorCode })).toBeUndefined();
});
