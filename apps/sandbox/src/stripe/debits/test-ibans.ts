import { testIbans } from "@guichet/contract/integrations/sandbox-bank.ts";
import type { DebitConduct } from "../../payment/stripe-records.ts";

const limits = { volume: "charge_exceeds_source_limit", count: "charge_exceeds_weekly_limit" } as const;
// Stripe does not say by which code the accounts fail that "transition to requires_payment_method".
const failed = { failure: "generic_could_not_process" };

/** Accounts that Stripe publishes for tests (docs.stripe.com/payments/sepa-debit/accept-a-payment, "Test IBANs"). */
const published: Readonly<Record<string, DebitConduct>> = {
  DE89370400440532013000: {},
  DE08370400440532013003: { isSlow: true },
  DE62370400440532013001: failed,
  DE78370400440532013004: { ...failed, isSlow: true },
  DE35370400440532013002: { dispute: "customer_initiated" },
  DE65370400440000343434: { failure: limits.volume },
  DE27370400440000121212: { failure: limits.count },
  DE65370400440002222227: { failure: "insufficient_funds" },
  AT611904300234573201: {},
  AT321904300235473204: { isSlow: true },
  AT861904300235473202: failed,
  AT051904300235473205: { ...failed, isSlow: true },
  AT591904300235473203: { dispute: "customer_initiated" },
  AT981904300000343434: { failure: limits.volume },
  AT601904300000121212: { failure: limits.count },
  AT981904300002222227: { failure: "insufficient_funds" },
  FR1420041010050500013M02606: {},
  FR3020041010050500013M02609: { isSlow: true },
  FR8420041010050500013M02607: failed,
  FR7920041010050500013M02600: { ...failed, isSlow: true },
  FR5720041010050500013M02608: { dispute: "customer_initiated" },
};

/** The accounts of the demo behave as they do at the sandbox's bank. */
const ofDemo: Readonly<Record<string, DebitConduct>> = {
  [testIbans.closed]: { failure: "account_closed" },
  [testIbans["no-money"]]: { failure: "insufficient_funds" },
  [testIbans["claimed-back"]]: { dispute: "customer_initiated" },
};

/** How an account behaves; any other valid one is debited. */
export const conductOf = (iban: string): DebitConduct => ({ ...ofDemo, ...published })[iban] ?? {};

/** Verifies the check digits of an IBAN without spaces (ISO 13616). */
export function ibanHolds(iban: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(iban)) return false;
  const digits = [...iban.slice(4), ...iban.slice(0, 4)].map((each) => Number.parseInt(each, 36)).join("");
  return BigInt(digits) % 97n === 1n;
}
