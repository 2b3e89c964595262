/** What somebody typed into a form, by the names of its fields. */
export type Typed = Readonly<Record<string, string>>;

/** What is wrong with a form: in which field (none: with the whole), and what; `seconds`: how long to wait. */
export interface Fault<Code extends string = string> {
  field?: string | undefined;
  code: Code;
  seconds?: number | undefined;
}

/** What a reader of a form yields: the values to send, or all that is wrong, in the order of the fields. */
export type Read<T, Code extends string = string> = { ok: true; value: T } | { ok: false; faults: Fault<Code>[] };

/** A form that came back: what is wrong, and what was typed, never passwords. */
export interface SentBack<Code extends string = string> {
  faults: Fault<Code>[];
  typed: Typed;
}

const typedMax = 512;
const secret = /password/i;

/** The text fields of a form, each within a limit. */
export function typedOf(form: FormData): Typed {
  const entries = [...form].flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value.slice(0, typedMax)] as const] : [],
  );
  return Object.fromEntries(entries);
}

/** A form goes back with its faults; passwords are typed again. */
export function sentBack<Code extends string>(faults: Fault<Code>[], typed: Typed): SentBack<Code> {
  return { faults, typed: Object.fromEntries(Object.entries(typed).filter(([name]) => !secret.test(name))) };
}

/** The field of a control: the parts of a date belong to one. */
export const fieldOf = (name: string): string => name.replace(/-(day|month|year)$/, "");

/** What is wrong with a form that was read. */
export const faultsOf = <Code extends string>(read: Read<unknown, Code>): readonly Fault<Code>[] =>
  read.ok ? [] : read.faults;
