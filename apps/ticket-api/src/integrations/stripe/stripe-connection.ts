import { stripeApiVersion, stripeWebhookEvents } from "@guichet/contract/integrations/stripe.ts";
import Stripe from "stripe";
import {
  type ConnectionFault,
  ProviderRefused,
  ProviderUnreachable,
  type WantedConnection,
} from "../payment-provider.ts";
import type { StripeClient } from "./stripe-client.ts";

const endpointsMax = 100;

/** An id that no object has: a request about it changes nothing. */
const nothing = "guichet_connection_test";

/**
 * Reads what the adapter reads, asks for changes to objects that do not exist, for which Stripe first looks at the permissions of the key,
 * and compares the webhook endpoint with the one that it needs (`docs/stripe.md`). Changes nothing.
 */
export async function checkConnection(
  stripe: StripeClient,
  { notifyUrl, debits }: WantedConnection,
): Promise<ConnectionFault[]> {
  const faults: ConnectionFault[] = [];
  /** One request; a fault of the account is added, and one that every further request would meet ends the test. */
  async function read<Answer>(what: string, send: (api: Stripe) => Promise<Answer>): Promise<Answer | undefined> {
    try {
      return await stripe.askList(what, send);
    } catch (failure) {
      const fault = faultOf(what, failure);
      faults.push(fault);
      if (fault.kind !== "permission-missing") throw new Ended();
      return undefined;
    }
  }
  /** One request about an object that does not exist: every refusal but the one for its permissions shows that the key may write. */
  async function write(what: string, send: (api: Stripe) => Promise<object>): Promise<void> {
    try {
      await stripe.ask(what, send);
    } catch (failure) {
      if (failure instanceof ProviderRefused) return;
      const fault = faultOf(what, failure);
      const isMissing = fault.kind === "permission-missing";
      faults.push(isMissing ? { kind: "write-permission-missing", detail: fault.detail } : fault);
      if (!isMissing) throw new Ended();
    }
  }
  try {
    await read("events", (api) => api.events.list({ limit: 1 }));
    await read("Checkout Sessions", (api) => api.checkout.sessions.list({ limit: 1 }));
    await read("PaymentIntents", (api) => api.paymentIntents.list({ limit: 1 }));
    await read("disputes", (api) => api.disputes.list({ limit: 1 }));
    await read("payouts", (api) => api.payouts.list({ limit: 1 }));
    await read("balance transactions", (api) => api.balanceTransactions.list({ limit: 1 }));
    await read("Customers", (api) => api.customers.search({ query: "metadata['customer']:'none'", limit: 1 }));
    const endpoints = await read("webhook endpoints", (api) => api.webhookEndpoints.list({ limit: endpointsMax }));
    if (endpoints !== undefined) faults.push(...endpointFaults(endpoints.data, notifyUrl, debits !== undefined));
    await write("Checkout Sessions", (api) => api.checkout.sessions.expire(`cs_${nothing}`));
    await write("PaymentIntents", (api) => api.paymentIntents.cancel(`pi_${nothing}`));
    await write("Customers", (api) => api.customers.update(`cus_${nothing}`, { metadata: { test: "" } }));
    await write("payment methods", (api) => api.paymentMethods.detach(`pm_${nothing}`));
    await write("refunds", (api) => api.refunds.create({ payment_intent: `pi_${nothing}` }));
    await write("disputes", (api) => api.disputes.update(`du_${nothing}`, { metadata: { test: "" } }));
    if (debits !== undefined) {
      await read("SetupIntents", (api) => api.setupIntents.list({ limit: 1 }));
      await read("mandates", (api) => withoutObject(api.mandates.retrieve(`mandate_${nothing}`)));
      await write("SetupIntents", (api) => api.setupIntents.cancel(`seti_${nothing}`));
      const methods = await read("payment method configurations", (api) => api.paymentMethodConfigurations.list());
      const isOffered = methods?.data.some(({ active, sepa_debit: sepa }) => active && sepa?.available);
      if (methods !== undefined && !isOffered) faults.push({ kind: "method-missing", detail: "SEPA Direct Debit" });
      const accounts = await read("the account", async (api) => listOf(await api.accounts.retrieveCurrent()));
      for (const account of accounts?.data ?? []) faults.push(...creditorFaults(account, debits.creditorIds));
    }
  } catch (failure) {
    if (!(failure instanceof Ended)) throw failure;
  }
  return faults;
}

/** An object that does not exist was looked for, which the key may: an empty list. */
async function withoutObject(looking: Promise<object>): Promise<{ object: "list"; data: [] }> {
  try {
    await looking;
  } catch (failure) {
    if (!(failure instanceof Stripe.errors.StripeInvalidRequestError)) throw failure;
  }
  return { object: "list", data: [] };
}

const listOf = <Item>(item: Item) => ({ object: "list", data: [item] });

/** Since version 2026-09-30 Stripe names its own identifier for an account that has none. */
function creditorFaults({ settings }: Stripe.Account, named: readonly string[]): ConnectionFault[] {
  const shown = settings?.sepa_debit_payments?.creditor_id;
  return named
    .filter((id) => withoutSpaces(id) !== withoutSpaces(shown ?? ""))
    .map((id) => ({ kind: "creditor-differs", detail: `${shown ?? "no identifier"} instead of ${id}` }));
}

const withoutSpaces = (text: string): string => text.replaceAll(" ", "").toUpperCase();

/** The test is over: further requests would fail in the same way. */
class Ended extends Error {}

function faultOf(what: string, failure: unknown): ConnectionFault {
  const { StripeAuthenticationError, StripePermissionError } = Stripe.errors;
  const cause = failure instanceof ProviderUnreachable ? failure.cause : failure;
  if (cause instanceof StripeAuthenticationError) return { kind: "key-refused", detail: "" };
  if (cause instanceof StripePermissionError) return { kind: "permission-missing", detail: permissionOf(what, cause) };
  if (failure instanceof ProviderRefused) return { kind: "version-refused", detail: failure.message };
  if (!(failure instanceof ProviderUnreachable)) throw failure;
  return { kind: "unreachable", detail: cause instanceof Error ? cause.message : failure.message };
}

/** With Stripe's name of the permission, if its message has it. */
function permissionOf(what: string, { message }: Error): string {
  const name = /'(rak_\w+)'/.exec(message)?.[1];
  return name === undefined ? what : `${what} (${name})`;
}

function endpointFaults(
  endpoints: readonly Stripe.WebhookEndpoint[],
  notifyUrl: string,
  debits: boolean,
): ConnectionFault[] {
  const ours = endpoints.filter(({ url }) => url === notifyUrl);
  const endpoint = ours.find(({ status }) => status === "enabled") ?? ours[0];
  if (endpoint === undefined) {
    // The path of another system's endpoint may be its secret.
    const others = [...new Set(endpoints.map(({ url }) => new URL(url).origin))].join(", ");
    return [{ kind: "webhook-missing", detail: others }];
  }
  const { status, api_version: version, enabled_events: enabled } = endpoint;
  const needed = debits ? stripeWebhookEvents : stripeWebhookEvents.filter((type) => !type.startsWith("mandate."));
  const missing = enabled.includes("*") ? [] : needed.filter((type) => !enabled.includes(type));
  return [
    ...(status === "enabled" ? [] : [{ kind: "webhook-disabled", detail: status } as const]),
    ...(version === stripeApiVersion
      ? []
      : [{ kind: "webhook-version", detail: `${version ?? "the account's"} instead of ${stripeApiVersion}` } as const]),
    ...(missing.length === 0 ? [] : [{ kind: "webhook-events", detail: missing.join(", ") } as const]),
  ];
}
