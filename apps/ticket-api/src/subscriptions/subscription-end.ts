import type { TerminationEffect } from "@guichet/contract/subscriptions.ts";
import { dayIn } from "@guichet/rules/dates/days.ts";
import { terminationEffect } from "@guichet/rules/renewals.ts";
import type { PeriodRow, SubscriptionRow } from "../subscription-records/subscription-store.ts";
import { type ProratedRefund, proratedRefundOf, type TerminationTime } from "./prorated-refund.ts";

/** The effect of ending a subscription: its last day, and the refund in minor units; null: none. */
export type Ending = { lastDay: string; refund: number | null } & (
  | { effect: Exclude<TerminationEffect, "REST_REFUNDED"> }
  | { effect: "REST_REFUNDED"; rest: ProratedRefund }
);

/** The last paid day. */
export const lastDayOf = ({ endsAt }: Pick<SubscriptionRow, "endsAt">, timeZone: string): string =>
  dayIn(new Date(Date.parse(endsAt) - 1).toISOString(), timeZone);

/** The effect of ending it now (§4); undefined: it has ended, or is cancelled already. */
export function endingOf(subscription: SubscriptionRow, last: PeriodRow, time: TerminationTime): Ending | undefined {
  const { now, timeZone } = time;
  const rest = proratedRefundOf(subscription, last, time);
  const effect = terminationEffect(subscription.status, { hasProratedRefund: rest !== undefined });
  if (effect === undefined) return undefined;
  if (effect === "REFUNDED") return { effect, lastDay: dayIn(now, timeZone), refund: last.amount };
  if (effect !== "REST_REFUNDED") return { effect, lastDay: lastDayOf(subscription, timeZone), refund: null };
  if (rest === undefined) throw new Error(`Subscription ${subscription.id} has no prorated refund`);
  return { effect, rest, lastDay: rest.lastDay, refund: rest.refund === 0 ? null : rest.refund };
}
