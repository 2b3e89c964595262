import { type Call, commonFields, spellings } from "@guichet/contract/call.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import { z } from "zod";

/** The values as received: what is signed. */
export type Values = Readonly<Record<string, unknown>>;

export interface Parsed {
  /** The call's own fields, parsed. */
  request: Record<string, unknown>;
  common: z.infer<typeof Common>;
}

/** How much of an unknown field's name the error repeats. */
const namedMaxLength = 100;

const Common = z.strictObject(commonFields);
const commonKeys = new Set(Object.keys(commonFields));
const requests = new WeakMap<Call, z.ZodObject>();

/** Splits the values into the call's own fields and the common ones, and parses both strictly (decisions: wire). */
export function parseValues(definition: Call, values: Values): Result<Parsed> {
  const own: Record<string, unknown> = {};
  const common: Record<string, unknown> = {};
  for (const [sent, value] of Object.entries(values)) {
    const key = Object.hasOwn(spellings, sent) ? (spellings[sent] ?? sent) : sent;
    const isOwn = Object.hasOwn(definition.request, key);
    if (!isOwn && !commonKeys.has(key)) return err("FIELD_UNKNOWN", { field: sent.slice(0, namedMaxLength) });
    // A body may send null for "no value", which counts as missing (and is not signed).
    if (value === null && !(isOwn && definition.request[key]?.safeParse(null).success)) continue;
    const target = isOwn ? own : common;
    if (key in target && target[key] !== value) return err("FIELDS_CONFLICT", { field: key });
    target[key] = value;
  }
  const parsedCommon = Common.safeParse(common);
  if (!parsedCommon.success) return refuseFirst(parsedCommon.error, common);
  const parsed = shapeOf(definition).safeParse(own);
  if (!parsed.success) return refuseFirst(parsed.error, own);
  return ok({ request: parsed.data, common: parsedCommon.data });
}

function shapeOf(definition: Call): z.ZodObject {
  const known = requests.get(definition);
  if (known !== undefined) return known;
  const shape = z.strictObject(definition.request);
  requests.set(definition, shape);
  return shape;
}

function refuseFirst(error: z.ZodError, values: Record<string, unknown>): Result<never> {
  const issue = error.issues[0];
  if (issue === undefined) return err("FIELD_INVALID");
  const field = issue.path.join(".");
  if (issue.code === "unrecognized_keys") {
    return err("FIELD_UNKNOWN", { field: [...issue.path, issue.keys[0] ?? ""].join(".").slice(0, namedMaxLength) });
  }
  const top = issue.path[0];
  if (issue.path.length === 1 && typeof top === "string" && values[top] === undefined)
    return err("FIELD_REQUIRED", { field });
  return err("FIELD_INVALID", { field, reason: issue.message });
}
