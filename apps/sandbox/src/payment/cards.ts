import { createHmac } from "node:crypto";
import type { PaymentCard, RefusalReason } from "@guichet/contract/integrations/sandbox-payment-controls.ts";

/** Behaviour of the sandbox's own test cards. */
export type OwnConduct = "accepted" | "refused" | "strong" | "late" | "expires-next-month";

/** Behaviour of a test card. Only this and its last four digits are stored. */
export type CardConduct =
  | OwnConduct
  /** Asks for authentication also when the customer is absent. */
  | "always-strong"
  /** Is saved, and refused when it is charged. */
  | "refused-later"
  | "insufficient-funds"
  | "expired"
  /** Is paid; a refund to it is accepted, and fails days later. */
  | "refund-fails"
  | DisputedConduct;

/** Accepted, and then disputed by the cardholder: as fraudulent, as not received, or at first as an inquiry of the bank. */
export type DisputedConduct = "disputed-fraudulent" | "disputed-not-received" | "disputed-inquiry";

export interface TestCard<Conduct extends CardConduct = CardConduct> {
  number: string;
  conduct: Conduct;
}

/** The test cards; all pass the Luhn check. */
export const testCards: readonly TestCard<OwnConduct>[] = [
  { number: "4970100000000014", conduct: "accepted" },
  { number: "4970100000000022", conduct: "refused" },
  { number: "4970100000000030", conduct: "strong" },
  { number: "4970100000000048", conduct: "late" },
  { number: "4970100000000055", conduct: "expires-next-month" },
];

/** Test cards that Stripe publishes (docs.stripe.com/testing), which every payment page knows too. */
export const stripeTestCards: readonly TestCard[] = [
  { number: "4242424242424242", conduct: "accepted" },
  { number: "5555555555554444", conduct: "accepted" },
  { number: "4000000000000002", conduct: "refused" },
  { number: "4000000000009995", conduct: "insufficient-funds" },
  { number: "4000000000000069", conduct: "expired" },
  { number: "4000002500003155", conduct: "strong" },
  { number: "4000000000003220", conduct: "strong" },
  { number: "4000002760003184", conduct: "always-strong" },
  { number: "4000000000000341", conduct: "refused-later" },
  { number: "4000000000000259", conduct: "disputed-fraudulent" },
  { number: "4000000000002685", conduct: "disputed-not-received" },
  { number: "4000000000001976", conduct: "disputed-inquiry" },
  { number: "4000000000005126", conduct: "refund-fails" },
];

export const isDisputed = (conduct: CardConduct | undefined): conduct is DisputedConduct =>
  conduct?.startsWith("disputed-") ?? false;

/** How a saved card behaves when it is charged without its owner: nobody can authenticate, but its refunds fail and it is disputed. */
export const conductWithoutOwner = (conduct: CardConduct): CardConduct =>
  isDisputed(conduct) || conduct === "refund-fails" ? conduct : "accepted";

/** Why the bank refuses a card with this behaviour; behaviours without an entry are not refused. */
export const refusalsByConduct: Partial<Record<CardConduct, RefusalReason>> = {
  refused: "card_declined",
  "insufficient-funds": "insufficient_funds",
  expired: "card_expired",
};

/** Wallets of a phone whose buttons are on the payment page. */
export const wallets = [
  { id: "apple", name: "Apple Pay" },
  { id: "google", name: "Google Pay" },
] as const;

/** Number of the test card that pays through a wallet. */
export const walletCardNumber = "4970100000000014";

export type CardFault =
  | "number-missing"
  | "number-wrong"
  | "number-unknown"
  | "expiry-missing"
  | "expiry-wrong"
  | "expiry-past"
  | "code-missing"
  | "code-wrong";

export interface TypedCard {
  number: string;
  expiry: string;
  code: string;
}

/** A card that passed the checks, with the data that may be stored. */
export interface ReadCard {
  conduct: CardConduct;
  card: PaymentCard;
}

/** Finds a test card by its number, with or without spaces. */
export function testCard(number: string): TestCard | undefined {
  const digits = withoutSpaces(number);
  return [...testCards, ...stripeTestCards].find((card) => card.number === digits);
}

/** Formats digits in groups of four. */
export function inGroups(number: string): string {
  return number.replace(/(\d{4})(?=\d)/g, "$1 ");
}

/** Checks number (Luhn, known test card), expiry (`MM/YY`, not before `today`'s month) and security code. */
export function readCard(typed: TypedCard, today: Date): ReadCard | { faults: CardFault[] } {
  const expiry = readExpiry(typed.expiry, today);
  const known = testCard(typed.number);
  const faults = [
    numberFault(typed.number),
    "fault" in expiry ? expiry.fault : undefined,
    codeFault(typed.code),
  ].filter((fault) => fault !== undefined);
  if (faults.length > 0 || known === undefined || "fault" in expiry) return { faults };
  return keptOf(known, expiry.month, today);
}

/** A test card without a typed expiry: valid until December in two years. */
export function controlledCard(known: TestCard, today: Date): ReadCard {
  return keptOf(known, `${today.getUTCFullYear() + 2}-12`, today);
}

/** Whether a card has expired. */
export function cardIsPast(card: PaymentCard, today: Date): boolean {
  return card.expiresOn < monthOf(today);
}

function keptOf(known: TestCard, typedMonth: string, today: Date): ReadCard {
  const nextMonth = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1, 1));
  const expiresOn = known.conduct === "expires-next-month" ? monthOf(nextMonth) : typedMonth;
  const { number, conduct } = known;
  const brand = number.startsWith("5") ? "MASTERCARD" : "VISA";
  return { conduct, card: { brand, last4: number.slice(-4), expiresOn, fingerprint: fingerprintOf(number) } };
}

/** Keyed fingerprint, as at a real provider, so that the number cannot be found by brute force. */
function fingerprintOf(number: string): string {
  return `fp_${createHmac("sha256", "sandbox-pay").update(number).digest("base64url").slice(0, 22)}`;
}

function numberFault(number: string): CardFault | undefined {
  const digits = withoutSpaces(number);
  if (digits === "") return "number-missing";
  if (!/^\d{12,19}$/.test(digits) || !luhnHolds(digits)) return "number-wrong";
  return testCard(digits) === undefined ? "number-unknown" : undefined;
}

function readExpiry(typed: string, today: Date): { month: string } | { fault: CardFault } {
  if (typed.trim() === "") return { fault: "expiry-missing" };
  const match = /^\s*(0?[1-9]|1[0-2])\s*[/.\- ]?\s*(?:20)?(\d{2})\s*$/.exec(typed);
  if (match === null) return { fault: "expiry-wrong" };
  const month = `20${match[2]}-${(match[1] ?? "").padStart(2, "0")}`;
  return month < monthOf(today) ? { fault: "expiry-past" } : { month };
}

function codeFault(code: string): CardFault | undefined {
  if (code.trim() === "") return "code-missing";
  return /^\d{3,4}$/.test(code.trim()) ? undefined : "code-wrong";
}

/** Verifies the check digit of ISO/IEC 7812-1 annex B. */
export function luhnHolds(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index]);
    const weighed = index % 2 === 1 ? digit * 2 : digit;
    sum += weighed > 9 ? weighed - 9 : weighed;
  }
  return sum % 10 === 0;
}

function withoutSpaces(number: string): string {
  return number.replace(/[\s-]/g, "");
}

function monthOf(instant: Date): string {
  return instant.toISOString().slice(0, 7);
}
