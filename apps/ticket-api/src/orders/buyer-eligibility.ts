import { err, ok, type Result } from "@guichet/contract/result.ts";
import { dayIn } from "@guichet/rules/dates/days.ts";
import { mustCertifyMajority } from "@guichet/rules/permissions.ts";
import type { Buyer, BuyerTraveller } from "../cart/buyer-store.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { cardProvider } from "../transport-cards/card-view.ts";

export interface BuyerConsents {
  termsAccepted?: boolean | undefined;
  over18Accepted?: boolean | undefined;
  invoiceEmail?: string | undefined;
}

type BuyerError =
  | "TERMS_NOT_ACCEPTED"
  | "MAJORITY_NOT_CERTIFIED"
  | "ACCOUNT_UNVERIFIED"
  | "ACCOUNT_INCOMPLETE"
  | "INVOICE_EMAIL_REQUIRED";

/**
 * Checks that this buyer may have an order at all (§6): the account is complete, and verified if it signs in by
 * password only.
 */
export function checkBuyerComplete(buyer: Buyer): Result<BuyerTraveller, "ACCOUNT_UNVERIFIED" | "ACCOUNT_INCOMPLETE"> {
  const { person } = buyer;
  if (person === undefined) return err("ACCOUNT_INCOMPLETE");
  // A buyer who signs in by card gives no personal details except the e-mail address for the invoice.
  const byCard = buyer.identities.includes(cardProvider);
  // A guest may be known by the e-mail alone; `lineErrors` refuses what needs a name.
  const isNamed = buyer.guest || (person.firstName !== "" && person.lastName !== "");
  if (!byCard && (!isNamed || buyer.email === "")) return err("ACCOUNT_INCOMPLETE");
  const onlyPassword = buyer.identities.length > 0 && buyer.identities.every((identity) => identity === "password");
  if (!buyer.guest && onlyPassword && buyer.emailVerifiedAt === null) return err("ACCOUNT_UNVERIFIED");
  return ok(person);
}

/**
 * Checks that this buyer may order now (§5, §6): account known, terms accepted, of age by birth date, or by the
 * checkbox where the birth date is hidden or unknown.
 */
export function checkBuyerEligible(
  buyer: Buyer,
  declared: BuyerConsents,
  now: string,
  { timeZone, specific: { hideBirthDate } }: LoadedNetwork["definition"],
): Result<true, BuyerError> {
  const complete = checkBuyerComplete(buyer);
  if (!complete.ok) return complete;
  const person = complete.value;
  if (buyer.guest && declared.invoiceEmail === undefined) return err("INVOICE_EMAIL_REQUIRED");
  if (declared.termsAccepted !== true) return err("TERMS_NOT_ACCEPTED");
  const majority = { birthday: person.birthday, today: dayIn(now, timeZone), hideBirthDate };
  const isCertified = declared.over18Accepted === true || !mustCertifyMajority(majority);
  return isCertified ? ok(true) : err("MAJORITY_NOT_CERTIFIED");
}
