import type { RequestIn } from "@guichet/contract/call.ts";
import {
  voucherBatchMax,
  voucherBatchNameMaxLength,
  voucherLimitMax,
  voucherPrefixMaxLength,
} from "@guichet/contract/limits/cart-limits.ts";
import type { createVoucherBatch } from "@guichet/contract/office/vouchers.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import { isDay } from "@guichet/rules/dates/days.ts";
import { typedAmount } from "../refunds/typed-amount.ts";

/** A batch of vouchers as it was typed. */
export interface TypedBatch {
  name: string;
  prefix: string;
  count: string;
  kind: "amount" | "percent";
  amount: string;
  percent: string;
  articles: string[];
  minimumAmount: string;
  validFrom: string;
  validUntil: string;
  limit: string;
  limitPerAccount: string;
  combinable: boolean;
}

/** The fields of the form that can be wrong. */
export const batchFields = [
  "name",
  "prefix",
  "count",
  "amount",
  "percent",
  "articles",
  "minimumAmount",
  "validFrom",
  "validUntil",
  "limit",
  "limitPerAccount",
] as const;
export type BatchField = (typeof batchFields)[number];

export const emptyBatch = (today: string): TypedBatch => ({
  ...{ name: "", prefix: "", count: "", kind: "amount", amount: "", percent: "", articles: [], minimumAmount: "" },
  ...{ validFrom: today, validUntil: "", limit: "1", limitPerAccount: "", combinable: false },
});

/** Reads the form, as it was typed. */
export function typedIn(form: FormData): TypedBatch {
  const one = (name: string) => `${form.get(name) ?? ""}`.trim();
  return {
    ...{
      name: one("name"),
      prefix: one("prefix"),
      count: one("count"),
      amount: one("amount"),
      percent: one("percent"),
    },
    ...{ minimumAmount: one("minimumAmount"), validFrom: one("validFrom"), validUntil: one("validUntil") },
    ...{ limit: one("limit"), limitPerAccount: one("limitPerAccount") },
    kind: one("kind") === "percent" ? "percent" : "amount",
    articles: form.getAll("articles").map(String),
    combinable: form.get("combinable") !== null,
  };
}

/** The most that a field takes: a number, or the characters of a text. */
export const fieldMax = {
  ...{ name: voucherBatchNameMaxLength, prefix: voucherPrefixMaxLength, count: voucherBatchMax, percent: 100 },
  ...{ limit: voucherLimitMax, limitPerAccount: voucherLimitMax },
} satisfies Partial<Record<BatchField, number>>;

/** A whole number from 1 to `max`; undefined: another text. */
function numberIn(text: string, max: number): number | undefined {
  const number = /^\d{1,7}$/u.test(text) ? Number(text) : 0;
  return number >= 1 && number <= max ? number : undefined;
}

type Wrong = "FIELD_INVALID" | "FIELD_REQUIRED";

/** The values of the call from what was typed; otherwise the first field that is missing or wrong. */
export function batchOf(typed: TypedBatch, currency: string): Result<RequestIn<typeof createVoucherBatch>, Wrong> {
  const { name, prefix, kind, articles, validFrom, validUntil, combinable } = typed;
  const [count, limit] = [numberIn(typed.count, voucherBatchMax), numberIn(typed.limit, voucherLimitMax)];
  const amount = typedAmount(typed.amount, currency);
  const percent = numberIn(typed.percent, fieldMax.percent);
  const minimumAmount = typedAmount(typed.minimumAmount, currency);
  const limitPerAccount = numberIn(typed.limitPerAccount, voucherLimitMax);
  const states: [BatchField, text: string, isRight: boolean, isOptional?: true][] = [
    ["name", name, true],
    ["prefix", prefix, /^[a-z\d]*$/iu.test(prefix), true],
    ["count", typed.count, count !== undefined],
    kind === "amount"
      ? ["amount", typed.amount, amount !== undefined]
      : ["percent", typed.percent, percent !== undefined],
    ["minimumAmount", typed.minimumAmount, minimumAmount !== undefined, true],
    ["validFrom", validFrom, isDay(validFrom)],
    ["validUntil", validUntil, isDay(validUntil) && validUntil >= validFrom],
    ["limit", typed.limit, limit !== undefined],
    ["limitPerAccount", typed.limitPerAccount, limitPerAccount !== undefined, true],
  ];
  for (const [field, text, isRight, isOptional] of states) {
    if (text === "" && !isOptional) return err("FIELD_REQUIRED", { field });
    if (text !== "" && !isRight) return err("FIELD_INVALID", { field });
  }
  return ok({
    ...{ name, prefix, count: count ?? 0, articles, validFrom, validUntil, combinable },
    ...(kind === "amount" ? amount && { amount } : percent && { percent }),
    ...(minimumAmount && { minimumAmount }),
    ...(limit && { limit }),
    ...(limitPerAccount && { limitPerAccount }),
  });
}
