import { type Language, Texts } from "@guichet/contract/locales.ts";
import { z } from "zod";

/** The paths of all texts in a parsed value that lack a language. */
export function textsWithout(language: Language, schema: z.core.$ZodType, value: unknown, path = ""): string[] {
  if (value === undefined || value === null) return [];
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional) {
    return textsWithout(language, schema.def.innerType, value, path);
  }
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    return value.flatMap((each, index) => textsWithout(language, schema.def.element, each, joinPath(path, index)));
  }
  if (typeof value !== "object") return [];
  if (schema instanceof z.ZodDiscriminatedUnion) {
    const option = schema.options.find((one) => z.safeParse(one, value).success);
    return option === undefined ? [] : textsWithout(language, option, value, path);
  }
  if (schema instanceof z.ZodRecord && schema.def.keyType === Texts.def.keyType) {
    // Lists of words, as for the search, are complete without one in each language.
    if (schema.def.valueType instanceof z.ZodArray) return [];
    return Object.hasOwn(value, language) ? [] : [path];
  }
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const field = schema.def.shape[key];
    return field === undefined ? [] : textsWithout(language, field, inner, joinPath(path, key));
  });
}

const joinPath = (path: string, key: string | number): string => (path === "" ? String(key) : `${path}.${key}`);
