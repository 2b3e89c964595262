/** Limits of a cart, its lines and its vouchers. */

export const cartLinesMax = 50;
export const cartLineQuantityMax = 99;
/** The highest amount of an order, in minor units of any currency. */
export const orderAmountMax = 2_000_000_000;
export const voucherMinLength = 4; // §5
export const voucherMaxLength = 40;
export const vouchersPerOrderMax = 10;
export const wrongVouchersPerHour = 10;
/** Codes of one batch: they are created in one request. */
export const voucherBatchMax = 10_000;
export const voucherBatchNameMaxLength = 100;
export const voucherBatchArticlesMax = 200;
export const voucherPrefixMaxLength = 12;
/** Uses of one code. */
export const voucherLimitMax = 1_000_000;
