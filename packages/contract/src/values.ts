import { z } from "zod";

/** The plain values that every room shares. Instants are ISO 8601 UTC, days are `YYYY-MM-DD` in the network's zone. */

export const Currency = z.string().regex(/^[A-Z]{3}$/);

/** Integer minor units plus ISO 4217 code. */
export const Money = z.strictObject({ amount: z.int(), currency: Currency });
export type Money = z.infer<typeof Money>;

export const Instant = z.iso.datetime();
export const Day = z.iso.date();
export const Month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/);

/** An identifier of ours: opaque, at most 64 characters that need no escaping in an address. */
export const Id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);

export const Email = z.string().trim().toLowerCase().max(254).pipe(z.email());

/** ISO 8601 duration, as far as a ticket needs one. */
export const Duration = z.string().regex(/^P(?=.)(\d+Y)?(\d+M)?(\d+W)?(\d+D)?(T(?=.)(\d+H)?(\d+M)?)?$/);

/** `MM-DD`, a day of every year. */
export const YearDay = z.string().regex(/^(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/);

/** A number that may arrive in a query, where everything is text. */
export const WireInt = z.union([
  z.int(),
  z
    .string()
    .regex(/^-?\d{1,9}$/)
    .transform(Number),
]);
/** A yes or no that may arrive in a query. */
export const WireBoolean = z.union([
  z.boolean(),
  z.enum(["true", "false", "1", "0"]).transform((v) => v === "true" || v === "1"),
]);
/** A list that may arrive in a query as one comma-joined value. */
export const wireList = <T extends z.ZodType<string, string>>(of: T) =>
  z.union([
    z.array(of).max(200),
    z
      .string()
      .max(4000)
      .transform((v) => v.split(",").filter((part) => part !== ""))
      .pipe(z.array(of).max(200)),
  ]);

/** A page of a list that can grow: the cursor for the next one, absent on the last. */
export const page = <T extends z.ZodType>(item: T) => ({ items: z.array(item), nextCursor: z.string().optional() });
/** What asks for a page. */
export const paging = {
  cursor: z.string().max(200).optional(),
  limit: WireInt.pipe(z.int().min(1).max(100)).optional(),
};
