import { terminationRefundDaysMax } from "@guichet/contract/limits/payment-limits.ts";
import type { Subscription } from "@guichet/contract/subscriptions.ts";
import { unpaidDaysMax } from "@guichet/rules/renewals.ts";
import { Button } from "@guichet/ui/button.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { BackLink } from "@guichet/ui/page/back-link.tsx";
import { Page, PageHead, Stack } from "@guichet/ui/page/page.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { Form } from "react-router";
import { useFormats } from "../formats/formats.ts";
import { Title } from "../page/title.tsx";
import { href } from "../paths.ts";
import { refusalText } from "../texts/refusal-texts.ts";
import { useT } from "../texts/texts.tsx";
import { SubscriptionPeriods } from "./subscription-periods.tsx";
import { ExpiryNotice, SubscriptionFacts } from "./subscription-sheet.tsx";
import { StateStamp, signHref } from "./subscription-words.tsx";

interface OneSubscriptionProps {
  one: Subscription;
  flash: string | null;
  refused: string | undefined;
}

/** One subscription: its state, amount due, details, periods with their documents, and actions. */
export function OneSubscription({ one, flash, refused }: OneSubscriptionProps) {
  const t = useT();
  const { subscriptionId: id, product, blocked, mayTerminate, mayUpdateCard, mayTakeBack } = one;
  return (
    <Page narrow>
      <Title>{product.name}</Title>
      <BackLink href={href("tacit")} label={t("subscriptions.title")} />
      <PageHead title={product.name} />
      {refused !== undefined && <Notice tone="bad" role="alert" title={refusalText(t, refused)} />}
      <FlashMessage flash={flash} one={one} />
      <p>
        <StateStamp one={one} />
      </p>
      <WhyEnded one={one} />
      {blocked && <Blocked one={one} blocked={blocked} />}
      <ExpiryNotice one={one} />
      <MayLeave one={one} />
      {mayTakeBack && <TakeBack one={one} />}
      <Sheet id="facts" title={t("subscriptions.facts")}>
        <SubscriptionFacts one={one} />
      </Sheet>
      {(mayUpdateCard || mayTerminate) && (
        <Stack gap="m" two>
          {mayUpdateCard && !blocked && (
            <LinkButton href={href("tacitOne", { id }, { step: "method" })}>{t("subscriptions.change")}</LinkButton>
          )}
          {mayTerminate && (
            <LinkButton href={href("tacitOne", { id }, { step: "end" })}>{t("subscriptions.end")}</LinkButton>
          )}
        </Stack>
      )}
      <CannotEnd one={one} />
      <SubscriptionPeriods periods={one.periods} />
    </Page>
  );
}

/** Confirmation of the last action and its effect. */
function FlashMessage({ flash, one }: Pick<OneSubscriptionProps, "flash" | "one">) {
  const t = useT();
  const formats = useFormats();
  const { state, validity, blocked, periods } = one;
  if (flash === "ended" && state !== "ACTIVE") {
    if (state === "CANCELLED") {
      const day = formats.day(validity.lastDay);
      const left = periods[0]?.left ?? null;
      return (
        <Notice tone="ok" role="status" title={t("subscriptions.flash.cancelled")}>
          <p>{t(left ? "subscriptions.flash.left.text" : "subscriptions.flash.cancelled.text", { day })}</p>
          {left && left.refund.amount > 0 && (
            <p>
              {t("subscriptions.flash.left.refund", {
                amount: formats.money(left.refund),
                days: terminationRefundDaysMax,
              })}
            </p>
          )}
        </Notice>
      );
    }
    const paid = periods[0]?.amount;
    const isRefunded = paid !== undefined && wasBeforeStart(one);
    return (
      <Notice
        tone="ok"
        role="status"
        title={t(isRefunded ? "subscriptions.flash.refunded" : "subscriptions.flash.at-once")}
      >
        {isRefunded
          ? t("subscriptions.flash.refunded.text", { amount: formats.money(paid) })
          : t("subscriptions.flash.at-once.text")}
      </Notice>
    );
  }
  if (flash === "taken-back" && state === "ACTIVE") {
    return <Notice tone="ok" role="status" title={t("subscriptions.flash.taken-back")} />;
  }
  if (flash === "method" && blocked) {
    return <Notice tone="bad" role="alert" title={t("subscriptions.flash.method.unpaid")} />;
  }
  if (flash === "method") return <Notice tone="ok" role="status" title={t("subscriptions.flash.method")} />;
  return flash === "paid" && !blocked ? (
    <Notice tone="ok" role="status" title={t("subscriptions.flash.method.paid")} />
  ) : null;
}

const wasBeforeStart = ({ terminatedAt, validity }: Subscription): boolean =>
  terminatedAt !== null && terminatedAt < validity.startsAt;

/** The reason for the end of renewal, unless the customer requested it. */
function WhyEnded({ one: { endReason } }: { one: Subscription }) {
  const t = useT();
  return endReason === null || endReason === "CUSTOMER" ? null : (
    <p>{t(`subscriptions.why.${endReason}`, { days: unpaidDaysMax })}</p>
  );
}

/** The amount due, the reason, and the actions that resolve it. */
function Blocked({ one, blocked }: { one: Subscription; blocked: NonNullable<Subscription["blocked"]> }) {
  const t = useT();
  const formats = useFormats();
  const { reason, since, amount, orderId, nextTryOn, endsOn, suspension } = blocked;
  const cameBack = isOwed(one);
  return (
    <Notice tone="bad" title={t("subscriptions.blocked.title", { amount: formats.money(amount) })}>
      <p>
        {cameBack
          ? t("subscriptions.blocked.came-back", { day: formats.dayOf(since) })
          : t(`subscriptions.blocked.${reason}`, { day: formats.day(one.validity.lastDay) })}
      </p>
      {suspension && (
        <p>
          {suspension.since === null
            ? t("subscriptions.blocked.suspends", { day: formats.day(suspension.on) })
            : t("subscriptions.blocked.suspended")}
        </p>
      )}
      <p>
        {nextTryOn === null
          ? t("subscriptions.blocked.no-try")
          : t("subscriptions.blocked.next-try", { day: formats.day(nextTryOn) })}{" "}
        {t("subscriptions.blocked.ends", { day: formats.day(endsOn) })}
      </p>
      <p>{t(cameBack ? "subscriptions.blocked.do.order" : "subscriptions.blocked.do")}</p>
      {cameBack && (
        <LinkButton variant="main" href={href("invoices", undefined, { order: orderId })}>
          {t("subscriptions.blocked.order")}
        </LinkButton>
      )}
      <LinkButton
        variant={cameBack ? "quiet" : "main"}
        href={
          one.mandateNeeded && !cameBack
            ? signHref(one)
            : href("tacitOne", { id: one.subscriptionId }, { step: "method" })
        }
      >
        {t(one.mandateNeeded && !cameBack ? "subscriptions.mandate-needed.sign" : "subscriptions.change")}
      </LinkButton>
    </Notice>
  );
}

/** Whether it awaits an order whose debit was returned; that order is paid on the order's page. */
export const isOwed = ({ blocked, periods }: Subscription): boolean =>
  periods.some(({ orderId, orderStatus }) => orderId === blocked?.orderId && orderStatus === "REGULARIZATION");

function TakeBack({ one: { endReason, validity, chosenEnd } }: { one: Subscription }) {
  const t = useT();
  const formats = useFormats();
  const isOwn = chosenEnd !== null || endReason === "CUSTOMER";
  const day = formats.day(chosenEnd?.on ?? validity.lastDay);
  return (
    <Form method="post" className="stack" data-gap="m">
      <input type="hidden" name="what" value="take-back" />
      <p>{t(isOwn ? "subscriptions.take-back.text" : "subscriptions.take-back.renewal", { day })}</p>
      <div>
        <Button>{t(isOwn ? "subscriptions.take-back" : "subscriptions.take-back.again")}</Button>
      </div>
    </Form>
  );
}

/**
 * Notice that the customer may end the subscription on any day, because the renewal was not announced in time (consumer
 * code L215-1).
 */
function MayLeave({ one: { mayTerminate } }: { one: Subscription }) {
  const t = useT();
  const formats = useFormats();
  if (mayTerminate?.effect !== "REST_REFUNDED") return null;
  const { refund } = mayTerminate;
  return (
    <Notice title={t("subscriptions.unnotified.title")}>
      <p>{t("subscriptions.unnotified", { days: terminationRefundDaysMax })}</p>
      {refund && <p>{t("subscriptions.unnotified.refund", { amount: formats.money(refund) })}</p>}
    </Notice>
  );
}

/** Notice that the first debit is with the bank, so the subscription can only be ended from its start. */
function CannotEnd({ one: { state, mayTerminate, startsLater, validity } }: { one: Subscription }) {
  const t = useT();
  const formats = useFormats();
  if (state !== "ACTIVE" || mayTerminate !== null || !startsLater) return null;
  return <p className="small soft">{t("subscriptions.end.debited", { day: formats.dayOf(validity.startsAt) })}</p>;
}
