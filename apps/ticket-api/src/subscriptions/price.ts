import { unitPrice } from "@guichet/rules/pricing.ts";
import { shopItems } from "../catalogue/shop-item.ts";
import type { LoadedNetwork } from "../networks/registry.ts";
import type { SubscriptionRow } from "./store.ts";

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
