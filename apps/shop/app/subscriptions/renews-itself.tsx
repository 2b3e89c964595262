import type { Period } from "@guichet/contract/catalogue.ts";
import type { Money } from "@guichet/contract/values.ts";
import { isLongTerm, shortNoticeDays } from "@guichet/rules/renewals.ts";
import { RefreshIcon } from "@guichet/ui/icons.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { useFormats } from "../formats/formats.ts";
import { type Translate, useT } from "../texts/texts.tsx";

interface RenewsItselfProps {
  interval: Period;
  /** The current price of a period; null: not known yet. */
  amount: Money | null;
}

/** Terms of renewal before the purchase: interval, price, payment, notification and termination (consumer code L221-14). */
export function RenewsItself({ interval, amount }: RenewsItselfProps) {
  const t = useT();
  const { money } = useFormats();
  return (
    <Notice icon={<RefreshIcon />} title={t("subscriptions.renews")}>
      <ul className="list-disc ps-5">
        {amount && <li>{t(`subscriptions.renews.${interval}`, { amount: money(amount) })}</li>}
        <li>{t("subscriptions.renews.debit")}</li>
        <li>{t("subscriptions.renews.end")}</li>
        <li>{noticeText(t, interval)}</li>
        <li>{t("subscriptions.renews.alone")}</li>
      </ul>
    </Notice>
  );
}

const noticeText = (t: Translate, interval: Period): string =>
  isLongTerm(interval)
    ? t("subscriptions.renews.notice.long")
    : t("subscriptions.renews.notice.short", { days: `${shortNoticeDays[interval]}` });
