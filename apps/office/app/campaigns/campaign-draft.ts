import type { RequestIn } from "@guichet/contract/call.ts";
import type { Language } from "@guichet/contract/languages.ts";
import {
  type Campaign,
  CompensationKind,
  type draftCampaign,
  UnpayableRule,
} from "@guichet/contract/office/compensations.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import { typedAmount } from "../refunds/typed-amount.ts";

/** The draft of a campaign as it was typed. */
export interface TypedCampaign {
  name: string;
  from: string;
  to: string;
  articles: string[];
  categories: string[];
  lines: string[];
  zones: string[];
  kind: CompensationKind;
  amount: string;
  percent: string;
  voucherUntil: string;
  unpayable: UnpayableRule;
  /** The reason by language. */
  reasons: Record<string, string>;
}

/** The fields of the form that can be wrong. */
export const draftFields = [
  "name",
  "from",
  "to",
  "articles",
  "categories",
  "amount",
  "percent",
  "voucherUntil",
  "reasons",
] as const;
export type DraftField = (typeof draftFields)[number];

export const emptyCampaign = (today: string): TypedCampaign => ({
  ...{ name: "", from: today, to: today, articles: [], categories: [], lines: [], zones: [], kind: "fixed" },
  ...{ amount: "", percent: "", voucherUntil: "", unpayable: "report", reasons: {} },
});

/** A campaign as it would be typed again, for a corrected draft; `written` formats its amount. */
export function typedAgain(campaign: Campaign, written: (amount: number, currency: string) => string): TypedCampaign {
  const { name, from, to, articles, categories, lines, zones, kind, amount, percent, voucherUntil, unpayable } =
    campaign;
  return {
    ...{ name, from, to, articles, categories, lines, zones, kind, unpayable },
    amount: amount === null ? "" : written(amount.amount, amount.currency),
    percent: percent === null ? "" : `${percent}`,
    voucherUntil: voucherUntil ?? "",
    reasons: Object.fromEntries(campaign.reasons.map(({ language, text }) => [language, text])),
  };
}

/** Reads the form, as it was typed. */
export function typedIn(form: FormData, languages: readonly string[]): TypedCampaign {
  const one = (name: string) => `${form.get(name) ?? ""}`.trim();
  const all = (name: string) => form.getAll(name).map(String);
  return {
    ...{ name: one("name"), from: one("from"), to: one("to") },
    ...{ articles: all("articles"), categories: all("categories"), lines: all("lines"), zones: all("zones") },
    ...{ amount: one("amount"), percent: one("percent"), voucherUntil: one("voucherUntil") },
    kind: CompensationKind.safeParse(one("kind")).data ?? "fixed",
    unpayable: UnpayableRule.safeParse(one("unpayable")).data ?? "report",
    reasons: Object.fromEntries(languages.map((language) => [language, one(`reason-${language}`)])),
  };
}

export const isShare = (kind: CompensationKind): boolean => kind === "share" || kind === "share-per-day";
const percents = /^([1-9]\d?|100)$/u;
const day = /^\d{4}-\d{2}-\d{2}$/u;

/** The values of the call from what was typed; otherwise the first field that is missing or wrong. */
export function draftOf(
  typed: TypedCampaign,
  { currency, languages }: { currency: string; languages: readonly Language[] },
): Result<RequestIn<typeof draftCampaign>, "FIELD_INVALID" | "FIELD_REQUIRED"> {
  const { name, from, to, articles, categories, lines, zones, kind, voucherUntil, unpayable } = typed;
  const missing = (field: DraftField) => err("FIELD_REQUIRED" as const, { field });
  const wrong = (field: DraftField) => err("FIELD_INVALID" as const, { field });
  if (name === "") return missing("name");
  if (!day.test(from)) return missing("from");
  if (!day.test(to)) return missing("to");
  if (to < from) return wrong("to");
  if (articles.length + categories.length === 0) return missing("articles");
  const amount = isShare(kind) ? undefined : typedAmount(typed.amount, currency);
  if (!isShare(kind) && amount === undefined) return typed.amount === "" ? missing("amount") : wrong("amount");
  if (isShare(kind) && !percents.test(typed.percent))
    return typed.percent === "" ? missing("percent") : wrong("percent");
  const rule = kind === "voucher" ? "report" : unpayable;
  const hasVouchers = kind === "voucher" || rule === "voucher";
  if (hasVouchers && !day.test(voucherUntil)) return missing("voucherUntil");
  const reasons = languages.map((language) => ({ language, text: typed.reasons[language] ?? "" }));
  if (reasons.some(({ text }) => text === "")) return missing("reasons");
  return ok({
    ...{ name, from, to, articles, categories, lines, zones, kind, reasons, unpayable: rule },
    ...(amount === undefined ? {} : { amount }),
    ...(isShare(kind) ? { percent: Number(typed.percent) } : {}),
    ...(hasVouchers ? { voucherUntil } : {}),
  });
}
