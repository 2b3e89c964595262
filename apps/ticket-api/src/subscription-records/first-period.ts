import { firstPeriod } from "@guichet/rules/subscription-periods.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import type { OrderLineRow, OrderRow } from "../order-records/order-store.ts";

/** The first period of the subscription that an order starts; undefined: nothing in the order renews. */
export function firstPeriodOf(
  { createdAt: purchasedAt }: OrderRow,
  lines: readonly OrderLineRow[],
  { definition: { timeZone } }: Pick<LoadedNetwork, "definition">,
): ReturnType<typeof firstPeriod> | undefined {
  const line = lines.find(({ kind }) => kind === "article");
  const interval = line?.article?.renewalInterval;
  if (line?.article == null || interval === undefined) return undefined;
  const { validity, useWithin = null, pivot } = line.article;
  const { startingAt } = line;
  return firstPeriod({
    validity,
    useWithin,
    pivotType: pivot?.type ?? null,
    interval,
    purchasedAt,
    startingAt,
    timeZone,
  });
}
