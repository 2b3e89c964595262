import type Stripe from "stripe";
import { expect, test } from "vitest";
import { ProviderUnreachable } from "../payment-provider.ts";
import { stateOfCheckout, stateOfIntent } from "./stripe-states.ts";

const declined = { last_payment_error: { code: "card_declined" } };

test.each([
  ["requires_payment_method", {}, "open"],
  ["requires_payment_method", declined, "refused"],
  ["requires_confirmation", {}, "open"],
  ["requires_action", {}, "open"],
  ["processing", {}, "open"],
  ["requires_capture", {}, "authorised"],
  ["succeeded", declined, "captured"],
  ["canceled", { cancellation_reason: "requested_by_customer" }, "cancelled"],
  ["canceled", { cancellation_reason: "abandoned" }, "refused"],
  ["canceled", { cancellation_reason: null }, "cancelled"],
])("a charge that is %s with %j is %s", (status, more, state) => {
  expect(stateOfIntent(intent(status, more))).toBe(state);
});

test.each([
  ["open", undefined, "open"],
  ["open", "requires_payment_method", "open"],
  ["open", "requires_action", "open"],
  ["expired", undefined, "expired"],
  ["expired", "canceled", "expired"],
  ["complete", "succeeded", "captured"],
  ["complete", "requires_capture", "authorised"],
  ["complete", "canceled", "cancelled"],
  ["complete", "processing", "open"],
  // The money decides: it was captured while the page was still open, or had just expired.
  ["open", "succeeded", "captured"],
  ["expired", "succeeded", "captured"],
  ["expired", "requires_capture", "authorised"],
])("a page that is %s, its payment %s, is %s", (status, payment, state) => {
  expect(stateOfCheckout(page(status), payment === undefined ? undefined : intent(payment), undefined)).toBe(state);
});

test.each([
  ["succeeded", "captured"],
  ["requires_payment_method", "refused"],
  ["canceled", "cancelled"],
  ["processing", "open"],
])("a completed page that saves a card, %s, is %s", (status, state) => {
  expect(stateOfCheckout(page("complete"), undefined, setup(status))).toBe(state);
});

test("a state that Stripe adds later is ignored", () => {
  expect(() => stateOfIntent(intent("toString"))).toThrow(ProviderUnreachable);
  expect(() => stateOfCheckout(page("paused"), undefined, undefined)).toThrow(ProviderUnreachable);
  expect(() => stateOfCheckout(page("complete"), undefined, undefined)).toThrow(ProviderUnreachable);
});

type Facts = Parameters<typeof stateOfIntent>[0];
const intent = (status: Facts["status"], more: Partial<Facts> = {}): Facts => ({
  status,
  last_payment_error: null,
  cancellation_reason: null,
  ...more,
});
const page = (status: Stripe.Checkout.Session["status"]) => ({ status });
const setup = (status: Stripe.SetupIntent["status"]) => ({ status });
