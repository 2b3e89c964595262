import type { Language } from "@guichet/contract/locales.ts";
import { money, times } from "@guichet/rules/money.ts";
import { unitPrice } from "@guichet/rules/pricing.ts";
import { listedItems } from "../catalogue/shop-item.ts";
import type { Database, Tx } from "../database/database.ts";
import { isUuid } from "../ids.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import type { Owner } from "../payment-records/saved-method-store.ts";
import type { RenewalTerms } from "../payments/mandates/mandates.ts";
import { subscriptionName } from "../subscription-records/subscription-name.ts";
import { listSubscriptions, type SubscriptionRow } from "../subscription-records/subscription-store.ts";

type PricedRenewal = Pick<SubscriptionRow, "shopItemId" | "announcedAmount"> & { unitAmount: number };

/** The catalogue's current price of a piece, in minor units; undefined: it is not in the catalogue. */
export function cataloguePrice(network: LoadedNetwork, shopItemId: string): number | undefined {
  const item = listedItems(network, network.language).get(shopItemId);
  return item === undefined ? undefined : unitPrice(item).amount;
}

/**
 * The price of a piece at the next renewal: the catalogue's price, but never more than announced. If the article has
 * left the catalogue, its last price.
 */
export function renewalAmount(
  network: LoadedNetwork,
  { shopItemId, announcedAmount, unitAmount }: PricedRenewal,
): number {
  const price = cataloguePrice(network, shopItemId) ?? unitAmount;
  return announcedAmount === null ? price : Math.min(price, announcedAmount);
}

/** The renewal terms of an account's own subscription for a mandate; undefined: there is none with this id. */
export async function renewedSubscription(
  db: Database | Tx,
  network: LoadedNetwork,
  { networkId, accountId, id }: Owner & { id: string },
  language: Language,
): Promise<RenewalTerms | undefined> {
  const [own] = isUuid(id) ? await listSubscriptions(db, { networkId, accountId, id }) : [];
  if (own === undefined) return undefined;
  const price = times(money(renewalAmount(network, own), own.currency), own.quantity);
  return { name: subscriptionName(own, network, language), interval: own.interval, price };
}
