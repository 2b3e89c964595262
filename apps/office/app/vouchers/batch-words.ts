import type { VoucherBatch } from "@guichet/contract/office/vouchers.ts";
import { useFormats } from "../shell/page-context.tsx";
import { useT } from "../shell/texts.tsx";

/** What a code of a batch takes off, in words. */
export function useDiscount(): (batch: Pick<VoucherBatch, "amount" | "percent" | "articles">) => string {
  const t = useT();
  const formats = useFormats();
  return ({ amount, percent, articles }) => {
    const value = amount === null ? formats.percent((percent ?? 0) / 100) : formats.money(amount);
    return articles.length === 0
      ? t("vouchers.off-cart", { value })
      : t("vouchers.off-articles", { value, count: articles.length });
  };
}
