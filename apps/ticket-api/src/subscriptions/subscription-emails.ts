import type { Money } from "@guichet/contract/values.ts";
import { dayIn } from "@guichet/rules/dates/days.ts";
import { nextChargeOn, renewalDay, unpaidEnd } from "@guichet/rules/renewals.ts";
import type { Tx } from "../database/database.ts";
import type { Dependencies } from "../dependencies.ts";
import type { EmailSubscription, EmailTerminationReceipt, EmailValues } from "../email/email-contents.ts";
import { queueEmail, whenSent } from "../email/queue-email.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { addresseeOf, type SubscriptionAddressee } from "../subscription-records/addressee-store.ts";
import { subscriptionName } from "../subscription-records/subscription-name.ts";
import type { PeriodRow, SubscriptionRow } from "../subscription-records/subscription-store.ts";
import type { NotRenewable } from "./renewability.ts";
import { lastDayOf } from "./subscription-end.ts";

type EmailAboutRenewal =
  | "subscription-renewal"
  | "subscription-not-renewed"
  | "subscription-blocked"
  | "subscription-ended";
type SubscriptionTemplate =
  | EmailAboutRenewal
  | "subscription-taken-back"
  | "subscription-card-expiring"
  | "subscription-mandate";

/**
 * Queues an e-mail about a subscription to the account holder, in their language, with the values of every such e-mail;
 * one e-mail per `cause`.
 */
async function queueSubscriptionEmail<Template extends SubscriptionTemplate>(
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  subscription: SubscriptionRow,
  template: Template,
  valuesWith: (common: EmailSubscription, addressee: SubscriptionAddressee) => EmailValues[Template],
  cause: string,
): Promise<void> {
  const addressee = await addresseeOf(tx, subscription.id);
  if (addressee === undefined) return;
  const { networkId, accountId, id } = subscription;
  const { timeZone } = network.definition;
  const { language, to, traveller } = addressee;
  const common: EmailSubscription = {
    subscriptionId: id,
    name: subscriptionName(addressee, network, language),
    traveller,
    lastDay: lastDayOf(subscription, timeZone),
  };
  await queueEmail(tx, deps, {
    networkId,
    accountId,
    to,
    template,
    language,
    values: valuesWith(common, addressee),
    cause: causeOf(template, id, cause),
  });
}

/** Joins the values of every subscription e-mail with further ones. */
const withCommon =
  <Values extends object>(values: Values) =>
  (common: EmailSubscription): EmailSubscription & Values => ({ ...common, ...values });

const causeOf = (template: SubscriptionTemplate, id: string, cause: string): string => `${template}-${id}-${cause}`;

/** Makes the cause unique, for e-mails that may be sent more than once for a subscription. */
const stamp = (deps: Dependencies): string => String(deps.clock.now().getTime());

const renewalCause = (position: number): string => String(position);

/** When the notice of a renewal was sent to its customer; null: it was not. */
export const renewalNoticedAt = (
  tx: Tx,
  { networkId, id }: Pick<SubscriptionRow, "networkId" | "id">,
  position: number,
): Promise<string | null> =>
  whenSent(tx, { networkId, cause: causeOf("subscription-renewal", id, renewalCause(position)) });

/** Queues the notice of a renewal: what is renewed, when, at what price, and until when it can be refused. */
export const notifyRenewal = (
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  subscription: SubscriptionRow,
  { position, ...values }: Omit<EmailValues["subscription-renewal"], keyof EmailSubscription> & { position: number },
): Promise<void> =>
  queueSubscriptionEmail(
    tx,
    deps,
    network,
    subscription,
    "subscription-renewal",
    withCommon(values),
    renewalCause(position),
  );

export const notifyNotRenewed = (
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  subscription: SubscriptionRow,
  reason: NotRenewable,
): Promise<void> =>
  queueSubscriptionEmail(
    tx,
    deps,
    network,
    subscription,
    "subscription-not-renewed",
    withCommon({ reason }),
    stamp(deps),
  );

/** Queues the e-mail saying that a charge failed: one e-mail for each attempt. */
export function notifyBlocked(
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  subscription: SubscriptionRow,
  last: PeriodRow,
): Promise<void> {
  const { timeZone } = network.definition;
  const tried = last.orderStatus === "ERROR" && subscription.blockReason !== "MANDATE_REQUIRED";
  const nextAttempt = tried ? nextChargeOn(dayIn(last.orderedAt, timeZone), last.attempts) : undefined;
  const values = {
    reason: subscription.blockReason ?? "DEBIT_REFUSED",
    amount: { amount: last.amount, currency: last.currency },
    orderId: last.orderId,
    orderNumber: last.orderNumber,
    nextTryOn: nextAttempt ?? null,
    endsOn: unpaidEnd(dayIn(subscription.suspendedAt ?? deps.clock.iso(), timeZone)),
  };
  const cause = `${last.orderId}-${last.attempts}`;
  return queueSubscriptionEmail(tx, deps, network, subscription, "subscription-blocked", withCommon(values), cause);
}

/**
 * Queues the e-mail saying that a subscription was ended: with the paid period, immediately, with a refund, or because it was
 * unpaid.
 */
export function notifyEnded(
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  subscription: SubscriptionRow,
  {
    last,
    received,
    ...values
  }: {
    effect: EmailValues["subscription-ended"]["effect"];
    refund: Money | null;
    /** The last day that its customer chose; absent: that of the paid period. */
    lastDay?: string;
    /** Its newest period: an unpaid installment of it is still to be paid. */
    last?: Pick<PeriodRow, "orderNumber" | "orderStatus">;
    /** The customer's termination, for which the e-mail has a receipt; absent: it ended otherwise. */
    received?: ReceivedTermination;
  },
): Promise<void> {
  const due = last?.orderStatus === "REGULARIZATION" ? last.orderNumber : null;
  const ended = (common: EmailSubscription, { language, holder, orderNumber }: SubscriptionAddressee) => ({
    ...common,
    ...values,
    due,
    ...(received && {
      receipt: { ...received, networkId: network.id, language, holder, orderNumber, confirmedAt: deps.clock.iso() },
    }),
  });
  return queueSubscriptionEmail(tx, deps, network, subscription, "subscription-ended", ended, stamp(deps));
}

/** A termination as it was received from the customer. */
export type ReceivedTermination = Pick<EmailTerminationReceipt, "reference" | "receivedAt" | "desiredEnd">;

export function notifyTakenBack(
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  subscription: SubscriptionRow,
): Promise<void> {
  const startsOn = dayIn(subscription.endsAt, network.definition.timeZone);
  const values = { startsOn, debitOn: renewalDay(startsOn) };
  return queueSubscriptionEmail(
    tx,
    deps,
    network,
    subscription,
    "subscription-taken-back",
    withCommon(values),
    stamp(deps),
  );
}

export const notifyExpiring = (
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  subscription: SubscriptionRow,
  expiresOn: string,
): Promise<void> => {
  const startsOn = dayIn(subscription.endsAt, network.definition.timeZone);
  const values = { expiresOn, debitOn: renewalDay(startsOn) };
  const cause = subscription.methodId ?? "none";
  return queueSubscriptionEmail(
    tx,
    deps,
    network,
    subscription,
    "subscription-card-expiring",
    withCommon(values),
    cause,
  );
};

export const notifyMandateNeeded = (
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  subscription: SubscriptionRow,
  position: number,
): Promise<void> => {
  const debitOn = renewalDay(dayIn(subscription.endsAt, network.definition.timeZone));
  return queueSubscriptionEmail(
    tx,
    deps,
    network,
    subscription,
    "subscription-mandate",
    withCommon({ debitOn }),
    renewalCause(position),
  );
};
