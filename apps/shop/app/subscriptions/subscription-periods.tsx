import type { SubscriptionPeriod } from "@guichet/contract/subscriptions.ts";
import { dayIn } from "@guichet/rules/dates/days.ts";
import { Figures } from "@guichet/ui/figures.tsx";
import { Lines } from "@guichet/ui/lines.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { type Formats, useFormats } from "../formats/formats.ts";
import { usePageContext } from "../page/page-context.tsx";
import { fileHref, href } from "../paths.ts";
import { T, type Translate, useT } from "../texts/texts.tsx";

/** The periods, newest first, each with its order and its invoice. */
export function SubscriptionPeriods({ periods }: { periods: readonly SubscriptionPeriod[] }) {
  const t = useT();
  const formats = useFormats();
  const { timeZone } = usePageContext().network;
  return (
    <Sheet id="periods" title={t("subscriptions.periods")}>
      <Lines
        lines={periods.map((period) => ({
          id: `${period.position}`,
          strong: true,
          name: t("subscriptions.period", {
            from: formats.shortDay(dayIn(period.startsAt, timeZone)),
            to: formats.shortDay(dayIn(lastInstant(period), timeZone)),
          }),
          note: <PeriodNote period={period} />,
          value: <Figures>{formats.money(period.amount)}</Figures>,
        }))}
      />
    </Sheet>
  );
}

/** The last instant of a period; `endsAt` is exclusive. */
const lastInstant = ({ endsAt }: SubscriptionPeriod): string => new Date(Date.parse(endsAt) - 1).toISOString();

function PeriodNote({ period }: { period: SubscriptionPeriod }) {
  const t = useT();
  const formats = useFormats();
  const { orderId, orderNumber, paidAt, amount, left } = period;
  return (
    <>
      {paidText(period, t, formats)}
      {left && (
        <>
          <br />
          {leftText(left, t, formats)}
        </>
      )}
      <br />
      <T
        id="subscriptions.period.order"
        values={{ number: orderNumber }}
        components={{
          order: <TextLink href={href("invoices", undefined, { order: orderId })} />,
          number: <bdi dir="ltr" className="figures" />,
        }}
      />
      {paidAt !== null && amount.amount > 0 && (
        <>
          {" · "}
          <TextLink
            href={fileHref("invoicePdf", { order: orderId })}
            aria-label={t("subscriptions.period.invoice.of", { number: orderNumber })}
          >
            {t("subscriptions.period.invoice")}
          </TextLink>
        </>
      )}
    </>
  );
}

/** The last day of use and the amount refunded. */
function leftText(
  { lastDay, refund }: NonNullable<SubscriptionPeriod["left"]>,
  t: Translate,
  formats: Formats,
): string {
  const day = formats.shortDay(lastDay);
  if (refund.amount === 0) return t("subscriptions.period.left", { day });
  return t("subscriptions.period.left.refund", { day, amount: formats.money(refund) });
}

/** The payment status of a period's order. */
function paidText({ orderStatus, paidAt }: SubscriptionPeriod, t: Translate, formats: Formats): string {
  if (orderStatus === "COMPLETED" && paidAt !== null) {
    return t("subscriptions.period.paid", { day: formats.dayOf(paidAt) });
  }
  if (orderStatus === "CANCELED") {
    return t(paidAt === null ? "subscriptions.period.given-up" : "subscriptions.period.refunded");
  }
  const isDue = orderStatus === "REGULARIZATION" || orderStatus === "ERROR";
  return t(isDue ? "subscriptions.period.due" : "subscriptions.period.checking");
}
