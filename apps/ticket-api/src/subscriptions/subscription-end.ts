import type { TerminationEffect } from "@guichet/contract/subscriptions.ts";
import { dayIn } from "@guichet/rules/days.ts";
import { terminationEffect } from "@guichet/rules/renewals.ts";
import type { PeriodRow, SubscriptionRow } from "../subscription-records/subscription-store.ts";
import { type ProratedRefund, proratedRefundOf } from "./prorated-refund.ts";

/** What ending a subscription does: until when it is good then, and what comes back in minor units; null: nothing. */
export type Ending = { lastDay: string; refund: number | null } & (
  | { effect: Exclude<TerminationEffect, "REST_REFUNDED"> }
  | { effect: "REST_REFUNDED"; rest: ProratedRefund }
);

/** The last day that is paid. */
export const lastDayOf = ({ endsAt }: Pick<SubscriptionRow, "endsAt">, timeZone: string): string =>
  dayIn(new Date(Date.parse(endsAt) - 1).toISOString(), timeZone);

/** What ending it now would do (§4); undefined: it is over, or will be. */
export function endingOf(
  subscription: SubscriptionRow,
  last: PeriodRow,
  { now, timeZone }: { now: string; timeZone: string },
): Ending | undefined {
  const rest = proratedRefundOf(subscription, last, { now, timeZone });
  const effect = terminationEffect(subscription.status, { hasProratedRefund: rest !== undefined });
  if (effect === undefined) return undefined;
  if (effect === "REFUNDED") return { effect, lastDay: dayIn(now, timeZone), refund: last.amount };
  if (effect !== "REST_REFUNDED") return { effect, lastDay: lastDayOf(subscription, timeZone), refund: null };
  if (rest === undefined) throw new Error(`Subscription ${subscription.id} has no rest`);
  return { effect, rest, lastDay: rest.lastDay, refund: rest.refund === 0 ? null : rest.refund };
}
