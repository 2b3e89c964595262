import { voucherMinLength } from "@guichet/contract/limits/cart-limits.ts";
import type { DiscountType } from "@guichet/contract/packs/pack-vouchers.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";

/** A stored voucher with its number of uses; `null` where a limit is not set. Amounts in minor units, ratio in percent. */
export interface VoucherTerms {
  code: string;
  type: DiscountType;
  amount: number | null;
  ratio: number | null;
  /** ARTICLE_*: the discounted articles; GIFT: the given article. */
  articles: readonly string[];
  minimumAmount: number | null;
  limit: number | null;
  limitPerAccount: number | null;
  validFrom: string | null;
  validUntil: string | null;
  combinable: boolean;
  active: boolean;
  uses: number;
  usesByAccount: number;
}

/** A code as typed by the customer, with its voucher, if any. */
export interface TypedVoucher {
  code: string;
  terms: VoucherTerms | null;
  /** Whether the lookup was skipped, after too many wrong codes (§6 "Voucher limits"). */
  unread?: boolean;
  /** Whether the customer has no account, in which uses could be counted (decision 090). */
  isWithoutAccount?: boolean;
}

export type VoucherRefusal =
  | "VOUCHER_NOT_FOUND"
  | "VOUCHER_LIMIT_REACHED"
  | "VOUCHER_NEEDS_ACCOUNT"
  | "VOUCHER_INACTIVE"
  | "VOUCHER_EXPIRED"
  | "VOUCHER_TRIES_EXCEEDED"
  | "VOUCHER_NOT_APPLICABLE";

/** Normalises a voucher code as it is stored. */
export function voucherCode(text: string): string {
  return text.trim().toUpperCase();
}

export function isVoucherLongEnough(text: string): boolean {
  return [...voucherCode(text)].length >= voucherMinLength;
}

/**
 * Checks whether a voucher can be used at `now` (§5, §8): from `validFrom`, before `validUntil`, within its limits. `quotePrices`
 * checks whether it applies to the cart.
 */
export function usableVoucher(
  { code, terms, unread, isWithoutAccount = false }: TypedVoucher,
  now: string,
): Result<VoucherTerms, VoucherRefusal> {
  if (!isVoucherLongEnough(code)) return err("VOUCHER_NOT_FOUND", { minLength: voucherMinLength });
  if (unread) return err("VOUCHER_TRIES_EXCEEDED");
  if (terms === null) return err("VOUCHER_NOT_FOUND");
  const at = Date.parse(now);
  if (!terms.active) return err("VOUCHER_INACTIVE", { reason: "switched-off" });
  if (terms.validFrom !== null && at < Date.parse(terms.validFrom)) {
    return err("VOUCHER_INACTIVE", { reason: "not-yet-valid", validFrom: terms.validFrom });
  }
  if (terms.validUntil !== null && at >= Date.parse(terms.validUntil)) {
    return err("VOUCHER_EXPIRED", { validUntil: terms.validUntil });
  }
  if (terms.limit !== null && terms.uses >= terms.limit) return err("VOUCHER_LIMIT_REACHED");
  if (terms.limitPerAccount !== null && isWithoutAccount) return err("VOUCHER_NEEDS_ACCOUNT");
  if (terms.limitPerAccount !== null && terms.usesByAccount >= terms.limitPerAccount) {
    return err("VOUCHER_LIMIT_REACHED", { reason: "per-account" });
  }
  return ok(terms);
}
