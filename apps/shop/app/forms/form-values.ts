/** Entered form values by field name. */
export type Typed = Readonly<Record<string, string>>;

/** Validation error of a form: field (none for the whole form) and code; `seconds` is the time to wait. */
export interface Fault<Code extends string = string> {
  field?: string | undefined;
  code: Code;
  seconds?: number | undefined;
}

/** Result of parsing a form: the values, or all errors in field order. */
export type Read<T, Code extends string = string> = { ok: true; value: T } | { ok: false; faults: Fault<Code>[] };

/** A form returned with errors: the errors and the entered values, never passwords. */
export interface SentBack<Code extends string = string> {
  faults: Fault<Code>[];
  typed: Typed;
}

const typedMax = 512;
const secret = /password/i;

/** Reads the text fields of a form, each limited in length. */
export function typedOf(form: FormData): Typed {
  const entries = [...form].flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value.slice(0, typedMax)] as const] : [],
  );
  return Object.fromEntries(entries);
}

/** Returns a form with its errors; passwords must be entered again. */
export function sentBack<Code extends string>(faults: Fault<Code>[], typed: Typed): SentBack<Code> {
  return { faults, typed: Object.fromEntries(Object.entries(typed).filter(([name]) => !secret.test(name))) };
}

/** Returns the field of a control; the parts of a date share one field. */
export const fieldOf = (name: string): string => name.replace(/-(day|month|year)$/, "");

/** Returns the errors of a parsed form. */
export const faultsOf = <Code extends string>(read: Read<unknown, Code>): readonly Fault<Code>[] =>
  read.ok ? [] : read.faults;
