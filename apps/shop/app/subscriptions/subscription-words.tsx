import type { Subscription } from "@guichet/contract/subscriptions.ts";
import { renewalDay } from "@guichet/rules/renewals.ts";
import { Figures } from "@guichet/ui/figures.tsx";
import { AlertIcon, CheckIcon, ClockIcon } from "@guichet/ui/icons.tsx";
import { Stamp } from "@guichet/ui/tickets/stamp.tsx";
import { type Formats, useFormats } from "../formats/formats.ts";
import { href } from "../paths.ts";
import { type Translate, useT } from "../texts/texts.tsx";

/** Describes the state of a subscription (§4 "Subscription"). */
export function stateText(t: Translate, formats: Formats, one: Subscription): string {
  const { state, blocked, startsLater, validity, endReason, terminatedAt, chosenEnd } = one;
  if (state === "TERMINATED") {
    return t("subscriptions.state.terminated", { day: formats.dayOf(terminatedAt ?? validity.endsAt) });
  }
  const day = formats.day(validity.lastDay);
  if (state === "CANCELLED") {
    return t(endReason === "CUSTOMER" ? "subscriptions.state.cancelled" : "subscriptions.state.not-renewed", { day });
  }
  if (blocked) return t("subscriptions.state.blocked");
  if (chosenEnd) return t("subscriptions.state.cancelled", { day: formats.day(chosenEnd.on) });
  if (startsLater) return t("subscriptions.state.later", { day: formats.dayOf(validity.startsAt) });
  return t("subscriptions.state.active");
}

export function StateStamp({ one }: { one: Subscription }) {
  const t = useT();
  const formats = useFormats();
  const { state, blocked, startsLater, chosenEnd } = one;
  const tone = blocked ? "bad" : state === "ACTIVE" && !startsLater && !chosenEnd ? "ok" : "wait";
  const Icon = tone === "bad" ? AlertIcon : tone === "ok" ? CheckIcon : ClockIcon;
  return (
    <Stamp tone={tone} icon={<Icon size="s" />}>
      {stateText(t, formats, one)}
    </Stamp>
  );
}

/** The name of a card or account, as its owner knows it. */
export function methodName(t: Translate, { nickname, kind, brand, num }: NonNullable<Subscription["method"]>): string {
  if (nickname !== null) return nickname;
  return kind === "IBAN" ? t("subscriptions.paid-by.account", { num }) : `${brand ?? ""} •••• ${num}`.trim();
}

export function MethodName({ method }: { method: Subscription["method"] }) {
  const t = useT();
  if (method === null) return t("subscriptions.paid-by.none");
  const name = methodName(t, method);
  return method.kind === "CARD" && method.nickname === null ? <Figures>{name}</Figures> : <bdi>{name}</bdi>;
}

/** Link to sign the mandate for renewals, for the account already debited. */
export const signHref = ({ subscriptionId: id, method }: Subscription): string =>
  href("tacitOne", { id }, { step: "method", ...(method?.kind === "IBAN" ? { account: method.cardId } : {}) });

/** Explains the consequence of an expired or expiring card, or of a mandate that covers no renewal; undefined: no warning. */
export function expiryText(t: Translate, formats: Formats, one: Subscription): string | undefined {
  const { method, state, mandateNeeded, nextRenewalOn } = one;
  if (state === "ACTIVE" && mandateNeeded && nextRenewalOn !== null)
    return t("subscriptions.mandate-needed", { day: formats.day(renewalDay(nextRenewalOn)) });
  if (state !== "ACTIVE" || method === null || method.exp === null || method.state === "good") return undefined;
  return t(`subscriptions.${method.state}`, { month: formats.month(method.exp) });
}

/** The traveller's full name. */
export const beneficiaryName = ({ beneficiary: { firstName, lastName } }: Subscription): string =>
  `${firstName} ${lastName}`.trim();

/** Describes the next debit. */
export function nextDebitText(t: Translate, formats: Formats, { nextDebit }: Subscription): string {
  if (nextDebit === null) return t("subscriptions.next-debit.none");
  const { amount, on } = nextDebit;
  return t("subscriptions.next-debit.on", { amount: formats.money(amount), day: formats.day(on) });
}
