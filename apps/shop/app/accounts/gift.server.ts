import { voucherMaxLength } from "@guichet/contract/limits/cart-limits.ts";
import { isVoucherLongEnough, voucherCode } from "@guichet/rules/vouchers.ts";
import type { Fault, Typed } from "../forms/form-values.ts";
import type { FormCode } from "../identity/forms/form-codes.ts";
import type { Account, RequestContext } from "../request-context/request-context.ts";

/** Travellers who can receive a gift, and the form's idempotency key: a form sent twice redeems the code once. */
export function giftFormOf({ user, profiles }: Account) {
  const people = (profiles.length > 0 ? profiles : [user]).filter(({ userStatus }) => userStatus === "active");
  return {
    people: people.map(({ userId, userName, userLastname }) => ({
      userId,
      name: `${userName} ${userLastname}`.trim(),
    })),
    ownId: user.userId,
    key: crypto.randomUUID(),
  };
}
export type GiftForm = ReturnType<typeof giftFormOf>;

type Redeemed = { ok: true } | { ok: false; faults: Fault<FormCode>[] };

/** Redeems a gift code, which creates a separate order (§7 `Order/redeemVoucher`). */
export async function redeemGift(ctx: RequestContext, typed: Typed): Promise<Redeemed> {
  const code = voucherCode(typed.code ?? "");
  if (!isVoucherLongEnough(code) || code.length > voucherMaxLength) return refused("VOUCHER_NOT_FOUND");
  const customerId = typed.traveller ? { customerId: typed.traveller } : {};
  const key = typed.key ? { idempotencyKey: typed.key } : {};
  const redeemed = await ctx.call("redeemVoucher", { code, ...customerId }, key);
  return redeemed.ok ? { ok: true } : refused(redeemed.code);
}

const forTraveller: ReadonlySet<FormCode> = new Set([
  "TRAVELLER_UNKNOWN",
  "TRAVELLER_NOT_ELIGIBLE",
  "DOCUMENT_REQUIRED",
  "PICTURE_REQUIRED",
]);

function refused(code: FormCode): Redeemed {
  const field = code.startsWith("VOUCHER_") ? "code" : forTraveller.has(code) ? "traveller" : undefined;
  return { ok: false, faults: [{ code, field }] };
}
