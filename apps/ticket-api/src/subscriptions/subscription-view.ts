import type { Language } from "@guichet/contract/locales.ts";
import type { Subscription } from "@guichet/contract/subscriptions.ts";
import type { Money } from "@guichet/contract/values.ts";
import { addDays, dayIn } from "@guichet/rules/dates/days.ts";
import { installmentCalendar } from "@guichet/rules/payments/installments.ts";
import { savedCardState } from "@guichet/rules/payments/saved-cards.ts";
import { nextChargeOn, renewalDay, unpaidEnd } from "@guichet/rules/renewals.ts";
import { shownSubscription } from "@guichet/rules/subscriptions.ts";
import { formatCardNumber } from "@guichet/rules/transport-cards.ts";
import type { Dependencies } from "../dependencies.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { type InstallmentRow, installmentsOf } from "../payment-records/installment-store.ts";
import type { Owner } from "../payment-records/saved-method-store.ts";
import { suspensionOf } from "../payments/installments/suspension.ts";
import { subscriptionName } from "../subscription-records/subscription-name.ts";
import {
  listSubscriptions,
  type PeriodRow,
  periodsOf,
  type SubscriptionDetails,
} from "../subscription-records/subscription-store.ts";
import type { ProratedRefund } from "./prorated-refund.ts";
import { renewalAmount } from "./renewal-price.ts";
import { type Ending, endingOf, lastDayOf, laterEndsOf } from "./subscription-end.ts";

/** The subscriptions of an account as the response shows them, or the one with `id`. */
export async function subscriptionViews(
  deps: Dependencies,
  network: LoadedNetwork,
  { notifiedAt, ...filter }: Owner & { id?: string; travellerId?: string; notifiedAt?: string },
  language: Language,
): Promise<Subscription[]> {
  const found = await listSubscriptions(deps.db, filter);
  const periods = Map.groupBy(
    await periodsOf(
      deps.db,
      found.map((one) => one.id),
    ),
    ({ subscriptionId }) => subscriptionId,
  );
  const orderIds = [...periods.values()].flat().map(({ orderId }) => orderId);
  const installments = Map.groupBy(await installmentsOf(deps.db, orderIds), ({ orderId }) => orderId);
  return found.map((one) => {
    const ownPeriods = periods.get(one.id) ?? [];
    const all = ownPeriods.flatMap(({ orderId }) => installments.get(orderId) ?? []);
    return subscriptionView(deps, network, one, { periods: ownPeriods, installments: all, notifiedAt }, language);
  });
}

interface ViewedPeriods {
  periods: readonly PeriodRow[];
  installments: readonly InstallmentRow[];
  /** When its termination was notified, if it was. */
  notifiedAt: string | undefined;
}

function subscriptionView(
  deps: Dependencies,
  network: LoadedNetwork,
  row: SubscriptionDetails,
  { periods, installments, notifiedAt }: ViewedPeriods,
  language: Language,
): Subscription {
  const { timeZone } = network.definition;
  const now = deps.clock.iso();
  const today = dayIn(now, timeZone);
  const money = (amount: number): Money => ({ amount, currency: row.currency });
  const [last] = periods;
  const { state, blocked } = shownSubscription(row.status);
  const lastDay = lastDayOf(row, timeZone);
  const renews = row.status === "pending" || row.status === "active";
  const isLast = row.chosenEndOn !== null && row.chosenEndOn <= lastDay;
  const nextStart = renews && !isLast ? addDays(lastDay, 1) : null;
  const mayEnd = last !== undefined && !(row.status === "pending" && row.debited);
  const ending = mayEnd ? endingOf(row, last, { now, timeZone, notifiedAt }) : undefined;
  return {
    subscriptionId: row.id,
    state,
    startsLater: row.status === "pending",
    blocked: blocked && last !== undefined ? blockOf(row, last, installments, timeZone) : null,
    beneficiary: {
      travellerId: row.travellerId,
      firstName: row.traveller?.firstName ?? "",
      lastName: row.traveller?.lastName ?? "",
    },
    product: {
      shopItemId: row.shopItemId,
      productId: row.productId,
      name: subscriptionName(row, network, language),
    },
    interval: row.interval,
    support: row.support,
    cardNumber: row.cardNumber === null ? null : formatCardNumber(row.cardNumber),
    validity: { startsAt: row.startsAt, endsAt: row.endsAt, lastDay },
    nextRenewalOn: nextStart,
    nextDebit: nextDebit(
      network,
      row,
      nextStart,
      installments.filter(({ status }) => status === "planned"),
    ),
    paymentMethod: row.method,
    method:
      row.kept === null || row.methodId === null
        ? null
        : {
            cardId: row.methodId,
            kind: row.kept.kind,
            brand: row.kept.brand,
            num: row.kept.last4,
            exp: row.kept.expiresOn,
            nickname: row.kept.nickname,
            state: savedCardState(row.kept.expiresOn, today),
          },
    mandateNeeded: row.mandateNeeded && (renews || row.status === "suspended"),
    createdAt: row.createdAt,
    cancelledAt: row.cancelledAt,
    terminatedAt: row.terminatedAt,
    endReason: row.endReason,
    mayTerminate: ending === undefined ? null : endingView(ending, money),
    laterEnds: ending === undefined || last === undefined ? [] : laterEndsOf(row, last, ending),
    chosenEnd:
      row.chosenEndOn === null || row.chosenEndAt === null ? null : { on: row.chosenEndOn, at: row.chosenEndAt },
    mayTakeBack:
      (renews && row.chosenEndOn !== null) || (row.status === "cancelled" && now < row.endsAt && last?.leftOn === null),
    mayUpdateCard: renews || row.status === "suspended",
    periods: periods.map((period) => ({
      position: period.position,
      startsAt: period.startsAt,
      endsAt: period.endsAt,
      orderId: period.orderId,
      orderNumber: period.orderNumber,
      orderStatus: period.orderStatus,
      amount: { amount: period.amount, currency: period.currency },
      paidAt: period.paidAt,
      left: period.leftOn === null ? null : { lastDay: period.leftOn, refund: money(period.givenBack) },
    })),
  };
}

const endingView = (ending: Ending, money: (amount: number) => Money) => ({
  effect: ending.effect,
  lastDay: ending.lastDay,
  refund: ending.refund === null ? null : money(ending.refund),
  ...(ending.effect === "REST_REFUNDED" ? { calculation: calculationView(ending.rest, money) } : {}),
});

const calculationView = ({ price, keptAmount, dropped }: ProratedRefund, money: (amount: number) => Money) => ({
  price: money(price),
  used: money(keptAmount),
  dropped: money(dropped),
});

function blockOf(
  row: SubscriptionDetails,
  last: PeriodRow,
  installments: readonly InstallmentRow[],
  timeZone: string,
): Subscription["blocked"] {
  const { blockReason, suspendedAt } = row;
  if (blockReason === null || suspendedAt === null) return null;
  const isUnpaid = last.orderStatus === "ERROR" || last.orderStatus === "PROCESSING";
  const triedAgain = isUnpaid && blockReason !== "MANDATE_REQUIRED";
  return {
    reason: blockReason,
    since: suspendedAt,
    amount: { amount: last.amount, currency: last.currency },
    orderId: last.orderId,
    nextTryOn: (triedAgain ? nextChargeOn(dayIn(last.orderedAt, timeZone), last.attempts) : undefined) ?? null,
    endsOn: unpaidEnd(dayIn(suspendedAt, timeZone)),
    suspension: suspensionOf(
      last.orderStatus,
      last.orderSuspendedAt,
      installments.filter(({ orderId }) => orderId === last.orderId),
    ),
  };
}

/** The next amount collected: an open installment, or the renewal. */
function nextDebit(
  network: LoadedNetwork,
  row: SubscriptionDetails,
  nextStart: string | null,
  planned: readonly InstallmentRow[],
): Subscription["nextDebit"] {
  const money = (amount: number): Money => ({ amount, currency: row.currency });
  const coming = planned.map(({ collectedOn, amount }) => ({ on: collectedOn, amount: money(amount) }));
  if (nextStart !== null) {
    const [first] = installmentCalendar({
      orderDay: renewalDay(nextStart),
      amount: renewalAmount(network, row) * row.quantity,
      count: row.installments,
      period: "P1M",
      method: row.method,
    });
    if (first !== undefined) coming.push({ on: first.collectedOn, amount: money(first.amount) });
  }
  return coming.sort((a, b) => (a.on < b.on ? -1 : 1))[0] ?? null;
}
