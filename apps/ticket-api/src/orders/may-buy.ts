import { adultAgeYears } from "@guichet/contract/limits.ts";
import { done, type Outcome, refuse } from "@guichet/contract/outcome.ts";
import { ageOn } from "@guichet/rules/ages.ts";
import { dayIn } from "@guichet/rules/days.ts";
import { cardProvider } from "../cards/shown-card.ts";
import type { Buyer, BuyerTraveller } from "../cart/buyer-store.ts";

export interface Declared {
  termsAccepted?: boolean | undefined;
  over18Accepted?: boolean | undefined;
  invoiceEmail?: string | undefined;
}

type Refused =
  | "TERMS_NOT_ACCEPTED"
  | "MAJORITY_NOT_CERTIFIED"
  | "ACCOUNT_UNVERIFIED"
  | "ACCOUNT_INCOMPLETE"
  | "INVOICE_EMAIL_REQUIRED";

/** Is this buyer somebody who may have an order at all (§6)? Complete, and verified where a password signs in. */
export function isKnown(buyer: Buyer): Outcome<BuyerTraveller, "ACCOUNT_UNVERIFIED" | "ACCOUNT_INCOMPLETE"> {
  const { person } = buyer;
  if (person === undefined) return refuse("ACCOUNT_INCOMPLETE");
  // Whoever shows a card says nothing of themselves but where the invoice goes.
  const byCard = buyer.identities.includes(cardProvider);
  if (!byCard && (person.firstName === "" || person.lastName === "" || buyer.email === ""))
    return refuse("ACCOUNT_INCOMPLETE");
  const onlyPassword = buyer.identities.length > 0 && buyer.identities.every((identity) => identity === "password");
  if (!buyer.guest && onlyPassword && buyer.emailVerifiedAt === null) return refuse("ACCOUNT_UNVERIFIED");
  return done(person);
}

/** May this buyer order now (§5, §6)? Known, terms accepted, of age by birth date or by the box. */
export function mayBuy(buyer: Buyer, declared: Declared, now: string, timeZone: string): Outcome<true, Refused> {
  const known = isKnown(buyer);
  if (!known.ok) return known;
  const person = known.value;
  if (buyer.guest && declared.invoiceEmail === undefined) return refuse("INVOICE_EMAIL_REQUIRED");
  if (declared.termsAccepted !== true) return refuse("TERMS_NOT_ACCEPTED");
  const ofAge = person.birthday !== null && ageOn(person.birthday, dayIn(now, timeZone)) >= adultAgeYears;
  return ofAge || declared.over18Accepted === true ? done(true) : refuse("MAJORITY_NOT_CERTIFIED");
}
