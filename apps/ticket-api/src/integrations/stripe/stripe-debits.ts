import pLimit from "p-limit";
import type Stripe from "stripe";
import type {
  Debit,
  DebitFile,
  DebitPlace,
  DebitState,
  ProviderDebits,
  RefusedDebit,
  RegisteredMandate,
} from "../direct-debit.ts";
import { ProviderUnreachable } from "../payment-provider.ts";
import { toStripeAmount, toStripeCurrency } from "./stripe-amounts.ts";
import { cancelIntent } from "./stripe-charges.ts";
import { isMissing, type StripeClient, StripeRefused } from "./stripe-client.ts";
import { debitReasonCode, isDebitReason } from "./stripe-debit-reasons.ts";
import { isMandateInForce, registerMandate } from "./stripe-mandates.ts";
import {
  debitMark,
  expanded,
  intentParts,
  type OurMetadata,
  readIntent,
  returnsOf,
  sessionOfCharge,
} from "./stripe-sessions.ts";

/** Debits that are presented at the same time. */
const presentedAtOnce = 4;
const pageSize = 100;
const pagesMax = 20;

/**
 * SEPA debits that Stripe collects (decision 180). A debit is a PaymentIntent without its customer, under a mandate that was registered by a
 * SetupIntent. It is `processing` for days; then it succeeds or fails, and a succeeded one may be taken back by a dispute, which is final.
 */
export const stripeDebits = (stripe: StripeClient): ProviderDebits => ({
  register: (mandate) => registerMandate(stripe, mandate),
  isInForce: (mandate) => isMandateInForce(stripe, mandate),
  submit: (file, refuse) => submit(stripe, file, refuse),
  get: (reference, place) => getDebit(stripe, reference, place),
});

/** Presents each debit once. One that fails does not hold up the others; its failure is thrown after them. */
async function submit(
  stripe: StripeClient,
  { debits }: DebitFile,
  refuse: (refused: RefusedDebit) => Promise<void>,
): Promise<void> {
  const presenting = pLimit(presentedAtOnce);
  const presented = await Promise.allSettled(debits.map((debit) => presenting(() => present(stripe, debit))));
  const failures: unknown[] = [];
  for (const each of presented) {
    if (each.status === "rejected") failures.push(each.reason);
    else if (each.value !== undefined) await refuse(each.value);
  }
  const failure = failures.find((each) => each instanceof ProviderUnreachable) ?? failures[0];
  if (failure !== undefined) throw failure;
}

/**
 * Creates the PaymentIntent, and confirms it. It is created first, because a refused confirmation leaves nothing behind: so that each debit has a
 * PaymentIntent, which says why it was refused. An earlier one is looked up in the customer's list, which outlives the idempotency key. Returns
 * the refusal of a debit that could not be created.
 */
async function present(stripe: StripeClient, debit: Debit): Promise<RefusedDebit | undefined> {
  const { registered } = debit;
  if (registered === undefined) throw new Error(`The mandate of debit ${debit.reference} is not registered at Stripe`);
  const known = await findDebit(stripe, registered.customer, debit.reference);
  const intent = known ?? (await created(stripe, debit, registered));
  if ("reason" in intent) return intent;
  if (intent.status !== "requires_confirmation" && intent.status !== "requires_payment_method") return undefined;
  if (intent.last_payment_error != null) return undefined;
  const params = { mandate: registered.mandate, payment_method: registered.method, off_session: true };
  try {
    await stripe.ask("present a debit", (api) =>
      api.paymentIntents.confirm(intent.id, params, { idempotencyKey: `${debit.reference}:confirm` }),
    );
  } catch (failure) {
    if (!(failure instanceof StripeRefused)) throw failure;
    await abandon(stripe, intent.id, failure);
  }
  return undefined;
}

/**
 * Creates the PaymentIntent, or returns why Stripe never will: its amount, a reason of the debtor's bank, or a bank account that is gone. Everything
 * else is thrown, and all debits wait: it may be a fault of our account or request, for which no customer is dunned.
 */
async function created(
  stripe: StripeClient,
  debit: Debit,
  registered: RegisteredMandate,
): Promise<Stripe.PaymentIntent | RefusedDebit> {
  try {
    return await create(stripe, debit, registered);
  } catch (failure) {
    if (!(failure instanceof StripeRefused)) throw failure;
    const { code } = failure;
    if (ofAmount.has(code) || isDebitReason(code))
      return { reference: debit.reference, reason: debitReasonCode(code) ?? code };
    if (await isGone(stripe, registered))
      return { reference: debit.reference, reason: debitReasonCode("payment_intent_mandate_invalid") ?? code };
    throw failure;
  }
}

/** Refusals of an amount (docs.stripe.com/error-codes). */
const ofAmount: ReadonlySet<string> = new Set(["amount_too_large", "amount_too_small"]);

/** Whether the bank account of a mandate is not at its customer any more, so that nothing can be collected under it. */
async function isGone(stripe: StripeClient, { customer, method }: RegisteredMandate): Promise<boolean> {
  try {
    const found = await stripe.ask("read the bank account of a mandate", (api) => api.paymentMethods.retrieve(method));
    return found.customer !== customer;
  } catch (failure) {
    if (isMissing(failure)) return true;
    throw failure;
  }
}

/** Cancels a debit that Stripe refused to present, with the reason. One that went through meanwhile stays. */
async function abandon(stripe: StripeClient, id: string, { code }: StripeRefused): Promise<void> {
  const now = await readIntent(stripe, id);
  if (now.status !== "requires_confirmation" && now.status !== "requires_payment_method") return;
  if (now.last_payment_error == null)
    await stripe.ask("name the refusal of a debit", (api) =>
      api.paymentIntents.update(id, { metadata: { refusal: code } }),
    );
  await cancelIntent(stripe, now, "declined");
}

function create(
  stripe: StripeClient,
  { reference, orderId, orderNumber, amount }: Debit,
  { customer, method }: RegisteredMandate,
): Promise<Stripe.PaymentIntent> {
  const metadata: OurMetadata = { reference, orderId, ...debitMark };
  const params: Stripe.PaymentIntentCreateParams = {
    amount: toStripeAmount(amount),
    currency: toStripeCurrency(amount.currency),
    customer,
    payment_method: method,
    metadata,
    description: orderNumber,
    allowed_payment_method_types: ["sepa_debit"],
  };
  return stripe.ask("create a debit", (api) => api.paymentIntents.create(params, { idempotencyKey: reference }));
}

async function getDebit(stripe: StripeClient, reference: string, place?: DebitPlace): Promise<DebitState | undefined> {
  if (place === undefined) throw new Error(`Where debit ${reference} is at Stripe is not stated`);
  const { session, registered } = place;
  if (session !== null) return readDebit(stripe, session);
  const found = registered && (await findDebit(stripe, registered.customer, reference));
  return found && debitOf(stripe, found);
}

async function readDebit(stripe: StripeClient, id: string): Promise<DebitState | undefined> {
  try {
    return await debitOf(stripe, await readIntent(stripe, id));
  } catch (failure) {
    if (isMissing(failure)) return undefined;
    throw failure;
  }
}

/** The debit with our reference among the payments of a customer. */
async function findDebit(
  stripe: StripeClient,
  customer: string,
  reference: string,
): Promise<Stripe.PaymentIntent | undefined> {
  let after: string | undefined;
  for (let page = 0; page < pagesMax; page += 1) {
    const { data, has_more } = await stripe.askList("find a debit", (api) =>
      api.paymentIntents.list({
        customer,
        limit: pageSize,
        expand: intentParts.map((part) => `data.${part}`),
        ...(after !== undefined && { starting_after: after }),
      }),
    );
    const found = data.find(({ metadata }) => metadata.reference === reference && metadata.page === undefined);
    if (found !== undefined || !has_more) return found;
    after = data.at(-1)?.id;
  }
  throw new ProviderUnreachable("Stripe: too many payments of a customer to find one", { onlyThis: true });
}

const states = {
  open: "waits",
  authorised: "waits",
  captured: "booked",
  refused: "rejected",
  cancelled: "rejected",
  expired: "rejected",
} as const;

/** The state of a debit. */
async function debitOf(stripe: StripeClient, intent: Stripe.PaymentIntent): Promise<DebitState> {
  const session = await sessionOfCharge(stripe, intent);
  const { id, reference, orderId, amount, refunded: sentBack, refunds: transfers, changedAt } = session;
  const state = session.debit?.isReturned ? "returned" : states[session.state];
  return {
    ...{ session: id, reference, orderId, amount, state, sentBack, transfers, changedAt },
    reason:
      state === "returned" ? await returnReason(stripe, id) : state === "rejected" ? refusalOf(intent) : undefined,
  };
}

const returnReason = async (stripe: StripeClient, intent: string): Promise<string | undefined> =>
  debitReasonCode((await returnsOf(stripe, intent))[0]?.reason);

/** Why a debit failed: by the bank, or refused by Stripe before the bank had it. */
function refusalOf(intent: Stripe.PaymentIntent): string | undefined {
  const { metadata, latest_charge: charge, last_payment_error: error } = intent;
  return debitReasonCode(expanded(charge)?.failure_code ?? error?.code ?? metadata.refusal);
}
