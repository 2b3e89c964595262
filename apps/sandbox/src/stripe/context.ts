import type { MissingPermissions } from "./key-permissions.ts";
import type { Sources } from "./objects.ts";
import type { EndpointRecord } from "./records.ts";
import type { StripeStore } from "./store.ts";

/** Dependencies of the operations of Stripe's protocol. */
export interface StripeContext extends Sources {
  store: StripeStore;
  /** The webhook endpoint of the account, if it has one. */
  endpoint: () => EndpointRecord | undefined;
  /** Time until the search finds a new customer, in real milliseconds. */
  searchLagMs: number;
  /** What the key may not do. */
  missingPermissions: MissingPermissions;
}

/** Creates the id of a new object; a repeated request gets the same one, so that a crash before its answer does no harm. */
export type NewId = (prefix: string) => string;

export const nowSeconds = ({ payment }: StripeContext): number => Math.floor(payment.clock.now().getTime() / 1000);
