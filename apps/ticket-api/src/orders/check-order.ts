import type { PriceBreakdown } from "@guichet/contract/cart.ts";
import type { ErrorDetails } from "@guichet/contract/result.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import type { Money } from "@guichet/contract/values.ts";
import { isOffered } from "@guichet/rules/payments/payment-options.ts";
import { checkExpectedFee } from "../cart/expected-fee.ts";
import { firstError, type QuotedCart } from "../cart/quote-cart.ts";
import { warningsOf } from "../cart/warnings.ts";
import { isShopPath } from "../payments/start-payment.ts";
import { lacksRenewalConsent } from "./order-consents.ts";
import type { PlaceOrderContext, PlaceOrderError } from "./place-order-result.ts";

type Request = PlaceOrderContext["request"];

/** Checks the request against its quoted prices: cart, delivery, total, payment method and return address. */
export function checkCart(request: Request, breakdown: PriceBreakdown): Result<true, PlaceOrderError> {
  const error = firstError(breakdown);
  if (error !== undefined) return err(error.code as PlaceOrderError, error.details as ErrorDetails);
  if (request.articles.some((line) => line.support === "SHIPPING") && request.delivery === undefined) {
    return err("DELIVERY_ADDRESS_REQUIRED");
  }
  const fee = checkExpectedFee(request.shippingFee, breakdown);
  if (!fee.ok) return fee;
  const total = checkTotal(request.totalAmount, breakdown);
  if (!total.ok) return total;
  const method = checkPaymentMethod(request, breakdown);
  if (!method.ok) return method;
  return isShopPath(request.returnUrl) ? ok(true) : err("RETURN_URL_INVALID");
}

/** Checks that the total is the one the customer saw. */
export function checkTotal(
  seen: Money,
  { totalAmount: { amount, currency } }: PriceBreakdown,
): Result<true, "ORDER_AMOUNT_CHANGED"> {
  if (seen.amount === amount && seen.currency === currency) return ok(true);
  return err("ORDER_AMOUNT_CHANGED", { amount, currency });
}

/** Checks that the network offers the payment method and the number of installments for this total. */
function checkPaymentMethod(
  { paymentMethod, installments = 1 }: Request,
  { totalAmount: { amount }, paymentOptions }: PriceBreakdown,
): Result<true, PlaceOrderError> {
  if (amount === 0) return ok(true);
  if (!paymentOptions.some((option) => option.paymentMethods.includes(paymentMethod)))
    return err("PAYMENT_METHOD_NOT_OFFERED", { paymentMethod });
  if (!isOffered(paymentOptions, paymentMethod, installments)) return err("INSTALLMENTS_NOT_OFFERED", { installments });
  return ok(true);
}

/** Checks that a subscription can be renewed: it has a reusable payment method and the customer's consent. */
export function checkSubscription(request: Request, { totalAmount }: PriceBreakdown): Result<true, PlaceOrderError> {
  if (lacksSavedMethod(request, totalAmount.amount === 0)) return err("SUBSCRIPTION_NEEDS_KEPT_METHOD");
  return lacksRenewalConsent(request) ? err("RENEWAL_NOT_ACCEPTED") : ok(true);
}

/** Checks that the customer confirmed every pass in addition to an active subscription of the same traveller (decision 096). */
export async function checkDuplicates(
  {
    deps,
    network,
    request,
    language,
  }: Pick<PlaceOrderContext, "deps" | "network" | "language"> & {
    request: Pick<Request, "articles" | "duplicateAccepted">;
  },
  quoted: QuotedCart,
): Promise<Result<true, "DUPLICATE_NOT_ACCEPTED">> {
  if (request.duplicateAccepted) return ok(true);
  const warnings = await warningsOf(deps, network, quoted, request.articles, language);
  const line = warnings.findIndex((ofLine) => ofLine.some(({ mustConfirm }) => mustConfirm));
  return line < 0 ? ok(true) : err("DUPLICATE_NOT_ACCEPTED", { line });
}

/**
 * Whether a subscription lacks a payment method for its renewals: a card that is saved already or with this order, or a
 * mandate.
 */
function lacksSavedMethod({ articles, paymentMethod, keepCard, cardId }: Request, nothingDue: boolean): boolean {
  if (!articles.some(({ isSubscription }) => isSubscription)) return false;
  if (paymentMethod === "TRANSFER" && !nothingDue) return false;
  return paymentMethod !== "CARD" || (cardId === undefined && (nothingDue || !keepCard));
}
