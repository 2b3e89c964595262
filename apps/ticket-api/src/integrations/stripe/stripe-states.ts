import type Stripe from "stripe";
import { ProviderUnreachable, type SessionState } from "../payment-provider.ts";

/** The values that the library names, without its "any other string". */
export type Known<Value> = Value extends string ? (string extends Value ? never : Value) : never;
type IntentStatus = Known<Stripe.PaymentIntent["status"]>;
type SetupStatus = Known<Stripe.SetupIntent["status"]>;
type CheckoutStatus = Known<NonNullable<Stripe.Checkout.Session["status"]>>;

/** Stripe's states in ours. `by-intent`: the payment or the saved card of the completed page decides. */
const checkoutStates: Record<CheckoutStatus, SessionState | "by-intent"> = {
  open: "open",
  complete: "by-intent",
  expired: "expired",
};

/** `if-failed`: refused after a failed attempt, open before one. `if-abandoned`: we close a declined charge that way. */
const intentStates: Record<IntentStatus, SessionState | "if-failed" | "if-abandoned"> = {
  requires_payment_method: "if-failed",
  requires_confirmation: "open",
  requires_action: "open",
  processing: "open",
  requires_capture: "authorised",
  succeeded: "captured",
  canceled: "if-abandoned",
};

const setupStates: Record<SetupStatus, SessionState> = {
  requires_payment_method: "refused",
  requires_confirmation: "open",
  requires_action: "open",
  processing: "open",
  succeeded: "captured",
  canceled: "cancelled",
};

/** Why we cancel a PaymentIntent: its charge was declined, or we close it. */
export const cancellationOf = { declined: "abandoned", closed: "requested_by_customer" } as const;

/** What decides the state of a payment; of its error, only whether there is one. */
type PaymentFacts = Pick<Stripe.PaymentIntent, "status" | "cancellation_reason"> & {
  last_payment_error: object | null;
};

/** State of a PaymentIntent that has no page at Stripe. */
export function stateOfIntent(intent: PaymentFacts): SessionState {
  const state = of(intentStates, intent.status);
  if (state === "if-failed") return intent.last_payment_error == null ? "open" : "refused";
  if (state === "if-abandoned") {
    return intent.cancellation_reason === cancellationOf.declined ? "refused" : "cancelled";
  }
  return state;
}

/**
 * State of a Checkout Session. Money at Stripe counts more than the page's state: one that is captured while the page
 * expires is captured. A declined attempt leaves the page open, where the customer may try another card.
 */
export function stateOfCheckout(
  session: Pick<Stripe.Checkout.Session, "status">,
  intent: PaymentFacts | undefined,
  setup: Pick<Stripe.SetupIntent, "status"> | undefined,
): SessionState {
  const state = of(checkoutStates, session.status);
  const paid = intent && of(intentStates, intent.status);
  if (paid === "captured" || (paid === "authorised" && state !== "by-intent")) return paid;
  if (state !== "by-intent") return state;
  if (setup !== undefined) return of(setupStates, setup.status);
  if (intent !== undefined) return stateOfIntent(intent);
  throw new ProviderUnreachable("Stripe: a completed page without a payment");
}

function of<Status extends string, State>(table: Record<Status, State>, status: string | null): State {
  const known = Object.entries(table).find(([name]) => name === status);
  if (known === undefined) throw new ProviderUnreachable(`Stripe: unknown state ${status}`);
  return known[1] as State;
}
