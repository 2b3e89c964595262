import { Validity } from "@guichet/contract/catalogue.ts";
import { Texts } from "@guichet/contract/locales.ts";
import { PackArticle } from "@guichet/contract/network-pack.ts";
import { type Codec, type Inputs, texts } from "./typed-values.ts";

/** Units of a duration; `iso`: another one, written as in ISO 8601. */
export const durationUnits = ["minutes", "hours", "days", "weeks", "months", "years", "iso"] as const;
export type DurationUnit = (typeof durationUnits)[number];

const isoUnits = { minutes: "PT#M", hours: "PT#H", days: "P#D", weeks: "P#W", months: "P#M", years: "P#Y" } as const;

/** A duration as a number with its unit. */
export function durationParts(duration: string): { count: string; unit: DurationUnit } {
  for (const [unit, form] of Object.entries(isoUnits)) {
    const count = new RegExp(`^${form.replace("#", "(\\d+)")}$`).exec(duration)?.[1];
    const known = durationUnits.find((one) => one === unit);
    if (count !== undefined && known !== undefined) return { count, unit: known };
  }
  return { count: duration, unit: "iso" };
}

const typedDuration = (value: unknown) => {
  const { count, unit } = typeof value === "string" ? durationParts(value) : { count: "", unit: "days" };
  return { count: [count], unit: [unit] };
};

function readDuration({ one, wrong }: Inputs): string | undefined {
  const [count, unit] = [one("count"), durationUnits.find((name) => name === one("unit"))];
  if (count === "") return undefined;
  if (unit === "iso" && count.startsWith("P")) return count;
  if (unit === undefined || unit === "iso" || !/^\d{1,5}$/u.test(count)) return wrong("duration", "count");
  return isoUnits[unit].replace("#", `${Number(count)}`);
}

export const duration: Codec = { typed: typedDuration, read: readDuration, first: () => "count" };

const dayParts = (day: string) => ({ day: `${Number(day.slice(3))}`, month: day.slice(0, 2) });

/** The kinds of a validity: from when a duration counts, or a period of every year. */
export const validityKinds = ["first-use", "purchase", "start", "period"] as const;

export const validity: Codec = {
  typed: (value) => {
    const known = Validity.safeParse(value).data;
    const isPeriod = known !== undefined && "period" in known;
    const days = isPeriod ? [dayParts(known.period.from), dayParts(known.period.to)] : [];
    const [from, to] = days;
    return {
      kind: [known === undefined ? "first-use" : isPeriod ? "period" : known.from],
      ...typedDuration(known === undefined || isPeriod ? undefined : known.duration),
      ...{ "from-day": [from?.day ?? ""], "from-month": [from?.month ?? ""] },
      ...{ "to-day": [to?.day ?? ""], "to-month": [to?.month ?? ""] },
    };
  },
  read: (inputs) => {
    const kind = inputs.one("kind");
    if (kind === "period") {
      const [from, to] = [yearDay(inputs, "from"), yearDay(inputs, "to")];
      return from === undefined || to === undefined ? undefined : { period: { from, to } };
    }
    const length = inputs.one("count") === "" ? inputs.wrong("duration", "count") : readDuration(inputs);
    return length === undefined ? undefined : { from: kind, duration: length };
  },
  first: () => "kind",
};

/** A day of the year, `09-01`. */
function yearDay({ one, wrong }: Inputs, end: "from" | "to"): string | undefined {
  const [day, month] = [one(`${end}-day`), one(`${end}-month`)];
  const isTyped = /^\d{1,2}$/u.test(day) && /^\d\d$/u.test(month);
  // Of a leap year: 29 February is a day of the year.
  const lastDay = new Date(Date.UTC(2028, Number(month), 0)).getUTCDate();
  if (!isTyped || Number(day) < 1 || Number(day) > lastDay) return wrong("year-day", `${end}-day`);
  return `${month}-${day.padStart(2, "0")}`;
}

const Pivot = PackArticle.shape.pivot;

export const pivot: Codec = {
  typed: (value) => {
    const known = Pivot.safeParse(value).data;
    const numbers = { value: [`${known?.value ?? ""}`], proposals: [`${known?.proposals ?? ""}`] };
    return { type: [known?.type ?? ""], ...numbers };
  },
  read: (inputs) => {
    const type = inputs.one("type");
    return type === "" ? undefined : { type, value: integer(inputs, "value"), proposals: integer(inputs, "proposals") };
  },
  first: () => "type",
};

function integer({ one, wrong }: Inputs, suffix: string, at = ""): number | undefined {
  const typed = one(suffix);
  return /^-?\d{1,6}$/u.test(typed) ? Number(typed) : wrong("integer", `${suffix}${at}`);
}

const Figure = PackArticle.shape.figure;

export const figure: Codec = {
  typed: (value, context) => {
    const known = Figure.safeParse(value).data;
    return { value: [known?.value ?? ""], ...texts.typed(known?.unit, context) };
  },
  read: (inputs, context) => {
    const unit = Texts.safeParse(texts.read(inputs, context)).data;
    if (inputs.one("value") === "" && unit === undefined) return undefined;
    if (inputs.one("value") === "") return inputs.wrong("required", "value");
    return unit === undefined ? inputs.wrong("required", context.languages[0]) : { value: inputs.one("value"), unit };
  },
  first: () => "value",
};

const Products = PackArticle.shape.products;

export const products: Codec = {
  typed: (value) => {
    const known = Products.safeParse(value).data ?? [];
    return {
      id: known.map(({ id }) => id),
      dematerialized: known.map(({ dematerialized }) => `${dematerialized}`),
    };
  },
  read: ({ all }) => {
    const ways = all("dematerialized");
    return all("id").flatMap((id, row) => (id === "" ? [] : [{ id, dematerialized: ways[row] === "true" }]));
  },
  first: () => "id.0",
};

const PaymentOptions = PackArticle.shape.paymentOptions;

export const paymentOptions: Codec = {
  typed: (value) => {
    const known = PaymentOptions.safeParse(value).data ?? [];
    return {
      installments: known.map(({ installments }) => `${installments}`),
      period: known.map(({ period }) => period),
      subscription: known.map(({ allowSubscription }) => `${allowSubscription}`),
      ...Object.fromEntries(known.map(({ paymentMethods }, row) => [`methods.${row}`, paymentMethods])),
    };
  },
  read: ({ all, wrong }) => {
    const [periods, subscriptions] = [all("period"), all("subscription")];
    const options = all("installments").flatMap((count, row) => {
      const paymentMethods = all(`methods.${row}`);
      // A row is taken away by emptying it.
      if (count === "" && paymentMethods.length === 0) return [];
      if (!/^\d{1,2}$/u.test(count)) return [wrong("integer", `installments.${row}`)];
      if (paymentMethods.length === 0) return [wrong("required", `methods.${row}`)];
      const allowSubscription = subscriptions[row] === "true";
      return [{ installments: Number(count), period: periods[row], paymentMethods, allowSubscription }];
    });
    return options.every((option) => option !== undefined) ? options : undefined;
  },
  first: () => "installments.0",
};
