import { z } from "zod";
import { requestYearMax, requestYearMin } from "./limits/request-limits.ts";

/** Plain values used by every module. Instants are ISO 8601 UTC; days are `YYYY-MM-DD` in the network's time zone. */

export const Currency = z.string().regex(/^[A-Z]{3}$/);

/** An amount in integer minor units with its ISO 4217 code. */
export const Money = z.strictObject({ amount: z.int(), currency: Currency });
export type Money = z.infer<typeof Money>;

export const Instant = z.iso.datetime("not an instant in UTC, as 2026-11-22T08:00:00Z");
export const Day = z.iso.date("not a day of the calendar, as 2026-11-22");
export const Month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/);

/** Years allowed in a request: every full century from `requestYearMin` to `requestYearMax`. */
const requestYears = new RegExp(
  `^(?:${Array.from({ length: (requestYearMax + 1 - requestYearMin) / 100 }, (_, at) => requestYearMin / 100 + at).join("|")})\\d{2}-`,
);

/** A day in a request, limited to years that allow date arithmetic. */
export const RequestDay = Day.regex(requestYears);
export const RequestInstant = Instant.max(40).regex(requestYears);
export const RequestMonth = Month.regex(requestYears);
export const RequestMoney = z.strictObject({ amount: z.int32(), currency: Currency });

/** An internal identifier: opaque, at most 64 URL-safe characters. */
export const Id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);

export const Email = z.string().trim().toLowerCase().max(254).pipe(z.email());

/** An ISO 8601 duration, limited to the units used by tickets. */
export const Duration = z
  .string()
  .regex(
    /^P(?=.)(\d+Y)?(\d+M)?(\d+W)?(\d+D)?(T(?=.)(\d+H)?(\d+M)?)?$/,
    "not a duration (ISO 8601), as P31D for 31 days, P1M for a month, PT90M for 90 minutes",
  );

/** `MM-DD`: a day of every year. */
export const YearDay = z
  .string()
  .regex(
    /^((0[13578]|1[02])-(0[1-9]|[12]\d|3[01])|(0[469]|11)-(0[1-9]|[12]\d|30)|02-(0[1-9]|1\d|2[0-9]))$/,
    "not a day of the year, as 09-01 for 1 September",
  );

/** A number that may arrive as text in a query. */
export const WireInt = z.union([
  z.int32(),
  z
    .string()
    .regex(/^-?\d{1,9}$/)
    .transform(Number),
]);
/** A boolean that may arrive as text in a query. */
export const WireBoolean = z.union([
  z.boolean(),
  z.enum(["true", "false", "1", "0"]).transform((v) => v === "true" || v === "1"),
]);
/** A list that may arrive in a query as one comma-separated value. */
export const wireList = <T extends z.ZodType<string, string>>(of: T) =>
  z.union([
    z.array(of).max(200),
    z
      .string()
      .max(4000)
      .transform((v) => v.split(",").filter((part) => part !== ""))
      .pipe(z.array(of).max(200)),
  ]);

/** The `userId` field: a traveller of the account; any other is not found. */
export const ofTraveller = (meaning: string) => ({ userId: Id.optional().describe(meaning) });
/** Fields of a guest's order with the signed link of its e-mails, instead of a session. */
export const byLink = {
  until: z.string().max(40).optional().describe("Until when a guest's link is valid, as in the link"),
  linkSignature: z.string().max(200).optional().describe("The signature of a guest's link"),
};
/** Device description by which a user recognises a session. */
export const deviceName = z
  .string()
  .max(200)
  .optional()
  .describe(
    "The customer's device in words, such as `Firefox, Android`: stored with the session, listed by `getSessions`",
  );

/** A page of a growing list, with the cursor of the next page; the last page has none. */
export const page = <T extends z.ZodType>(item: T) => ({ items: z.array(item), nextCursor: z.string().optional() });
/** Request fields of a paged list. */
export const paging = {
  cursor: z.string().max(200).optional(),
  limit: WireInt.pipe(z.int().min(1).max(100)).optional(),
};

/** Countries of which the law, the numbers and the formats are known: one record each in `packages/rules/src/countries`. */
export const countryCodes = ["ES", "FR", "GB", "IT", "MA", "US"] as const;
/** ISO 3166-1 alpha-2. */
export const CountryCode = z.enum(countryCodes);
export type CountryCode = z.infer<typeof CountryCode>;
