import { z } from "zod";

/** Countries of which the law, the numbers and the formats are known: one record each in `packages/rules/src/countries`. */
export const countryCodes = ["ES", "FR", "GB", "IT", "MA", "US"] as const;
/** ISO 3166-1 alpha-2. */
export const CountryCode = z.enum(countryCodes);
export type CountryCode = z.infer<typeof CountryCode>;
