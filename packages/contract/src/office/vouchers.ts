import { z } from "zod";
import {
  voucherBatchArticlesMax,
  voucherBatchMax,
  voucherBatchNameMaxLength,
  voucherLimitMax,
  voucherMaxLength,
  voucherPrefixMaxLength,
} from "../limits/cart-limits.ts";
import { Day, Id, Instant, Money, page, paging, RequestDay, RequestMoney, WireInt } from "../values.ts";
import { AuditReason } from "./staff.ts";
import { staffCall } from "./staff-call.ts";

/** Vouchers with the same terms, whose codes the staff hand out. */
export const VoucherBatch = z.object({
  batchId: Id,
  name: z.string().describe("For the staff"),
  amount: Money.nullable().describe("What a code takes off; null: a percentage"),
  percent: z.int().nullable().describe("Percent off; null: an amount"),
  articles: z.array(Id).describe("The reduced articles; empty: the whole cart"),
  minimumAmount: Money.nullable().describe("The least that a cart must cost"),
  validFrom: Day.describe("The first day"),
  validUntil: Day.describe("The last day"),
  limit: z.int().describe("Uses of one code"),
  limitPerAccount: z.int().nullable().describe("Uses of one code by one account; null: no limit of its own"),
  combinable: z.boolean().describe("Whether it can be combined with other vouchers"),
  codeCount: z.int(),
  usedCount: z.int().describe("Codes that were used, by orders that are not cancelled"),
  useCount: z.int().describe("Uses of its codes, by orders that are not cancelled"),
  blockedCount: z.int().describe("Codes that are blocked"),
  createdBy: z.string().nullable(),
  createdAt: Instant,
  blockedAt: Instant.nullable().describe("When all of it was blocked; null: it is not"),
});
export type VoucherBatch = z.infer<typeof VoucherBatch>;

export const VoucherState = z.enum(["unused", "used", "blocked"]);
export type VoucherState = z.infer<typeof VoucherState>;

/** One code of a batch. */
export const BatchVoucher = z.object({
  code: z.string(),
  uses: z.int().describe("By orders that are not cancelled"),
  lastUsedAt: Instant.nullable().describe("null: it was not used"),
  blockedAt: Instant.nullable().describe("null: it is not blocked"),
});
export type BatchVoucher = z.infer<typeof BatchVoucher>;

const batchId = Id.describe("A batch, from the list");

export const listVoucherBatches = staffCall("vouchers", "GET", "listVoucherBatches", {
  summary: "Lists batches of vouchers with their redemption, the newest first.",
  permission: "vouchers.manage",
  request: paging,
  answer: page(VoucherBatch),
  refusals: ["CURSOR_INVALID"],
});

export const getVoucherBatch = staffCall("vouchers", "GET", "getVoucherBatch", {
  summary: "Answers a batch of vouchers with one page of its codes.",
  permission: "vouchers.manage",
  request: {
    batchId,
    state: VoucherState.optional().describe("Only codes in this state; a blocked one counts as blocked"),
    code: z.string().trim().max(voucherMaxLength).optional().describe("Only this code"),
    ...paging,
  },
  answer: { batch: VoucherBatch, ...page(BatchVoucher) },
  refusals: ["NOT_FOUND", "CURSOR_INVALID"],
});

export const createVoucherBatch = staffCall("vouchers", "POST", "createVoucherBatch", {
  summary: "Creates vouchers with random codes and the same terms: all of them, or none.",
  permission: "vouchers.manage",
  idempotent: true,
  request: {
    name: z.string().trim().min(1).max(voucherBatchNameMaxLength).describe("For the staff"),
    prefix: z
      .string()
      .trim()
      .toUpperCase()
      .max(voucherPrefixMaxLength)
      .regex(/^[A-Z0-9]*$/)
      .optional()
      .describe("What every code begins with: letters and digits"),
    count: WireInt.pipe(z.int().min(1).max(voucherBatchMax)).describe("How many codes"),
    amount: RequestMoney.optional().describe("What a code takes off; or `percent`"),
    percent: WireInt.pipe(z.int().min(1).max(100)).optional().describe("Percent off; or `amount`"),
    articles: z.array(Id).max(voucherBatchArticlesMax).optional().describe("Only these articles are reduced"),
    minimumAmount: RequestMoney.optional().describe("The least that a cart must cost"),
    validFrom: RequestDay.describe("The first day, in the network's time zone"),
    validUntil: RequestDay.describe("The last day; not in the past"),
    limit: WireInt.pipe(z.int().min(1).max(voucherLimitMax)).optional().describe("Uses of one code; default: 1"),
    limitPerAccount: WireInt.pipe(z.int().min(1).max(voucherLimitMax))
      .optional()
      .describe("Uses of one code by one account; guests cannot use such a code"),
    combinable: z.boolean().optional().describe("Whether it can be combined with other vouchers; default: no"),
  },
  answer: { batch: VoucherBatch },
  refusals: ["FIELD_REQUIRED", "FIELD_INVALID"],
});

export const blockVouchers = staffCall("vouchers", "POST", "blockVouchers", {
  summary: "Blocks a code, or every code of a batch, for good; orders that have used one keep their price.",
  permission: "vouchers.manage",
  multiline: ["reason"],
  request: {
    batchId,
    code: z.string().trim().max(voucherMaxLength).optional().describe("Only this code"),
    reason: AuditReason,
  },
  answer: { batch: VoucherBatch, blocked: z.int().describe("How many codes it blocked") },
  refusals: ["NOT_FOUND", "TRANSITION_NOT_ALLOWED"],
});

export const downloadVouchers = staffCall("vouchers", "GET", "downloadVouchers", {
  summary: "Answers the codes of a batch as CSV, with their uses; the download is in the audit log.",
  permission: "vouchers.manage",
  request: { batchId },
  answer: {},
  refusals: ["NOT_FOUND"],
  file: "text/csv",
});
