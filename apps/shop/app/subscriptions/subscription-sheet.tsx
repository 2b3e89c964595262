import type { Subscription } from "@guichet/contract/subscriptions.ts";
import { dayIn } from "@guichet/rules/dates/days.ts";
import { type Fact, Facts } from "@guichet/ui/facts.tsx";
import { Figures } from "@guichet/ui/figures.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { type Formats, useFormats } from "../formats/formats.ts";
import { usePageContext } from "../page/page-context.tsx";
import { href } from "../paths.ts";
import { type Translate, useT } from "../texts/texts.tsx";
import { beneficiaryName, expiryText, MethodName, nextDebitText, StateStamp, signHref } from "./subscription-words.tsx";

/** A subscription in the list: traveller, state, next debit and payment method, and links to manage and end it. */
export function SubscriptionSheet({ one }: { one: Subscription }) {
  const t = useT();
  const { subscriptionId: id, product, mayTerminate } = one;
  return (
    <Sheet id={`subscription-${id}`} title={product.name}>
      <p>
        <StateStamp one={one} />
      </p>
      <SubscriptionFacts one={one} />
      <ExpiryNotice one={one} />
      <div className="row">
        <LinkButton href={href("tacitOne", { id })} aria-label={t("subscriptions.see.of", { name: product.name })}>
          {t("subscriptions.see")}
        </LinkButton>
        {mayTerminate && (
          <LinkButton
            variant="quiet"
            href={href("tacitOne", { id }, { step: "end" })}
            aria-label={t("subscriptions.end.of", { name: product.name })}
          >
            {t("subscriptions.end")}
          </LinkButton>
        )}
      </div>
    </Sheet>
  );
}

/** Warning about a card that expires before the next renewal, or a mandate that does not cover it. */
export function ExpiryNotice({ one }: { one: Subscription }) {
  const t = useT();
  const text = expiryText(t, useFormats(), one);
  if (text === undefined || one.blocked) return null;
  return (
    <Notice tone="wait">
      <p>{text}</p>
      {one.mandateNeeded && (
        <LinkButton variant="main" href={signHref(one)}>
          {t("subscriptions.mandate-needed.sign")}
        </LinkButton>
      )}
    </Notice>
  );
}

/** All details of a subscription (§3 "Tacit subscription"). */
export function SubscriptionFacts({ one }: { one: Subscription }) {
  const t = useT();
  const formats = useFormats();
  const { timeZone } = usePageContext().network;
  return <Facts facts={factsOf(one, t, formats, timeZone)} />;
}

function factsOf(one: Subscription, t: Translate, formats: Formats, timeZone: string): Fact[] {
  const { validity, cardNumber, support, interval, nextRenewalOn, state, method } = one;
  const days = {
    from: formats.shortDay(dayIn(validity.startsAt, timeZone)),
    to: formats.shortDay(validity.lastDay),
  };
  return [
    { term: t("subscriptions.who"), value: <bdi>{beneficiaryName(one)}</bdi> },
    { term: t("subscriptions.validity"), value: t("subscriptions.validity.days", days) },
    ...(cardNumber === null ? [] : [{ term: t("subscriptions.card"), value: <Figures>{cardNumber}</Figures> }]),
    ...(support === "DEMATERIALIZED" ? [{ term: t("subscriptions.support"), value: t("subscriptions.on-phone") }] : []),
    { term: t("subscriptions.interval"), value: t(`subscriptions.interval.${interval}`) },
    ...(state === "TERMINATED"
      ? []
      : [
          {
            term: t("subscriptions.next-renewal"),
            value: nextRenewalOn === null ? t("subscriptions.next-renewal.none") : formats.day(nextRenewalOn),
          },
          { term: t("subscriptions.next-debit"), value: nextDebitText(t, formats, one) },
          { term: t("subscriptions.paid-by"), value: <MethodName method={method} /> },
        ]),
  ];
}
