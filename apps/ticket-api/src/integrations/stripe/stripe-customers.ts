import type Stripe from "stripe";
import type { StripeClient } from "./stripe-client.ts";

const mostAlike = 10;

/**
 * The Customer of one of our customers, created at the first need. The search finds it by its metadata, a minute after
 * its creation at the latest; until then, and after a crash, the idempotency key returns it for 24 hours.
 */
export async function customerOf(stripe: StripeClient, customer: string): Promise<string> {
  const found = await findCustomer(stripe, customer);
  if (found !== undefined) return found;
  const metadata = { customer };
  const created = await stripe.ask("create a customer", (api) =>
    api.customers.create({ metadata }, { idempotencyKey: `customer:${customer}` }),
  );
  return created.id;
}

/** The Customer of one of our customers, if the search knows it: the oldest, so that the answer stays the same. */
export async function findCustomer(stripe: StripeClient, customer: string): Promise<string | undefined> {
  const query = `metadata['customer']:'${customer.replace(/[\\']/g, "\\$&")}'`;
  const { data } = await stripe.askList("find a customer", (api) => api.customers.search({ query, limit: mostAlike }));
  const oldest = data.toSorted((a, b) => a.created - b.created || a.id.localeCompare(b.id))[0];
  return oldest?.id;
}

/** Whether this is the Customer of one of our customers. */
export function isCustomer(found: Stripe.Customer | Stripe.DeletedCustomer, customer: string): boolean {
  return !("deleted" in found && found.deleted) && "metadata" in found && found.metadata?.customer === customer;
}
