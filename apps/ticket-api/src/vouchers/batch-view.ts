import type { VoucherBatch } from "@guichet/contract/office/vouchers.ts";
import { PackVoucher } from "@guichet/contract/packs/pack-vouchers.ts";
import type { BatchRow } from "./batch-store.ts";

const BatchTerms = PackVoucher.omit({ code: true });

/** A batch as the office shows it. */
export function batchView({ id, terms: stored, currency, ...row }: BatchRow): VoucherBatch {
  const { amount, ratio, articles, minimumAmount, limit, limitPerAccount, combinable } = BatchTerms.parse(stored);
  const money = (minor: number | undefined) => (minor === undefined ? null : { amount: minor, currency });
  return {
    batchId: id,
    ...row,
    amount: money(amount),
    percent: ratio ?? null,
    articles,
    minimumAmount: money(minimumAmount),
    limit: limit ?? 1,
    limitPerAccount: limitPerAccount ?? null,
    combinable,
  };
}
