import { normaliseEmail } from "@guichet/rules/persons/emails.ts";
import { fold } from "@guichet/rules/persons/folding.ts";
import type { NumberedContract, TypedRequest } from "./request-store.ts";

/** A typed number as it is stored: without spaces, with Latin digits and capital letters. */
export const contractNumber = (typed: string): string =>
  typed
    .replace(/[٠-٩۰-۹]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf))
    .replace(/[\s\p{Cf}]/gu, "")
    .replace(/\p{Pd}/gu, "-")
    .toUpperCase();

/** A name for comparison: hyphens, apostrophes and spaces separate its parts alike. */
const comparable = (name: string): string => fold(name.replace(/[\p{Pd}'’ʼ]/gu, " "));

/** Whether e-mail address and name of a request belong to a contract. Both names may be typed in the other's field. */
export function isOfContract(
  { email, firstName, lastName }: Pick<TypedRequest, "email" | "firstName" | "lastName">,
  contract: Pick<NumberedContract, "email" | "formerEmails" | "names">,
): boolean {
  const emails = [contract.email, ...contract.formerEmails].map(normaliseEmail);
  if (!emails.includes(normaliseEmail(email))) return false;
  const typed = [comparable(firstName), comparable(lastName)];
  return contract.names.some((one) => {
    const known = [comparable(one.firstName), comparable(one.lastName)];
    if (known.includes("")) return false;
    return (typed[0] === known[0] && typed[1] === known[1]) || (typed[0] === known[1] && typed[1] === known[0]);
  });
}
