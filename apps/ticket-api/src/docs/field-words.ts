import type { Json } from "./fields.ts";

const backtick = (text: string): string => `\`${text}\``;
const listedMax = 12;

/** Describes the values of a request's field: its type and range, from its JSON Schema. */
export function wordsOf(schema: Json): string {
  const options = schema.anyOf as Json[] | undefined;
  if (options !== undefined) return wordsOfOptions(options);
  if (Array.isArray(schema.type)) return schema.type.map((type) => wordsOf({ ...schema, type })).join(" or ");
  if (schema.const !== undefined) return backtick(JSON.stringify(schema.const));
  const values = schema.enum as unknown[] | undefined;
  if (values !== undefined) {
    const shown = values.slice(0, listedMax).map((value) => backtick(String(value)));
    return [...shown, ...(values.length > listedMax ? ["…"] : [])].join(", ");
  }
  switch (schema.type) {
    case "string":
      return textWords(schema);
    case "integer":
    case "number":
      return numberWords(schema);
    case "boolean":
      return "yes or no";
    case "null":
      return "null";
    case "array":
      return `list${schema.maxItems === undefined ? "" : ` of at most ${schema.maxItems}`}: ${wordsOf((schema.items ?? {}) as Json)}`;
    case "object":
      return objectWords(schema);
    default:
      return "anything";
  }
}

/** A parameter that may also be text, in a query, is described by its meaning. */
function wordsOfOptions(options: Json[]): string {
  const meant = options.find(({ type }) => type === "boolean" || type === "integer" || type === "array");
  const isForQuery = meant !== undefined && options.every(({ type }) => type === meant.type || type === "string");
  return isForQuery ? wordsOf(meant) : [...new Set(options.map(wordsOf))].join(" or ");
}

const patterns: Readonly<Record<string, string>> = {
  "^[A-Za-z0-9_-]{1,64}$": "id",
  "^[A-Z]{3}$": "currency, as EUR",
  "^[0-9a-f]{64}$": "SHA-256 in hexadecimal",
};

/** Patterns of dates are long: they are recognised by a value that they accept. */
const dates: Readonly<Record<string, string>> = {
  "2026-11-22": "day, `YYYY-MM-DD`",
  "2026-11-22T08:00:00Z": "instant, ISO 8601 in UTC",
  "2026-11": "month, `YYYY-MM`",
};

function textWords({ pattern, minLength, maxLength, allOf }: Json): string {
  const patternsOfAll = ((allOf ?? []) as Json[]).map((one) => new RegExp(String(one.pattern)));
  const date = Object.keys(dates).find((text) => patternsOfAll.every((one) => one.test(text)));
  if (patternsOfAll.length > 0 && date !== undefined) return dates[date] ?? "text";
  const known = typeof pattern === "string" ? patterns[pattern] : undefined;
  if (known !== undefined) return known;
  if (typeof pattern === "string") return `text like ${backtick(pattern.replaceAll("|", "\\|"))}`;
  if (minLength === undefined && maxLength === undefined) return "text";
  if (minLength === undefined || minLength === 0) return `text of at most ${maxLength} characters`;
  return maxLength === undefined
    ? `text of ${minLength} characters or more`
    : `text of ${minLength} to ${maxLength} characters`;
}

/** Integers without a range of their own have 32 bits. */
const ends32 = { least: -(2 ** 31), most: 2 ** 31 - 1 };
function numberWords({ type, minimum, maximum }: Json): string {
  const kind = type === "integer" ? "whole number" : "number";
  const least = minimum === ends32.least ? undefined : minimum;
  const most = maximum === ends32.most || maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum;
  if (least === undefined && most === undefined) return kind;
  if (most === undefined) return `${kind} from ${least}`;
  return least === undefined ? `${kind} to ${most}` : `${kind} from ${least} to ${most}`;
}

function objectWords({ properties, required = [], additionalProperties }: Json): string {
  if (properties === undefined) {
    return typeof additionalProperties === "object"
      ? `object of ${wordsOf(additionalProperties as Json)} by name`
      : "object";
  }
  const needed = new Set(required as string[]);
  const names = Object.keys(properties as Json).map((name) => backtick(needed.has(name) ? name : `${name}?`));
  return `object: ${names.join(", ")}`;
}
