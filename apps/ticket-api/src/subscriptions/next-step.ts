import { dayIn } from "@guichet/rules/dates/days.ts";
import { instantOn } from "@guichet/rules/dates/instants.ts";
import {
  expiryWarningDay,
  mandateAskDay,
  nextChargeOn,
  noticeDay,
  renewalDay,
  unpaidEnd,
} from "@guichet/rules/renewals.ts";
import type { PeriodRow, SubscriptionRow } from "../subscription-records/subscription-store.ts";

/** A step that time triggers in a subscription. */
export type Step =
  | "start"
  | "announce"
  | "warn"
  | "ask-mandate"
  | "renew"
  | "charge"
  | "lapse"
  | "give-up"
  | "stop-renewing"
  | "end";

export interface StepAt {
  step: Step;
  at: Date;
}

/** The facts that decide the steps. */
export interface Facts {
  subscription: SubscriptionRow;
  /** Its newest period. */
  last: PeriodRow;
  /** The last month of the card that pays, `YYYY-MM`; null: it has none, or no card pays. */
  cardExpiresOn: string | null;
  /** Whether it is paid by direct debit with a mandate that covers no renewal. */
  mandateNeeded: boolean;
  timeZone: string;
}

/**
 * Lists all upcoming steps, the first one first. A subscription that waits for the provider has none: the payment's own
 * job settles that.
 */
export function upcomingSteps(facts: Facts): StepAt[] {
  const found = stepsOf(facts).sort((a, b) => a.at.getTime() - b.at.getTime());
  return found;
}

function stepsOf({ subscription, last, cardExpiresOn, mandateNeeded, timeZone }: Facts): StepAt[] {
  const { status, startsAt, endsAt } = subscription;
  if (status === "terminated") return [];
  if (status === "pending") return [{ step: "start", at: new Date(startsAt) }];
  if (status === "cancelled") return [{ step: "end", at: new Date(endsAt) }];
  if (last.orderStatus === "PENDING" || last.orderStatus === "PROCESSING") return [];
  if (status === "suspended") return stepsOfBlocked(subscription, last, timeZone);
  const start = dayIn(endsAt, timeZone);
  if (isAfterChosenEnd(subscription, start)) return [{ step: "stop-renewing", at: new Date(last.orderedAt) }];
  const steps: StepAt[] = [{ step: "renew", at: instantOn(renewalDay(start), timeZone) }];
  if (subscription.announcedPosition !== last.position + 1)
    steps.push({ step: "announce", at: instantOn(noticeDay(subscription.interval, start), timeZone) });
  if (cardExpiresOn !== null && subscription.warnedMethodId !== subscription.methodId)
    steps.push({ step: "warn", at: instantOn(expiryWarningDay(cardExpiresOn), timeZone) });
  if (mandateNeeded && subscription.mandateAskedPosition !== last.position + 1)
    steps.push({ step: "ask-mandate", at: instantOn(mandateAskDay(subscription.interval, start), timeZone) });
  return steps;
}

/** Whether a period that begins on a day begins after the end that the customer chose. */
export const isAfterChosenEnd = ({ chosenEndOn }: Pick<SubscriptionRow, "chosenEndOn">, start: string): boolean =>
  chosenEndOn !== null && start > chosenEndOn;

/**
 * The steps while suspended: retry the charge; replace the order of a period that ended unpaid with one for the current
 * period; finally give up.
 */
function stepsOfBlocked({ suspendedAt, blockReason }: SubscriptionRow, last: PeriodRow, timeZone: string): StepAt[] {
  const since = suspendedAt ?? last.orderedAt;
  const steps: StepAt[] = [{ step: "give-up", at: instantOn(unpaidEnd(dayIn(since, timeZone)), timeZone) }];
  // Cancelled by `lapse`: the current period is ordered instead.
  if (last.orderStatus === "CANCELED") return [...steps, { step: "renew", at: new Date(since) }];
  if (last.orderStatus !== "ERROR") return steps;
  const again = nextChargeOn(dayIn(last.orderedAt, timeZone), last.attempts);
  const lapse = { step: "lapse", at: new Date(last.endsAt) } as const;
  // A charge without a mandate cannot be retried: it waits for the signature.
  if (again === undefined || blockReason === "MANDATE_REQUIRED") return [...steps, lapse];
  return [...steps, lapse, { step: "charge", at: instantOn(again, timeZone) }];
}
