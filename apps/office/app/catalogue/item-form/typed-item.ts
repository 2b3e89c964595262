import { DraftableItem, type DraftItemKind } from "@guichet/contract/office/catalogue/catalogue-drafts.ts";
import { type Control, type FieldKey, fieldsOf } from "./item-fields.ts";
import { refund, refundInput, refundParts } from "./refund-values.ts";
import { duration, figure, paymentOptions, pivot, products, validity } from "./typed-rows.ts";
import {
  boolean,
  type Codec,
  type FormContext,
  instant,
  json,
  many,
  money,
  number,
  percent,
  searchWords,
  type Typed,
  text,
  texts,
  type WrongValue,
  words,
} from "./typed-values.ts";

/** A field that is missing or wrong. */
export interface ItemFault {
  key: FieldKey;
  /** The id of the input, for a link to it. */
  input: string;
  /** `min` and `max`: outside of its limit; `other`: as `message` says. */
  why: WrongValue | "min" | "max" | "other";
  limit: number | null;
  /** In English, with the path inside a structured value; null: `why` says it. */
  message: string | null;
}

/** An item that was typed, or what is wrong. */
export type ReadItem = { ok: true; item: DraftableItem } | { ok: false; faults: ItemFault[] };

const codecs: Record<Control["is"], Codec> = {
  ...{ text, texts, words, money, percent, boolean, instant, many, json, duration, validity, pivot, figure, products },
  ...{ integer: number, one: text, fixed: text, colour: text, day: text, "one-item": text, "many-items": many },
  ...{ "search-words": searchWords, "payment-options": paymentOptions, refund },
};

export const codecOf = (control: Control): Codec =>
  control.is === "one" && control.number ? number : codecs[control.is];

/** The name of an input. */
export const inputName = (key: string, suffix = ""): string => (suffix === "" ? key : `${key}.${suffix}`);

/** The id of the first input of a field. */
export const firstInput = (key: string, control: Control, context: FormContext): string =>
  inputName(key, codecOf(control).first?.(context));

/** The value of a key. */
export const valueAt = (item: DraftableItem, key: string): unknown =>
  Object.entries(item.definition).find(([one]) => one === key)?.[1];

/** Whether two values are the same, whatever the sequence of their keys. */
export const isSameValue = (one: unknown, other: unknown): boolean => sortedJson(one) === sortedJson(other);

const sortedJson = (value: unknown): string | undefined =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );

/** What the form of an item shows. */
export function typedOf(item: DraftableItem, context: FormContext): Typed {
  const inputs = fieldsOf(item.kind).flatMap(({ key, control }) =>
    Object.entries(codecOf(control).typed(valueAt(item, key), context)).map(
      ([suffix, values]) => [inputName(key, suffix), values] as const,
    ),
  );
  return withoutEmpty(inputs);
}

/** What was typed in the form of an item. */
export function typedIn(form: FormData): Typed {
  const names = [...new Set(form.keys())].filter((name) => name !== "basis" && name !== "what");
  return withoutEmpty(
    names.map((name) => [name, form.getAll(name).map((value) => `${value}`.replaceAll("\r\n", "\n"))] as const),
  );
}

const withoutEmpty = (inputs: readonly (readonly [string, readonly string[]])[]): Typed =>
  Object.fromEntries(inputs.filter(([, values]) => values.some((value) => value !== "")));

/** Whether every input of a field has what the form showed. */
function isUntouched(key: string, control: Control, typed: Typed, before: Typed): boolean {
  const names = Object.keys({ ...before, ...typed }).filter((name) => name === key || name.startsWith(`${key}.`));
  return (
    names.length > 0 &&
    names.every((name) => {
      const [were = [], are = []] = [before[name], typed[name]];
      return were.length === are.length && were.every((was, index) => isSent(was, are[index] ?? "", control));
    })
  );
}

/** Whether a browser sends this for what an input showed: it writes line breaks in its own way, and none in an input of one line. */
function isSent(was: string, sent: string, { is }: Control): boolean {
  const hasLines = is === "texts" || is === "words" || is === "search-words" || is === "json";
  return was.replaceAll(/\r\n?/g, "\n") === sent || (!hasLines && was.replaceAll(/[\r\n]/g, "") === sent);
}

/** Whether a field must be typed although the pack has a default. */
export const isRequired = (control: Control): boolean => "required" in control && control.required === true;

/**
 * The item that was typed; otherwise every field that is missing or wrong. `shown`: the item that the form showed; what nobody touched stays
 * as it is there, although a form changes line breaks, spaces and decimals.
 */
export function itemIn(
  kind: DraftItemKind,
  typed: Typed,
  context: FormContext,
  shown: DraftableItem | null = null,
): ReadItem {
  const faults: ItemFault[] = [];
  const definition: Record<string, unknown> = {};
  const before = shown === null ? {} : typedOf(shown, context);
  for (const { key, control } of fieldsOf(kind)) {
    if (shown !== null && isUntouched(key, control, typed, before)) {
      const kept = valueAt(shown, key);
      if (kept !== undefined) definition[key] = kept;
      continue;
    }
    const all = (suffix = "") => {
      const name = inputName(key, suffix);
      const were = before[name] ?? [];
      return (typed[name] ?? []).map((value, index) => {
        const was = were[index];
        return was !== undefined && isSent(was, value, control) ? was : value.trim();
      });
    };
    const value = codecOf(control).read(
      {
        all,
        one: (suffix) => all(suffix)[0] ?? "",
        wrong: (why, suffix, message = "") => {
          faults.push({ key, input: inputName(key, suffix), why, limit: null, message: message || null });
          return undefined;
        },
      },
      context,
    );
    if (value !== undefined) definition[key] = value;
    else if (isRequired(control) && all().every((one) => one === ""))
      faults.push({ key, input: inputName(key), why: "required", limit: null, message: null });
  }
  const read = DraftableItem.safeParse({ kind, definition });
  const known = new Set(faults.map(({ key }) => key));
  const refused = read.success
    ? []
    : read.error.issues.flatMap((issue) => faultOf({ kind, definition }, issue, context));
  const keys = fieldsOf(kind).map(({ key }) => key);
  const all = [...faults, ...refused.filter(({ key }) => !known.has(key))];
  all.sort((one, other) => keys.indexOf(one.key) - keys.indexOf(other.key));
  return read.success && all.length === 0 ? { ok: true, item: read.data } : { ok: false, faults: all };
}

interface Issue {
  code: string;
  path: PropertyKey[];
  message: string;
  minimum?: number | bigint;
  maximum?: number | bigint;
}

interface UnreadItem {
  kind: DraftItemKind;
  definition: Readonly<Record<string, unknown>>;
}

/** What the schema of the pack refuses, at its field. */
function faultOf({ kind, definition }: UnreadItem, issue: Issue, context: FormContext): ItemFault[] {
  const [, key, ...inside] = issue.path;
  const field = fieldsOf(kind).find((one) => one.key === key);
  if (field === undefined) return [];
  const { control } = field;
  const place = { key: field.key, input: firstInput(field.key, control, context) };
  if (definition[field.key] === undefined) return [{ ...place, why: "required", limit: null, message: null }];
  if (control.is === "integer" && issue.minimum !== undefined)
    return [{ ...place, why: "min", limit: Number(issue.minimum), message: null }];
  if (control.is === "integer" && issue.maximum !== undefined)
    return [{ ...place, why: "max", limit: Number(issue.maximum), message: null }];
  if (control.is === "refund") return [refundFault(field.key, issue, inside)];
  if (issue.code === "too_small" && Number(issue.minimum) === 1)
    return [{ ...place, why: "required", limit: null, message: null }];
  const path = inside.map(String).join(".");
  return [{ ...place, why: "other", limit: null, message: path === "" ? issue.message : `${path}: ${issue.message}` }];
}

/** What is wrong inside a refund policy, at its own input; an amount out of bounds as one that is none. */
function refundFault(key: FieldKey, issue: Issue, inside: readonly PropertyKey[]): ItemFault {
  const suffix = refundInput(inside[0]);
  const place = { key, input: inputName(key, suffix), limit: null, message: null };
  const is = suffix === "more" ? undefined : refundParts[suffix];
  if (is === "money") return { ...place, why: "money" };
  if (is !== undefined && issue.minimum !== undefined) return { ...place, why: "min", limit: Number(issue.minimum) };
  if (is !== undefined && issue.maximum !== undefined) return { ...place, why: "max", limit: Number(issue.maximum) };
  const path = inside.map(String).join(".");
  return { ...place, why: "other", message: path === "" ? issue.message : `${path}: ${issue.message}` };
}
