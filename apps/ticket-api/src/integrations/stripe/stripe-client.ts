import { setTimeout as pause } from "node:timers/promises";
import { stripeApiVersion } from "@guichet/contract/integrations/stripe.ts";
import Stripe from "stripe";
import { ProviderRefused, ProviderUnreachable } from "../payment-provider.ts";

const timeoutMs = 15_000;
const lockAttemptsMax = 10;
const lockWaitMs = 100;

export interface StripeSettings {
  /** Secret or restricted key, `sk_...` or `rk_...`; `_live_` in it makes test events foreign, and the reverse. */
  apiKey: string;
  /** Signing secret of the webhook endpoint, `whsec_...`. */
  webhookSecret: string;
  /** The connected account (`acct_...`) for which every request is made; absent: the key's own account. */
  account?: string;
  /** Address of the API, without a path; absent: Stripe's own. */
  url?: string;
  now: () => Date;
}

/** A client of Stripe's API; `ask` makes a request and translates its errors. */
export interface StripeClient {
  api: Stripe;
  settings: StripeSettings;
  /** Throws `ProviderUnreachable` when the outcome is unknown, and `StripeRefused` when Stripe refused the request. */
  ask<Answer>(what: string, send: (api: Stripe) => Promise<Answer>): Promise<Answer>;
  /** The same for a list or a search. */
  askList<Answer>(what: string, send: (api: Stripe) => Promise<Answer>): Promise<Answer>;
}

/** Stripe refused the request; `error` is its own. */
export class StripeRefused extends ProviderRefused {
  readonly error: Stripe.errors.StripeError;

  constructor(code: string, error: Stripe.errors.StripeError) {
    super(code, error.message);
    this.error = error;
  }
}

export function stripeClient(settings: StripeSettings): StripeClient {
  const { protocol, hostname, port } = new URL(settings.url ?? "https://api.stripe.com");
  const api = new Stripe(settings.apiKey, {
    apiVersion: stripeApiVersion,
    host: hostname,
    port: port || (protocol === "http:" ? 80 : 443),
    protocol: protocol === "http:" ? "http" : "https",
    timeout: timeoutMs,
    // Jobs retry, with waits of their own; the library repeats only a request on a connection that was closed.
    maxNetworkRetries: 0,
    telemetry: false,
    ...(settings.account !== undefined && { stripeAccount: settings.account }),
  });
  const asking =
    (isExpected: (answer: unknown) => boolean): StripeClient["ask"] =>
    async (what, send) => {
      for (let attempt = 1; ; attempt += 1) {
        try {
          const answer = await send(api);
          if (isExpected(answer)) return answer;
          throw new ProviderUnreachable(`Stripe: ${what}: malformed response`);
        } catch (cause) {
          const waits = isLocked(cause) && attempt < lockAttemptsMax;
          if (!waits) throw providerError(what, cause);
          await pause(lockWaitMs);
        }
      }
    };
  return { api, settings, ask: asking(isOneObject), askList: asking(isList) };
}

/** Whether Stripe does not have the object of this id. */
export function isMissing(failure: unknown): boolean {
  return failure instanceof StripeRefused && failure.code === "resource_missing";
}

/** Each of Stripe's answers names its type. */
const isOneObject = (answer: unknown): boolean => hasField(answer, "object", (kind) => typeof kind === "string");
const isList = (answer: unknown): boolean => isOneObject(answer) && hasField(answer, "data", Array.isArray);

function hasField(answer: unknown, name: string, holds: (value: unknown) => boolean): boolean {
  return typeof answer === "object" && answer !== null && holds(Reflect.get(answer, name));
}

/** The same request is under way, from another caller: its answer follows soon. */
function isLocked(cause: unknown): boolean {
  return cause instanceof Stripe.errors.StripeError && cause.statusCode === 409;
}

function providerError(what: string, cause: unknown): Error {
  const { StripeIdempotencyError, StripeInvalidRequestError, StripeCardError } = Stripe.errors;
  if (cause instanceof ProviderRefused || cause instanceof ProviderUnreachable) return cause;
  // It may still go through.
  if (isLocked(cause)) return new ProviderUnreachable(`Stripe: ${what}: still under way`, { cause });
  if (cause instanceof StripeIdempotencyError) return new StripeRefused("reference_reused", cause);
  if (cause instanceof StripeCardError) return new StripeRefused(cause.decline_code || cause.code || "declined", cause);
  if (cause instanceof StripeInvalidRequestError) return new StripeRefused(cause.code ?? "request_invalid", cause);
  // No connection, a failure at Stripe, a rate limit or a refused key: nothing is known about the request.
  if (cause instanceof Stripe.errors.StripeError) return new ProviderUnreachable(`Stripe: ${what}`, { cause });
  return cause instanceof Error ? cause : new Error(String(cause));
}
