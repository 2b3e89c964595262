/** State of a saved card: `expiring` in its last month and the one before (§4 "A payment method near expiry"). */
export type SavedCardState = "good" | "expiring" | "expired";

/** State on a day of a card valid through a month (`YYYY-MM`; null: unlimited). */
export function savedCardState(expiresOn: string | null, day: string): SavedCardState {
  if (expiresOn === null) return "good";
  const month = day.slice(0, 7);
  if (expiresOn < month) return "expired";
  return monthsBetween(month, expiresOn) <= 1 ? "expiring" : "good";
}

function monthsBetween(from: string, to: string): number {
  const count = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7));
  return count(to) - count(from);
}
