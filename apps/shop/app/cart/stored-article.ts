import type { Ink, ItemField, PaymentOption, Period, PivotType, Support } from "@guichet/contract/catalogue.ts";
import type { CartArticle } from "@guichet/rules/cart.ts";
import type { CardWork } from "@guichet/rules/transport-card-articles.ts";
import { isObject, listOf, textOf } from "./stored-values.ts";

/** Article data that the cart displays and that the cart's rules need. */
export interface StoredArticle extends CartArticle {
  name: string;
  ink: Ink;
  icon: string;
  category: string;
  audience: string | null;
  figure: { value: string; unit: string } | null;
  pivotType: PivotType | null;
  /** Renewal interval of a subscription; null: not a subscription. */
  renewalInterval: Period | null;
  /** Kind of card that the article produces, if any; such a line is changed on the page on which it was chosen. */
  cardWork: CardWork | null;
  /** Whether eligibility depends on the traveller's age. */
  isAgeLimited: boolean;
  fields: readonly Pick<ItemField, "id" | "label" | "choices">[];
}

const inks: readonly Ink[] = ["pass", "year", "social", "card"];
const pivots: readonly PivotType[] = ["DAY_PIVOT", "WEEK_PIVOT", "MONTH_PIVOT"];
const supports: readonly Support[] = ["SHIPPING", "COLLECT", "MEDIA", "DEMATERIALIZED", "PHYSICAL"];
const methods: readonly PaymentOption["paymentMethods"][number][] = ["CARD", "TRANSFER", "DEPOSIT", "CASH"];
const periods: readonly Period[] = ["P7D", "P14D", "P1M", "P6M", "P1Y"];
const works: readonly CardWork[] = ["new", "duplicate"];
const listMax = 40;

const oneOf =
  <T extends string>(known: readonly T[]) =>
  (value: unknown): T | null =>
    known.find((one) => one === value) ?? null;
const countOf = (value: unknown): number | null =>
  typeof value === "number" && Number.isInteger(value) ? value : null;

/** Parses a stored article; null when the value is not one. */
export function readStoredArticle(value: unknown): StoredArticle | null {
  if (!isObject(value)) return null;
  const [shopItemId, name] = [textOf(value.shopItemId), textOf(value.name)];
  const ink = oneOf(inks)(value.ink);
  const [min, max] = [countOf(value.articleQuantityMin), countOf(value.articleQuantityMax)];
  if (shopItemId === null || name === null || ink === null || min === null || max === null) return null;
  return {
    shopItemId,
    name,
    ink,
    articleQuantityMin: min,
    articleQuantityMax: max,
    maxBuyAtOnce: countOf(value.maxBuyAtOnce),
    isRenewable: value.isRenewable === true,
    supports: listOf(value.supports, oneOf(supports), listMax),
    options: listOf(value.options, textOf, listMax),
    paymentOptions: listOf(value.paymentOptions, paymentOptionOf, listMax),
    icon: textOf(value.icon) ?? "",
    category: textOf(value.category) ?? "",
    audience: textOf(value.audience),
    figure: figureOf(value.figure),
    pivotType: oneOf(pivots)(value.pivotType),
    renewalInterval: oneOf(periods)(value.renewalInterval),
    cardWork: oneOf(works)(value.cardWork),
    isAgeLimited: value.isAgeLimited === true,
    fields: listOf(value.fields, fieldOf, listMax),
  };
}

function paymentOptionOf(value: unknown): PaymentOption | null {
  if (!isObject(value)) return null;
  const [installments, period] = [countOf(value.installments), oneOf(periods)(value.period)];
  if (installments === null || period === null) return null;
  const paymentMethods = listOf(value.paymentMethods, oneOf(methods), listMax);
  return { installments, period, paymentMethods, allowSubscription: value.allowSubscription === true };
}

function figureOf(value: unknown): StoredArticle["figure"] {
  if (!isObject(value)) return null;
  const [figure, unit] = [textOf(value.value), textOf(value.unit)];
  return figure === null || unit === null ? null : { value: figure, unit };
}

function fieldOf(value: unknown): StoredArticle["fields"][number] | null {
  if (!isObject(value)) return null;
  const [id, label] = [textOf(value.id), textOf(value.label)];
  return id === null || label === null ? null : { id, label, choices: listOf(value.choices, choiceOf, listMax) };
}

function choiceOf(value: unknown): { value: string; label: string } | null {
  if (!isObject(value)) return null;
  const [choice, label] = [textOf(value.value), textOf(value.label)];
  return choice === null || label === null ? null : { value: choice, label };
}
