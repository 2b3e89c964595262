import { languages } from "@guichet/contract/languages.ts";
import { type Language, Texts } from "@guichet/contract/locales.ts";
import { instantAt, localTimeIn } from "@guichet/rules/dates/local-times.ts";
import { decimalText, typedMinorUnits } from "@guichet/texts/decimal-money.ts";
import { z } from "zod";

/** What is typed in a form: the values of each input by its name. Inputs without a value are absent. */
export type Typed = Readonly<Record<string, readonly string[]>>;

/** What a form needs to know of the network. `languages`: its default first. */
export interface FormContext {
  currency: string;
  languages: readonly Language[];
  timeZone: string;
}

/** Why a typed value is none. */
export type WrongValue = "required" | "money" | "percent" | "integer" | "instant" | "duration" | "year-day" | "json";

/** The inputs of one field; the suffix is what follows the name of the field. */
export interface Inputs {
  one(suffix?: string): string;
  /** Trimmed values, as many as there are inputs. */
  all(suffix?: string): string[];
  /** States that what was typed is wrong; `more` is a remark in English. */
  wrong(why: WrongValue, suffix?: string, more?: string): undefined;
}

/** A way to type values: as text in inputs, and back. An absent value is `undefined`. */
export interface Codec {
  /** The values of the inputs by the suffix of their names. */
  typed(value: unknown, context: FormContext): Record<string, readonly string[]>;
  read(inputs: Inputs, context: FormContext): unknown;
  /** The suffix of the first input, for a link to it. */
  first?(context: FormContext): string;
}

const lines = (text: string): string[] =>
  text
    .split(/\r?\n/u)
    .map((line) => line.trim())
    .filter((line) => line !== "");

const asText = (value: unknown): string => (typeof value === "string" ? value : "");
const asList = (value: unknown): string[] => z.array(z.string()).safeParse(value).data ?? [];

export const text: Codec = {
  typed: (value) => ({ "": [typeof value === "number" ? `${value}` : asText(value)] }),
  read: ({ one }) => one() || undefined,
};

export const number: Codec = {
  typed: text.typed,
  read: ({ one, wrong }) => {
    if (one() === "") return undefined;
    return /^-?\d{1,9}$/u.test(one()) ? Number(one()) : wrong("integer");
  },
};

export const percent: Codec = {
  typed: (value) => ({ "": [typeof value === "number" ? `${value}`.replace(".", ",") : ""] }),
  read: ({ one, wrong }) => {
    const typed = one().replace(/\s*%$/u, "");
    if (typed === "") return undefined;
    return /^\d{1,3}([.,]\d{1,2})?$/u.test(typed) ? Number(typed.replace(",", ".")) : wrong("percent");
  },
};

/** An amount in minor units as it is typed, `12,50`. */
export const typedMoney = (amount: number, currency: string): string => decimalText(amount, currency).replace(".", ",");

export const money: Codec = {
  typed: (value, { currency }) => ({ "": [typeof value === "number" ? typedMoney(value, currency) : ""] }),
  read: ({ one, wrong }, { currency }) =>
    one() === "" ? undefined : (typedMinorUnits(one(), currency) ?? wrong("money")),
};

export const boolean: Codec = {
  typed: (value) => ({ "": value === true ? ["true"] : [] }),
  read: ({ one }) => one() === "true",
};

/** A time of the network's zone. `was` keeps the exact instant, which has a fraction of a second, or is the second of two. */
export const instant: Codec = {
  typed: (value, { timeZone }) => {
    const was = asText(value);
    return { "": [was === "" ? "" : localTimeIn(was, timeZone)], was: [was] };
  },
  read: ({ one, wrong }, { timeZone }) => {
    const [typed, was] = [one(), one("was")];
    if (typed === "") return undefined;
    const isUntouched = !Number.isNaN(Date.parse(was)) && localTimeIn(was, timeZone) === typed;
    return isUntouched ? was : (instantAt(typed, timeZone) ?? wrong("instant"));
  },
};

export const texts: Codec = {
  typed: (value) =>
    Object.fromEntries(Object.entries(Texts.safeParse(value).data ?? {}).map(([key, one]) => [key, [one]])),
  read: ({ one, wrong }, context) => {
    const typed = languages.flatMap((language) => (one(language) === "" ? [] : [[language, one(language)] as const]));
    if (typed.length === 0) return undefined;
    const main = context.languages[0];
    if (main !== undefined && one(main) === "") return wrong("required", main);
    return Object.fromEntries(typed);
  },
  first: (context) => context.languages[0] ?? "",
};

export const words: Codec = {
  typed: (value) => ({ "": [asList(value).join("\n")] }),
  read: ({ one }) => lines(one()),
};

const WordsByLanguage = z.partialRecord(z.enum(languages), z.array(z.string()));

export const searchWords: Codec = {
  typed: (value) =>
    Object.fromEntries(
      Object.entries(WordsByLanguage.safeParse(value).data ?? {}).map(([key, list]) => [key, [list.join("\n")]]),
    ),
  read: ({ one }) => {
    const typed = languages.flatMap((language) => (one(language) === "" ? [] : [[language, lines(one(language))]]));
    return typed.length === 0 ? undefined : Object.fromEntries(typed);
  },
  first: (context) => context.languages[0] ?? "",
};

export const many: Codec = {
  typed: (value) => ({ "": asList(value) }),
  read: ({ all }) => all().filter((one) => one !== ""),
};

export const json: Codec = {
  typed: (value) => ({ "": [value === undefined ? "" : JSON.stringify(value, null, 2)] }),
  read: ({ one, wrong }) => {
    if (one() === "") return undefined;
    try {
      return JSON.parse(one());
    } catch (error) {
      return wrong("json", "", error instanceof Error ? error.message : "");
    }
  },
};
