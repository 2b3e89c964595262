import { stripeApiVersion } from "@guichet/contract/integrations/stripe.ts";
import type Stripe from "stripe";
import type { Step, StripeSteps } from "../payment/context.ts";
import type { SessionRecord } from "../payment/ledger.ts";
import type { StoredEvent } from "../payment/stripe-records.ts";
import { disputedStep, disputeEventsOf } from "./dispute-steps.ts";
import {
  chargeOf,
  checkoutOf,
  intentOf,
  isStripeRecord,
  refundsOf,
  type Sources,
  type StripeRecord,
  secondsOf,
} from "./objects.ts";

type EventType = Extract<
  Stripe.Event["type"],
  | `checkout.session.${string}`
  | `payment_intent.${string}`
  | "mandate.updated"
  | "charge.refunded"
  | "refund.failed"
  | `charge.dispute.${string}`
  | `payout.${string}`
>;
type EventFields = Pick<Stripe.Event, "id" | "object" | "api_version" | "created" | "livemode" | "pending_webhooks"> & {
  type: EventType;
  data: { object: object };
  request: { id: string | null; idempotency_key: string | null } | null;
};

/** How Stripe carries out the steps of its sessions, and which events they cause. */
export function stripeSteps(sources: () => Sources, endpoint: () => string | undefined): StripeSteps {
  return {
    stepOf: (record, step) => stepOf(sources(), record, step),
    endpoint,
    eventsOf(before, after) {
      if (!isStripeRecord(after)) return [];
      const events = typesOf(before, after).map((type) => ({ type, object: objectOf(sources(), after, type) }));
      const all = [...events, ...failedRefundsOf(before, after), ...disputeEventsOf(sources(), before, after)];
      const created = secondsOf(after.session.changedAt);
      return all.map(({ type, object }) => eventOf(sources(), created, type, object));
    },
  };
}

/** A declined card leaves its page open; an authorised page is complete. */
function stepOf(sources: Sources, record: SessionRecord, given: Step): Step {
  if (!isStripeRecord(record)) return given;
  const step = disputedStep(sources, record, given);
  if (record.stripe.kind !== "page") return step;
  if (step.state === "refused") return { ...step, state: "open" };
  if (step.state !== "authorised") return step;
  return { ...step, record: { ...step.record, stripe: { ...record.stripe, isCompleted: true } } };
}

function typesOf(before: SessionRecord, { session, stripe }: StripeRecord): EventType[] {
  const isPage = stripe.kind === "page";
  if (stripe.debit?.dueAt !== undefined && before.stripe?.debit?.dueAt === undefined)
    return ["payment_intent.processing"];
  if (session.refunded.amount > before.session.refunded.amount) return ["charge.refunded"];
  if (session.state === before.session.state) {
    if (session.state === "open") return session.refusal === undefined ? [] : ["payment_intent.payment_failed"];
    const isEnded = stripe.cancellationReason !== before.stripe?.cancellationReason;
    return session.state === "refused" && isEnded ? ["payment_intent.canceled"] : [];
  }
  const completed: EventType[] = isPage && before.session.state !== "authorised" ? ["checkout.session.completed"] : [];
  switch (session.state) {
    case "captured":
      return stripe.mode === "setup" ? completed : ["payment_intent.succeeded", ...completed];
    case "authorised":
      return ["payment_intent.amount_capturable_updated", ...completed];
    case "authenticating":
      return stripe.mode === "setup" ? [] : ["payment_intent.requires_action"];
    case "open":
    case "refused":
      return stripe.mode === "setup" ? [] : ["payment_intent.payment_failed"];
    case "cancelled":
    case "expired":
      return isPage && !stripe.isCompleted ? ["checkout.session.expired"] : ["payment_intent.canceled"];
  }
}

/** The events of refunds that failed by a step. */
function failedRefundsOf(before: SessionRecord, after: StripeRecord): { type: "refund.failed"; object: object }[] {
  const objects = refundsOf(after);
  return after.session.refunds.flatMap(({ failedAt }, index) => {
    const isNew = failedAt !== undefined && before.session.refunds[index]?.failedAt === undefined;
    const object = objects[index];
    return isNew && object !== undefined ? [{ type: "refund.failed" as const, object }] : [];
  });
}

/** An event as it is listed and delivered; `created` in seconds. */
export function eventOf(sources: Sources, created: number, type: EventType, object: object): StoredEvent {
  const id = sources.payment.newId("evt");
  const event: EventFields = {
    id,
    object: "event",
    api_version: stripeApiVersion,
    created,
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: null,
    type,
  };
  return { id, type, createdSeconds: created, body: JSON.stringify(event) };
}

function objectOf(sources: Sources, record: StripeRecord, type: EventType): object {
  if (type === "charge.refunded") return chargeOf(sources, record);
  return type.startsWith("checkout.") ? checkoutOf(sources, record) : intentOf(sources, record);
}
