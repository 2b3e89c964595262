import type { FeedFare } from "./timetable.ts";

/** The prices of an article by pair of zones. */
export interface FareTable {
  /** Minor units; undefined if no fare applies. */
  between(originZone: string, destinationZone: string): number | undefined;
  /** null: it has no fare at all. */
  lowest: number | null;
}

/** The cheapest fare for each pair of zones; `pattern`: a fare's id, or a prefix of ids and `*`; absent: every fare. */
export function fareTable(fares: readonly FeedFare[], pattern: string | undefined): FareTable {
  const prices = new Map<string, Map<string, number>>();
  let lowest: number | null = null;
  for (const { fare, originZone, destinationZone, amount } of fares) {
    if (!matchesName(fare, pattern)) continue;
    const from = prices.get(originZone) ?? new Map<string, number>();
    prices.set(originZone, from);
    from.set(destinationZone, Math.min(amount, from.get(destinationZone) ?? amount));
    lowest = Math.min(amount, lowest ?? amount);
  }
  return { between: (originZone, destinationZone) => prices.get(originZone)?.get(destinationZone), lowest };
}

function matchesName(fare: string, pattern: string | undefined): boolean {
  if (pattern === undefined) return true;
  return pattern.endsWith("*") ? fare.startsWith(pattern.slice(0, -1)) : fare === pattern;
}
