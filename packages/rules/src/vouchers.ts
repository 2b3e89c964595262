import type { DiscountType } from "@guichet/contract/cart.ts";
import { voucherMinLength } from "@guichet/contract/limits/cart-limits.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";

/** A voucher as it is kept, with how often it was used; `null` where a limit is not set. Amounts in minor units, ratio in percent. */
export interface VoucherTerms {
  code: string;
  type: DiscountType;
  amount: number | null;
  ratio: number | null;
  /** ARTICLE_*: the named articles; GIFT: the one that is given. */
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

/** A code as the customer typed it, and the voucher that has it, if any. */
export interface TypedVoucher {
  code: string;
  terms: VoucherTerms | null;
  /** It was not looked up: too many wrong ones were typed before (§6 "Voucher limits"). */
  unread?: boolean;
  /** Whoever typed it has no account, under which its uses could be counted (decision 090). */
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

/** A code as vouchers are kept under. */
export function voucherCode(text: string): string {
  return text.trim().toUpperCase();
}

export function isVoucherLongEnough(text: string): boolean {
  return [...voucherCode(text)].length >= voucherMinLength;
}

/**
 * May this voucher be used at all at `now` (§5, §8)? From `validFrom` on, before `validUntil`, under its limits. Whether it
 * suits the cart is decided by `quotePrices`.
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
