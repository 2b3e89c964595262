import type { Driver } from "@guichet/contract/networks.ts";
import { asPlainLine } from "@guichet/contract/well-formed.ts";
import { lastDayOf } from "@guichet/rules/dates/birth-dates.ts";
import { readEmail } from "@guichet/rules/persons/emails.ts";
import { z } from "zod";

/** A person as a provider describes them. Names are unchanged, on one line, even if they break our own rules (§5). */
export const ProviderPerson = z.object({
  firstName: z.string(),
  lastName: z.string(),
  /** `YYYY-MM-DD`; if the provider knows no day or month, the last possible one. */
  birthDate: z.string().nullable(),
  email: z.string().nullable(),
  /** Whether the address may become an account's: the provider verified it, or it was declared to the federation. */
  emailTrusted: z.boolean(),
  /** Whether the provider verified the address: it belongs to this person, whoever else enters it. */
  emailVerified: z.boolean().default(false),
});
export type ProviderPerson = z.infer<typeof ProviderPerson>;

const Name = z.string().max(200).default("").transform(asPlainLine);
const Claims = z.object({
  given_name: Name,
  family_name: Name,
  birthdate: z.string().max(40).optional(),
  email: z.string().max(400).optional(),
  email_verified: z.unknown().optional(),
});

/** Reads the claims of a provider about a person; throws if they are malformed. */
export function readPerson(driver: Driver, claims: unknown): ProviderPerson {
  const { given_name, family_name, birthdate, email, email_verified } = Claims.parse(claims);
  const address = email === undefined ? undefined : readEmail(email);
  return {
    firstName: given_name.trim(),
    lastName: family_name.trim(),
    birthDate: birthdate === undefined ? null : (lastDayOf(birthdate) ?? null),
    email: address?.ok ? address.value : null,
    emailTrusted: driver === "FRANCECONNECT" ? email_verified !== false : email_verified === true,
    emailVerified: email_verified === true,
  };
}
