import type { RefusalReason } from "@guichet/contract/integrations/sandbox-payment-controls.ts";
import type Stripe from "stripe";
import type { z } from "zod";
import { nameOf } from "./form.ts";

/** The fields of Stripe's error object that the stand-in sends. */
export interface ErrorFields {
  type: "invalid_request_error" | "card_error" | "idempotency_error" | "api_error";
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
  payment_intent?: object;
  payment_method?: object;
}
// The library reads every field by this name.
type Read = Pick<Stripe.errors.StripeError, "message" | "code" | "decline_code" | "param">;
type Checked = Pick<ErrorFields, "message" | "code" | "decline_code" | "param"> extends Partial<Read> ? true : never;
export const namesHold: Checked = true;

/** A request that is refused, with the status and the body of Stripe's error. */
export class Refusal extends Error {
  readonly status: number;
  readonly fields: ErrorFields;

  constructor(status: number, fields: ErrorFields) {
    super(fields.message);
    this.status = status;
    this.fields = fields;
  }
}

export function invalid(message: string, more: { code?: string; param?: string } = {}, status = 400): Refusal {
  return new Refusal(status, { type: "invalid_request_error", message, ...more });
}

export const missing = (what: string, id: string, param = "id"): Refusal =>
  invalid(`No such ${what}: '${id}'`, { code: "resource_missing", param }, param === "id" ? 404 : 400);

export const unexpectedState = (message: string): Refusal =>
  invalid(message, { code: "payment_intent_unexpected_state" });

/** Parses parameters by their schema; what the schema does not know is refused by its name, as Stripe does. */
export function readParams<Schema extends z.ZodType>(schema: Schema, given: unknown): z.output<Schema> {
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  if (issue?.code === "unrecognized_keys") {
    const param = nameOf([...issue.path, issue.keys[0] ?? ""]);
    throw invalid(`Received unknown parameter: ${param}`, { code: "parameter_unknown", param });
  }
  const param = nameOf(issue?.path ?? []);
  const isMissing = issue?.code === "invalid_type" && valueAt(given, issue.path) === undefined;
  throw isMissing
    ? invalid(`Missing required param: ${param}.`, { code: "parameter_missing", param })
    : invalid(`Invalid ${param}: ${issue?.message}`, { param });
}

function valueAt(given: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, part) => (typeof value === "object" && value !== null ? Reflect.get(value, part) : undefined),
    given,
  );
}

/** Stripe's error of a payment that failed. */
export type CardError = Pick<Stripe.PaymentIntent.LastPaymentError, "type" | "code" | "decline_code" | "message">;

/** Why a card was declined, in Stripe's words. */
export function declineOf(refusal: RefusalReason): CardError {
  const [code, decline] = declines[refusal];
  const message = code === "authentication_required" ? "The card requires authentication." : "Your card was declined.";
  return { type: "card_error", code, ...(decline !== undefined && { decline_code: decline }), message };
}

const declines: Record<RefusalReason, [NonNullable<CardError["code"]>, string | undefined]> = {
  card_declined: ["card_declined", "generic_decline"],
  insufficient_funds: ["card_declined", "insufficient_funds"],
  card_expired: ["expired_card", "expired_card"],
  authentication_failed: ["payment_intent_authentication_failure", undefined],
  authentication_required: ["authentication_required", "authentication_required"],
  method_removed: ["card_declined", "generic_decline"],
};
