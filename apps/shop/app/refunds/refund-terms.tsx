import type { RefundTerms } from "@guichet/contract/packs/refund-policy.ts";
import { type Formats, useFormats } from "../formats/formats.ts";
import { type Translate, useT } from "../texts/texts.tsx";

/** The fees and times of a refund before the purchase, one sentence for each. */
export function RefundTermsText({ terms }: { terms: RefundTerms }) {
  const t = useT();
  const formats = useFormats();
  return refundSentences(terms, t, formats).map((sentence) => ` ${sentence}`);
}

type Fee = RefundTerms["fee"];

function refundSentences(terms: RefundTerms, t: Translate, formats: Formats): string[] {
  const { refundPercent, minimum, deadlineDays, lockedFirstDays, lockedLastDays, countedFrom } = terms;
  const percent = formats.number(refundPercent);
  return [
    ...(refundPercent < 100 ? [t("refunds.terms.share", { percent })] : []),
    ...feeSentences(terms, t, formats),
    ...(deadlineDays === null ? [] : [t(`refunds.terms.deadline.${countedFrom}`, { days: deadlineDays })]),
    ...(lockedFirstDays === null ? [] : [t(`refunds.terms.locked-first.${countedFrom}`, { days: lockedFirstDays })]),
    ...(lockedLastDays === null ? [] : [t("refunds.terms.locked-last", { days: lockedLastDays })]),
    ...(minimum.amount === 0 ? [] : [t("refunds.terms.minimum", { amount: formats.money(minimum) })]),
  ];
}

function feeSentences({ fee, feesByDay }: RefundTerms, t: Translate, formats: Formats): string[] {
  const words = (one: Fee) => feeWords(one, t, formats);
  const byDay = feesByDay.map(({ untilDay, ...one }) =>
    untilDay < 0
      ? t("refunds.terms.until-before", { days: -untilDay, fee: words(one) })
      : t("refunds.terms.until-day", { day: formats.number(untilDay + 1), fee: words(one) }),
  );
  if (byDay.length > 0) return [...byDay, t("refunds.terms.afterwards", { fee: words(fee) })];
  return fee.amount.amount === 0 && fee.percent === 0 ? [] : [t("refunds.terms.deducted", { fee: words(fee) })];
}

function feeWords({ amount, percent }: Fee, t: Translate, formats: Formats): string {
  const share = formats.number(percent);
  if (percent === 0) return amount.amount === 0 ? t("refunds.terms.fee.none") : formats.money(amount);
  if (amount.amount === 0) return t("refunds.terms.fee.share", { percent: share });
  return t("refunds.terms.fee.both", { percent: share, amount: formats.money(amount) });
}
