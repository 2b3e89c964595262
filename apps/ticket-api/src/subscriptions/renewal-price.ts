import type { Language } from "@guichet/contract/locales.ts";
import { money, times } from "@guichet/rules/money.ts";
import { unitPrice } from "@guichet/rules/pricing.ts";
import { shopItems } from "../catalogue/shop-item.ts";
import type { Database, Tx } from "../database/database.ts";
import { isUuid } from "../ids.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import type { Owner } from "../payment-records/saved-method-store.ts";
import type { RenewalTerms } from "../payments/mandates/mandates.ts";
import { subscriptionName } from "../subscription-records/subscription-name.ts";
import { listSubscriptions, type SubscriptionRow } from "../subscription-records/subscription-store.ts";

type Renewed = Pick<SubscriptionRow, "shopItemId" | "announcedAmount"> & { unitAmount: number };

/** What a piece costs by the catalogue today, in minor units; undefined: it is not in the catalogue. */
export function cataloguePrice(network: LoadedNetwork, shopItemId: string): number | undefined {
  const item = shopItems(network, network.language).get(shopItemId);
  return item === undefined ? undefined : unitPrice(item).amount;
}

/**
 * What a piece costs at the next renewal: the catalogue's price, but never more than what was announced of it. Of what is
 * in no catalogue any more, what it cost last.
 */
export function renewalAmount(network: LoadedNetwork, { shopItemId, announcedAmount, unitAmount }: Renewed): number {
  const price = cataloguePrice(network, shopItemId) ?? unitAmount;
  return announcedAmount === null ? price : Math.min(price, announcedAmount);
}

/** An account's own subscription, as a mandate for its renewals says it; undefined: there is none of this id. */
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
