import { type NewId, nowSeconds, type StripeContext } from "./context.ts";
import { type CustomerObject, customerOf, type MethodObject, savedMethodOf } from "./objects.ts";
import type { Params } from "./params.ts";
import { invalid, missing } from "./refusals.ts";

export async function createCustomer(
  context: StripeContext,
  { metadata }: Params<"createCustomer">,
  newId: NewId,
): Promise<CustomerObject> {
  const id = newId("cus");
  const existing = context.customer(id);
  if (existing !== undefined) return customerOf(existing);
  const customer = { id, metadata, createdSeconds: nowSeconds(context), createdAtMs: context.payment.nowMs() };
  await context.store.keep({ customer });
  return customerOf(customer);
}

/** Adds to the metadata of a customer. */
export async function updateCustomer(
  context: StripeContext,
  id: string,
  { metadata }: Params<"createCustomer">,
): Promise<CustomerObject> {
  const found = context.customer(id);
  if (found === undefined) throw missing("customer", id);
  const customer = { ...found, metadata: { ...found.metadata, ...metadata } };
  await context.store.keep({ customer });
  return customerOf(customer);
}

export function retrieveCustomer(context: StripeContext, id: string): CustomerObject {
  const found = context.customer(id);
  if (found === undefined) throw missing("customer", id);
  return customerOf(found);
}

/**
 * Finds customers by one field of their metadata. As at Stripe, a new one is found only some time later: by the real time, or by the
 * clock of the stand-in, so that none is unknown when the clock has moved on and its idempotency key is forgotten.
 */
export function searchCustomers(context: StripeContext, { query, limit }: Params<"searchCustomers">) {
  const match = /^metadata\['(\w+)'\]:'((?:[^'\\]|\\.)*)'$/.exec(query);
  if (match === null) throw invalid("We were unable to parse your search query.", { param: "query" });
  const [, field = "", escaped = ""] = match;
  const value = escaped.replace(/\\(.)/g, "$1");
  const indexedBefore = context.payment.nowMs() - context.searchLagMs;
  const [now, lagSeconds] = [nowSeconds(context), context.searchLagMs / 1000];
  const found = [...context.store.customers()].filter(
    ({ metadata, createdAtMs, createdSeconds }) =>
      metadata[field] === value && (createdAtMs <= indexedBefore || now - createdSeconds > lagSeconds),
  );
  return {
    object: "search_result" as const,
    data: found.slice(0, limit).map(customerOf),
    has_more: found.length > limit,
    next_page: null,
    url: "/v1/customers/search",
  };
}

export function retrieveMethod(
  context: StripeContext,
  id: string,
  { expand }: { expand: readonly string[] },
): MethodObject {
  const found = savedMethodOf(context, id, expand);
  if (found === undefined) throw missing("PaymentMethod", id);
  return found;
}

/** Detaches a saved card or bank account from its customer. */
export async function detachMethod(
  context: StripeContext,
  id: string,
  { expand }: { expand: readonly string[] },
): Promise<MethodObject> {
  const { ledger } = context.payment;
  const account = context.debitAccount(id);
  const saved = ledger.method(id);
  const isDetached = account === undefined ? saved?.removed : account.isDetached;
  if (isDetached)
    throw invalid("The payment method you provided is not attached to a customer so detachment is impossible.");
  if (account !== undefined) await context.store.keep({ debitAccount: { ...account, isDetached: true } });
  else if (saved !== undefined) await ledger.commit({ method: { ...saved, removed: true } });
  else throw missing("PaymentMethod", id);
  return retrieveMethod(context, id, { expand });
}
