import type { FeedFare } from "./timetable.ts";

/** The prices of an article by pair of zones. */
export interface FareTable {
  /** Minor units; undefined where no fare holds. */
  between(originZone: string, destinationZone: string): number | undefined;
  /** null: it has no fare at all. */
  lowest: number | null;
}

/** The cheapest fare for each pair of zones; `named`: a fare's id, or the beginning of ids and `*`; absent: every fare. */
export function fareTable(fares: readonly FeedFare[], named: string | undefined): FareTable {
  const prices = new Map<string, Map<string, number>>();
  let lowest: number | null = null;
  for (const { fare, originZone, destinationZone, amount } of fares) {
    if (!isNamed(fare, named)) continue;
    const from = prices.get(originZone) ?? new Map<string, number>();
    prices.set(originZone, from);
    from.set(destinationZone, Math.min(amount, from.get(destinationZone) ?? amount));
    lowest = Math.min(amount, lowest ?? amount);
  }
  return { between: (originZone, destinationZone) => prices.get(originZone)?.get(destinationZone), lowest };
}

function isNamed(fare: string, named: string | undefined): boolean {
  if (named === undefined) return true;
  return named.endsWith("*") ? fare.startsWith(named.slice(0, -1)) : fare === named;
}
