import type { PreparedSupport } from "@guichet/contract/office/orders.ts";
import type { OrderProcessStatus } from "@guichet/contract/orders.ts";
import { dayIn } from "./days.ts";
import { shippingWorkingDays } from "./shipping.ts";
import { addWorkingDays } from "./working-days.ts";

/** What a preparation's day hangs on: when the order was paid, and from when it may be collected. */
export interface Promised {
  support: PreparedSupport;
  paidAt: string;
  collectFrom: string | null;
}

/**
 * The day, `YYYY-MM-DD`, by which what was ordered must be ready (§9): a parcel leaves on the working day before it may arrive
 * at the soonest (decision 062), a collection is ready on its day. null: nothing was promised.
 */
export function preparationDueOn({ support, paidAt, collectFrom }: Promised, timeZone: string): string | null {
  if (support === "SHIPPING") return addWorkingDays(dayIn(paidAt, timeZone), shippingWorkingDays.soonest - 1);
  return support === "COLLECT" && collectFrom !== null ? dayIn(collectFrom, timeZone) : null;
}

/** Is it late? A parcel until it is sent; a collection only until it is ready: then it waits for the customer. */
export function isPreparationLate(
  {
    support,
    processStatus,
    dueOn,
  }: { support: PreparedSupport; processStatus: OrderProcessStatus; dueOn: string | null },
  today: string,
): boolean {
  const isReady = processStatus === "PROCESSED" || (support === "COLLECT" && processStatus === "PROCESSING");
  return !isReady && dueOn !== null && dueOn < today;
}
