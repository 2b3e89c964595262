import type { OrderLine } from "@guichet/contract/cart.ts";
import { dayIn } from "@guichet/rules/dates/days.ts";
import { ticketWindow } from "@guichet/rules/validity.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";

/** The earliest last day of validity of these lines, bought `now`; null if no validity has an end before the first use. */
export function firstLastDay(network: LoadedNetwork, lines: readonly OrderLine[], now: string): string | null {
  const { timeZone } = network.definition;
  const lastDays = lines.flatMap(({ productId, startingAt }) => {
    const article = network.articleOfProduct.get(productId);
    if (article === undefined) return [];
    const { validUntil } = ticketWindow({
      validity: article.validity,
      useWithin: null,
      purchasedAt: now,
      startingAt: startingAt ?? null,
      pivotType: article.pivot?.type ?? null,
      firstUseAt: null,
      timeZone,
      now,
    });
    // The end is the first instant at which it is no longer valid.
    return validUntil === null ? [] : [dayIn(new Date(Date.parse(validUntil) - 1).toISOString(), timeZone)];
  });
  return lastDays.sort()[0] ?? null;
}
