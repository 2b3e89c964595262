import { instantsOf, type MonthEnd, monthEnd } from "../audit/month-end.ts";
import type { Database } from "../database/database.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { openDiscrepancyCount } from "../payment-records/discrepancy-store.ts";

/** The report of a month, with what must be explained before it is closed: orders that disagree, and open discrepancies. */
export async function differencesOf(
  db: Database,
  { id, definition: { timeZone, currency } }: LoadedNetwork,
  month: string,
): Promise<{ report: MonthEnd; openDiscrepancies: number; count: number }> {
  const report = await monthEnd(db, { id, timeZone, currency }, month);
  const openDiscrepancies = await openDiscrepancyCount(db, id, instantsOf(month, timeZone).before);
  return { report, openDiscrepancies, count: report.differences.length + openDiscrepancies };
}
