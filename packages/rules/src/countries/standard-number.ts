import { stdnum } from "stdnum";

/** A check of form and check digits by the library's rules for a kind of number, such as `FR` and `siret`. */
export const standardNumber =
  (country: string, kind: string) =>
  (value: string): boolean =>
    stdnum[country]?.[kind]?.validate(value).isValid === true;
