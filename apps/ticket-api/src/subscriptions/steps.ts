import { dayIn } from "@guichet/rules/days.ts";
import { instantOn } from "@guichet/rules/moments.ts";
import { expiryWarningDay, nextChargeOn, noticeDay, renewalDay, unpaidEnd } from "@guichet/rules/renewals.ts";
import type { PeriodRow, SubscriptionRow } from "./store.ts";

/** What the clock does to a subscription. */
export type Step = "start" | "announce" | "warn" | "renew" | "charge" | "lapse" | "give-up" | "end";

export interface StepAt {
  step: Step;
  at: Date;
}

/** What decides the steps. */
export interface Facts {
  subscription: SubscriptionRow;
  /** Its newest period. */
  last: PeriodRow;
  /** The last month of the card that pays, `YYYY-MM`; null: it has none, or none pays. */
  cardExpiresOn: string | null;
  timeZone: string;
}

/** Every step that is to come, the first one first. What waits for the provider has none: that is settled by its own work. */
export function stepsToCome(facts: Facts): StepAt[] {
  const found = stepsOf(facts).sort((a, b) => a.at.getTime() - b.at.getTime());
  return found;
}

function stepsOf({ subscription, last, cardExpiresOn, timeZone }: Facts): StepAt[] {
  const { status, startsAt, endsAt } = subscription;
  if (status === "terminated") return [];
  if (status === "pending") return [{ step: "start", at: new Date(startsAt) }];
  if (status === "cancelled") return [{ step: "end", at: new Date(endsAt) }];
  if (last.orderStatus === "PENDING" || last.orderStatus === "PROCESSING") return [];
  if (status === "suspended") return stepsOfBlocked(subscription, last, timeZone);
  const start = dayIn(endsAt, timeZone);
  const steps: StepAt[] = [{ step: "renew", at: instantOn(renewalDay(start), timeZone) }];
  if (subscription.announcedPosition !== last.position + 1)
    steps.push({ step: "announce", at: instantOn(noticeDay(subscription.interval, start), timeZone) });
  if (cardExpiresOn !== null && subscription.warnedMethodId !== subscription.methodId)
    steps.push({ step: "warn", at: instantOn(expiryWarningDay(cardExpiresOn), timeZone) });
  return steps;
}

/** Blocked: what is due is tried again; a period that is over unpaid makes room for the one that runs; at last it is given up. */
function stepsOfBlocked({ suspendedAt }: SubscriptionRow, last: PeriodRow, timeZone: string): StepAt[] {
  const since = suspendedAt ?? last.orderedAt;
  const steps: StepAt[] = [{ step: "give-up", at: instantOn(unpaidEnd(dayIn(since, timeZone)), timeZone) }];
  // Given up by itself: the period that runs is ordered anew.
  if (last.orderStatus === "CANCELED") return [...steps, { step: "renew", at: new Date(since) }];
  if (last.orderStatus !== "ERROR") return steps;
  const again = nextChargeOn(dayIn(last.orderedAt, timeZone), last.tries);
  const lapse = { step: "lapse", at: new Date(last.endsAt) } as const;
  if (again === undefined) return [...steps, lapse];
  return [...steps, lapse, { step: "charge", at: instantOn(again, timeZone) }];
}
