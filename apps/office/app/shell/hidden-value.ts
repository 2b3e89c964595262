import type { z } from "zod";

/** Reads a hidden field of a page; undefined: it was not written by one. */
export function hiddenIn<T>(schema: z.ZodType<T>, value: FormDataEntryValue | null): T | undefined {
  try {
    return schema.safeParse(JSON.parse(`${value ?? ""}`)).data;
  } catch {
    return undefined;
  }
}
