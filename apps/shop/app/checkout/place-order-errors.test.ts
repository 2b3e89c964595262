import { placeOrder } from "@guichet/contract/orders.ts";
import { describe, expect, it } from "vitest";
import { helpWithOrderError } from "./place-order-errors.ts";

describe("every refusal of an order offers a next step", () => {
  it.each([
    ["ORDER_AMOUNT_CHANGED", "checkout.refused.amount"],
    ["PAYMENT_UNAVAILABLE", "checkout.refused.provider"],
    ["AMOUNT_NOT_PAYABLE", "refusals.amount-not-payable"],
    ["CONNECTION", "checkout.refused.connection"],
    ["IN_PROGRESS", "checkout.refused.in-progress"],
    ["PAYMENT_METHOD_NOT_OFFERED", "checkout.refused.method"],
    ["ERR_INTERNAL", "checkout.refused.other"],
    ["TOO_MANY_REQUESTS", "refusals.too-many"],
    ["RENEWAL_NOT_ACCEPTED", "subscriptions.consent.missing"],
    ["DUPLICATE_NOT_ACCEPTED", "subscriptions.duplicate.missing"],
  ])("%s is shown next to the button", (code, words) => {
    expect(helpWithOrderError(code)).toEqual({ words });
  });

  it.each([
    ["TERMS_NOT_ACCEPTED", "/cart"],
    ["MAX_BUY_AT_ONCE", "/cart"],
    ["VOUCHER_EXPIRED", "/cart"],
    ["TRAVELLER_NOT_ELIGIBLE", "/cart"],
    ["COLLECT_SLOT_FULL", "/cart/collect?lost=slot"],
    ["COLLECT_AGENCY_REQUIRED", "/cart/collect?lost=agency"],
    ["ACCOUNT_UNVERIFIED", "/unverified-account?next=%2Fcart%2Fcheckout"],
    ["ACCOUNT_INCOMPLETE", "/auth/finalize?next=%2Fcart%2Fcheckout"],
    ["USER_NOT_CONNECTED", "/cart/invite-login"],
  ])("%s redirects to the page where it is corrected", (code, to) => {
    expect(helpWithOrderError(code)).toEqual({ to });
  });

  // covers §8: payment: refused, cancelled, guest not allowed, guest amount, quantity, payment methods
  it("every error code has a next step", () => {
    for (const code of placeOrder.refusals) expect(helpWithOrderError(code)).toBeTruthy();
  });
});
