import type { TerminationEffect } from "@guichet/contract/subscriptions.ts";
import { dayIn } from "@guichet/rules/dates/days.ts";
import { laterEnds, terminationEffect } from "@guichet/rules/renewals.ts";
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

/** The last days that its customer may choose instead of that of its ending now; empty: none. */
export function laterEndsOf(
  { status, anchorOn, interval }: Pick<SubscriptionRow, "status" | "anchorOn" | "interval">,
  { position }: Pick<PeriodRow, "position">,
  { effect, lastDay: earliest }: Pick<Ending, "effect" | "lastDay">,
): string[] {
  if (effect === "AT_ONCE" || (status !== "pending" && status !== "active")) return [];
  return laterEnds(anchorOn, interval, { position, earliest });
}

/** The effect of ending it on a chosen day; undefined: that day cannot be chosen. */
export function endingOn(
  lastDay: string,
  subscription: SubscriptionRow,
  last: PeriodRow,
  earliest: Ending,
  timeZone: string,
): Ending | undefined {
  if (!laterEndsOf(subscription, last, earliest).includes(lastDay)) return undefined;
  const isPaid = subscription.status === "active" && lastDay === lastDayOf(subscription, timeZone);
  return { effect: isPaid ? "AT_END" : "AT_DATE", lastDay, refund: null };
}
