import { applyStep } from "../payment/context.ts";
import type { SessionRecord } from "../payment/ledger.ts";
import { currentSession, expireDue } from "../payment/sessions.ts";
import type { StripePart } from "../payment/stripe-records.ts";
import { moneyOf } from "./amounts.ts";
import { type NewId, nowSeconds, type StripeContext } from "./context.ts";
import { type ListObject, pageOf } from "./list.ts";
import { type CheckoutObject, checkoutOf, intentIdOf, isStripeRecord, type StripeRecord, within } from "./objects.ts";
import type { Params } from "./params.ts";
import { invalid, missing } from "./refusals.ts";

const shortestSeconds = 30 * 60;
const longestSeconds = 24 * 3600;

/** Creates a Checkout Session. */
export async function createCheckout(
  context: StripeContext,
  params: Params<"createCheckout">,
  newId: NewId,
): Promise<CheckoutObject> {
  const { payment } = context;
  const id = newId("cs_test");
  const existing = payment.ledger.session(id);
  if (isStripeRecord(existing)) return checkoutOf(context, existing, params.expand);
  const stripe = partOf(context, params);
  const [item] = params.line_items ?? [];
  const product = item?.price_data.product_data;
  const amount =
    item === undefined
      ? { amount: 0, currency: stripe.currency.toUpperCase() }
      : moneyOf(item.price_data.unit_amount, item.price_data.currency, "line_items[0][price_data][unit_amount]");
  const nothing = { ...amount, amount: 0 };
  const at = payment.clock.now().toISOString();
  const proposed = params.saved_payment_method_options && latestMethod(context, stripe.customer);
  const record: StripeRecord = {
    session: {
      id,
      reference: params.metadata.reference ?? params.client_reference_id ?? id,
      orderId: params.metadata.orderId ?? id,
      state: "open",
      amount,
      captured: nothing,
      refunded: nothing,
      refunds: [],
      capture: params.payment_intent_data?.capture_method === "manual" ? "manual" : "automatic",
      paymentUrl: `${payment.publicUrl()}/payment/pages/${id}`,
      createdAt: at,
      changedAt: at,
      expiresAt: new Date(endOf(context, params.expires_at) * 1000).toISOString(),
    },
    merchant: product?.description ?? product?.name ?? "",
    ...(product?.description !== undefined && { description: product.name }),
    locale: params.locale,
    returnUrl: params.success_url,
    notifyUrl: "",
    customer: stripe.customer,
    saveMethod: stripe.mode === "setup" || stripe.savesForOffSession === true,
    ...(proposed !== undefined && { proposed }),
    stripe,
  };
  await applyStep(payment, record, amount.amount > 0 ? { entry: { kind: "session", amount } } : {});
  return retrieveCheckout(context, id, params);
}

export function retrieveCheckout(
  context: StripeContext,
  id: string,
  { expand }: { expand: readonly string[] },
): CheckoutObject {
  return checkoutOf(context, pageRecord(context, id), expand);
}

/** Expires an open page; any other is refused. */
export async function expireCheckout(
  context: StripeContext,
  id: string,
  { expand }: { expand: readonly string[] },
): Promise<CheckoutObject> {
  const record = pageRecord(context, id);
  if (checkoutOf(context, record).status !== "open") {
    throw invalid('Only Checkout Sessions with a status in ["open"] can be expired.');
  }
  await applyStep(context.payment, record, { state: "expired" });
  return retrieveCheckout(context, id, { expand });
}

export async function listCheckout(
  context: StripeContext,
  { expand, customer, payment_intent, created, ...window }: Params<"listCheckout">,
): Promise<ListObject<CheckoutObject>> {
  await expireDue(context.payment);
  const pages = latestFirst(context.payment.ledger.sessions(), "page")
    .filter((record) => customer === undefined || record.stripe.customer === customer)
    .filter((record) => payment_intent === undefined || intentIdOf(record) === payment_intent)
    .map((record) => checkoutOf(context, record, within(expand, "data") ?? []))
    .filter(
      (page) => page.created >= (created?.gte ?? 0) && page.created <= (created?.lte ?? Number.POSITIVE_INFINITY),
    );
  return pageOf(pages, window, { what: "checkout.session", url: "/v1/checkout/sessions" });
}

/** The records of one kind, the latest first. */
export function latestFirst(records: Iterable<SessionRecord>, kind: StripePart["kind"]): StripeRecord[] {
  return [...records]
    .filter(isStripeRecord)
    .filter(({ stripe }) => stripe.kind === kind)
    .reverse()
    .sort((a, b) => b.session.createdAt.localeCompare(a.session.createdAt));
}

function pageRecord(context: StripeContext, id: string): StripeRecord {
  const record = currentSession(context.payment, id);
  if (!isStripeRecord(record) || record.stripe.kind !== "page") throw missing("checkout.session", id);
  return record;
}

function partOf(context: StripeContext, params: Params<"createCheckout">): StripePart {
  const { mode, customer, metadata, line_items: items, client_reference_id: reference, cancel_url } = params;
  const { payment_intent_data: paying, setup_intent_data: saving } = params;
  if (customer !== undefined && context.customer(customer) === undefined)
    throw missing("customer", customer, "customer");
  const isPayment = mode === "payment";
  if (isPayment && items === undefined) throw required("line_items");
  if (!isPayment && (items !== undefined || paying !== undefined)) {
    throw invalid("You can not pass payment parameters in `setup` mode.", {
      param: items ? "line_items" : "payment_intent_data",
    });
  }
  if (!isPayment && params.currency === undefined) throw required("currency");
  const currency = items?.[0]?.price_data.currency ?? params.currency ?? "eur";
  return {
    kind: "page",
    mode,
    currency,
    metadata,
    intentMetadata: (isPayment ? paying?.metadata : saving?.metadata) ?? {},
    ...(customer !== undefined && { customer }),
    ...(reference !== undefined && { clientReference: reference }),
    ...(cancel_url !== undefined && { cancelUrl: cancel_url }),
    ...(paying?.description !== undefined && { description: paying.description }),
    ...(paying?.setup_future_usage === "off_session" && { savesForOffSession: true }),
  };
}

const required = (param: string) => invalid(`Missing required param: ${param}.`, { code: "parameter_missing", param });

function endOf(context: StripeContext, asked: number | undefined): number {
  const now = nowSeconds(context);
  if (asked === undefined) return now + longestSeconds;
  if (asked < now + shortestSeconds || asked > now + longestSeconds) {
    const message =
      "The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.";
    throw invalid(message, { param: "expires_at" });
  }
  return asked;
}

function latestMethod({ payment }: StripeContext, customer: string | undefined): string | undefined {
  const saved = [...payment.ledger.methods()].filter((each) => each.customer === customer && !each.removed);
  return saved.at(-1)?.method.id;
}
