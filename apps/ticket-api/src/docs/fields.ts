import { type Call, commonFields, spellings } from "@guichet/contract/call.ts";
import { z } from "zod";

export type Json = Record<string, unknown>;

/** The JSON Schema of a contract's schema, as sent (`input`) or returned (`output`). */
export function jsonSchema(schema: z.ZodType, io: "input" | "output"): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any", target: "draft-2020-12" });
  return rest as Json;
}

/** A call's own fields and those of every call, in each accepted spelling (§7). */
export function fieldsOf({ request }: Pick<Call, "request">): z.ZodObject {
  const known: Record<string, z.ZodType> = { ...commonFields, ...request };
  const spelled = Object.entries(spellings).flatMap(([other, field]) => {
    const schema = known[field];
    return schema === undefined
      ? []
      : [[other, schema.optional().describe(`Another spelling of \`${field}\``)] as const];
  });
  return z.strictObject({ ...known, ...Object.fromEntries(spelled) });
}

/** Required fields that may come in one of several spellings: the network, and the call's own fields of that kind. */
export function eitherSpelling({ network, request }: Pick<Call, "network" | "request">): [string, string][] {
  return Object.entries(spellings).flatMap(([other, field]): [string, string][] => {
    const isNeeded = field === "networkId" ? network !== "optional" : isRequired(request[field]);
    return isNeeded ? [[field, other]] : [];
  });
}

export const isRequired = (schema: z.ZodType | undefined): boolean =>
  schema !== undefined && !schema.safeParse(undefined).success;
