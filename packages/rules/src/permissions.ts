import { err, ok, type Result } from "@guichet/contract/result.ts";
import type { Money } from "@guichet/contract/values.ts";
import { isAdult } from "./dates/ages.ts";

/** Purchase permissions (§5, §6). */

export interface Buyer {
  authAsGuest: boolean;
  /** Whether first name, last name and e-mail are set (§4). */
  isComplete: boolean;
  /** Whether the e-mail is verified, or the sign-in method needs no verification (§4). */
  isVerified: boolean;
  deletionRequested: boolean;
}

export interface GuestRules {
  guestOrders: boolean;
  guestMaxAmount: Money;
}

export type BuyRefusal =
  | "USER_NOT_CONNECTED"
  | "GUEST_NOT_ALLOWED"
  | "GUEST_DATA_REQUIRED"
  | "GUEST_AMOUNT_EXCEEDED"
  | "ACCOUNT_DELETION_PENDING"
  | "ACCOUNT_UNVERIFIED"
  | "ACCOUNT_INCOMPLETE";

/** Checks whether a person (null: a visitor) may place an order of this amount. */
export function mayBuy(buyer: Buyer | null, total: Money, network: GuestRules): Result<Buyer, BuyRefusal> {
  if (buyer === null) return err("USER_NOT_CONNECTED");
  if (buyer.authAsGuest) return guestMayBuy(buyer, total, network);
  if (buyer.deletionRequested) return err("ACCOUNT_DELETION_PENDING");
  if (!buyer.isVerified) return err("ACCOUNT_UNVERIFIED");
  if (!buyer.isComplete) return err("ACCOUNT_INCOMPLETE");
  return ok(buyer);
}

function guestMayBuy(
  buyer: Buyer,
  total: Money,
  { guestOrders, guestMaxAmount }: GuestRules,
): Result<Buyer, BuyRefusal> {
  if (!guestOrders) return err("GUEST_NOT_ALLOWED");
  if (!buyer.isComplete) return err("GUEST_DATA_REQUIRED");
  if (isAboveGuestLimit(total, guestMaxAmount)) {
    return err("GUEST_AMOUNT_EXCEEDED", { maxAmount: guestMaxAmount.amount, currency: guestMaxAmount.currency });
  }
  return ok(buyer);
}

/** Whether an amount exceeds the limit for one guest order. */
export function isAboveGuestLimit(total: Money, guestMaxAmount: Money): boolean {
  if (total.currency !== guestMaxAmount.currency)
    throw new TypeError(`${total.currency} is not ${guestMaxAmount.currency}`);
  return total.amount > guestMaxAmount.amount;
}

/** A person's sign-in methods; a guest counts as e-mail. */
export type IdentityKind = "email" | "federation" | "custom" | "card";

/** Whether a person may have mobile tickets: requires an identity other than the national one (§5). */
export function mayHoldDematerialized(identities: readonly IdentityKind[], authAsGuest = false): boolean {
  return authAsGuest || identities.some((identity) => identity === "email" || identity === "custom");
}

export interface Acceptance {
  termsAccepted: boolean;
  over18Accepted: boolean;
}

export interface Majority {
  birthday: string | null;
  /** Today in the network's time zone. */
  today: string;
  /** Whether the network hides birth dates, so that the box is always required. */
  hideBirthDate: boolean;
}

/** Whether the over-18 box is required (§5): unless the birth date shows the age. */
export function mustCertifyMajority({ birthday, today, hideBirthDate }: Majority): boolean {
  return hideBirthDate || birthday === null || !isAdult(birthday, today);
}

/** Checks the conditions of checkout: terms accepted, and an adult or certified as one (§2, §5). */
export function mayCheckOut(
  { termsAccepted, over18Accepted }: Acceptance,
  majority: Majority,
): Result<true, "TERMS_NOT_ACCEPTED" | "MAJORITY_NOT_CERTIFIED"> {
  if (!termsAccepted) return err("TERMS_NOT_ACCEPTED");
  if (!over18Accepted && mustCertifyMajority(majority)) return err("MAJORITY_NOT_CERTIFIED");
  return ok(true);
}
