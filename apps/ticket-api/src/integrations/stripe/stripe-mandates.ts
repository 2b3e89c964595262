import type Stripe from "stripe";
import { accountRefused, type MandateRegistration, type RegisteredMandate } from "../direct-debit.ts";
import { ProviderRefused, ProviderUnreachable } from "../payment-provider.ts";
import { type StripeClient, StripeRefused } from "./stripe-client.ts";
import { customerOf } from "./stripe-customers.ts";
import { expanded } from "./stripe-sessions.ts";

const setupParts = ["mandate"];
const pageSize = 100;
const pagesMax = 20;

/** Refusals that are about the account of the debtor, and not about ours at Stripe. */
const ofAccount: ReadonlySet<string> = new Set([
  "account_closed",
  "bank_account_restricted",
  "bank_account_unusable",
  "invalid_bank_account_iban",
  "payment_method_bank_account_blocked",
  "sepa_unsupported_account",
]);

/**
 * Registers a signed mandate by a SetupIntent, with the account and the evidence of the signature. An earlier one is looked up in the list of
 * the customer, because Stripe forgets an idempotency key after a day.
 */
export async function registerMandate(stripe: StripeClient, asked: MandateRegistration): Promise<RegisteredMandate> {
  const customer = await customerOf(stripe, asked.customer);
  try {
    const setup = (await findSetup(stripe, customer, asked.reference)) ?? (await setUp(stripe, customer, asked));
    return registeredBy(setup, customer);
  } catch (failure) {
    const isOfAccount =
      failure instanceof StripeRefused &&
      (ofAccount.has(failure.code) || failure.error.param?.includes("iban") === true);
    if (!isOfAccount) throw failure;
    throw new ProviderRefused(accountRefused, failure.message);
  }
}

/** Whether something may still be debited under a mandate. */
export async function isMandateInForce(stripe: StripeClient, id: string): Promise<boolean> {
  const { status } = await stripe.ask("read a mandate", (api) => api.mandates.retrieve(id));
  return status !== "inactive";
}

async function findSetup(
  stripe: StripeClient,
  customer: string,
  reference: string,
): Promise<Stripe.SetupIntent | undefined> {
  let after: string | undefined;
  for (let page = 0; page < pagesMax; page += 1) {
    const { data, has_more } = await stripe.askList("find a mandate", (api) =>
      api.setupIntents.list({
        customer,
        limit: pageSize,
        expand: setupParts.map((part) => `data.${part}`),
        ...(after !== undefined && { starting_after: after }),
      }),
    );
    const found = data.find((each) => each.metadata?.reference === reference && each.status === "succeeded");
    if (found !== undefined || !has_more) return found;
    after = data.at(-1)?.id;
  }
  throw new ProviderUnreachable("Stripe: too many mandates of a customer to find one", { onlyThis: true });
}

/** Every parameter follows from the stored mandate, so that a repetition within the day is recognised by its key. */
function setUp(
  stripe: StripeClient,
  customer: string,
  { reference, debtor: { name, email, iban }, signature }: MandateRegistration,
): Promise<Stripe.SetupIntent> {
  const params: Stripe.SetupIntentCreateParams = {
    customer,
    confirm: true,
    usage: "off_session",
    metadata: { reference },
    allowed_payment_method_types: ["sepa_debit"],
    payment_method_data: { type: "sepa_debit", sepa_debit: { iban }, billing_details: { name, email } },
    mandate_data: {
      customer_acceptance: {
        type: "online",
        accepted_at: Math.floor(Date.parse(signature.at) / 1_000),
        online: { ip_address: signature.address, user_agent: signature.browser },
      },
    },
    expand: setupParts,
  };
  return stripe.ask("register a mandate", (api) =>
    api.setupIntents.create(params, { idempotencyKey: `mandate:${reference}` }),
  );
}

function registeredBy(
  { status, mandate, payment_method: method }: Stripe.SetupIntent,
  customer: string,
): RegisteredMandate {
  const reference = expanded(mandate)?.payment_method_details.sepa_debit?.reference;
  const methodId = typeof method === "string" ? method : method?.id;
  const id = expanded(mandate)?.id;
  if (status !== "succeeded" || id === undefined || methodId === undefined || reference === undefined)
    throw new ProviderUnreachable(`Stripe: a mandate is ${status} after its registration`, { onlyThis: true });
  return { mandate: id, method: methodId, customer, reference };
}
