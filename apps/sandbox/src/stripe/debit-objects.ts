import { createHmac } from "node:crypto";
import type Stripe from "stripe";
import type { SessionRecord } from "../payment/ledger.ts";
import type { DebitAccountRecord } from "./records.ts";

const livemode = false;

type SepaFields = Pick<Stripe.PaymentMethod.SepaDebit, "bank_code" | "country" | "fingerprint" | "last4">;

export type SepaMethodObject = Pick<Stripe.PaymentMethod, "id" | "object" | "type" | "livemode"> & {
  billing_details: Pick<Stripe.PaymentMethod.BillingDetails, "name" | "email">;
  sepa_debit: SepaFields;
  customer: string | null;
};
export type MandateObject = Pick<Stripe.Mandate, "id" | "object" | "livemode" | "status" | "type"> & {
  customer_acceptance: Stripe.Mandate.CustomerAcceptance;
  multi_use: Stripe.Mandate.MultiUse;
  payment_method: string;
  payment_method_details: { type: "sepa_debit"; sepa_debit: Stripe.Mandate.PaymentMethodDetails.SepaDebit };
};
export type MandateSetupObject = Pick<
  Stripe.SetupIntent,
  "id" | "object" | "created" | "livemode" | "metadata" | "status" | "usage"
> & { customer: string; last_setup_error: null; mandate: string | MandateObject; payment_method: string };
export type SepaDetails = {
  type: "sepa_debit";
  sepa_debit: SepaFields & Pick<Stripe.Charge.PaymentMethodDetails.SepaDebit, "mandate">;
};

// Fields have the library's types; the names of those with parts of ours are the library's too.
type Fits<Sent, Own> = keyof Sent extends keyof Own ? true : never;
export const debitShapesHold: [
  Fits<SepaMethodObject, Stripe.PaymentMethod>,
  Fits<MandateObject, Stripe.Mandate>,
  Fits<MandateSetupObject, Stripe.SetupIntent>,
] = [true, true, true];

export function sepaMethodOf(account: DebitAccountRecord): SepaMethodObject {
  const { id, customer, name, email, isDetached } = account;
  return {
    ...{ id, object: "payment_method", type: "sepa_debit", livemode, customer: isDetached ? null : customer },
    billing_details: { name, email },
    sepa_debit: fieldsOf(account),
  };
}

export function mandateOf({ mandateId, id, isEnded, reference, signature }: DebitAccountRecord): MandateObject {
  const { acceptedSeconds, address, browser } = signature;
  return {
    ...{ id: mandateId, object: "mandate", livemode, payment_method: id, multi_use: {}, type: "multi_use" },
    status: isEnded ? "inactive" : "active",
    customer_acceptance: {
      ...{ accepted_at: acceptedSeconds, type: "online" },
      online: { ip_address: address, user_agent: browser },
    },
    payment_method_details: {
      type: "sepa_debit",
      sepa_debit: { reference, url: `https://hooks.stripe.com/adapter/sepa_debit/file/test/${mandateId}` },
    },
  };
}

export function setupOf(account: DebitAccountRecord, withMandate: boolean): MandateSetupObject {
  const { setupId: id, createdSeconds: created, customer, metadata, mandateId } = account;
  return {
    ...{ id, object: "setup_intent", created, customer, livemode, metadata, status: "succeeded", usage: "off_session" },
    last_setup_error: null,
    mandate: withMandate ? mandateOf(account) : mandateId,
    payment_method: account.id,
  };
}

export const sepaDetailsOf = (account: DebitAccountRecord): SepaDetails => ({
  type: "sepa_debit",
  sepa_debit: { ...fieldsOf(account), mandate: account.mandateId },
});

const fieldsOf = ({ country, last4, fingerprint }: DebitAccountRecord): SepaFields => ({
  ...{ bank_code: null, country, last4, fingerprint },
});

/** Keyed fingerprint of an account, the same each time that it is saved. */
export const fingerprintOf = (iban: string): string =>
  createHmac("sha256", "sandbox-pay").update(iban).digest("base64url").slice(0, 16);

/** Whether the bank did not pay a debit. */
export const hasDebitFailed = ({ session, stripe }: Pick<SessionRecord, "session" | "stripe">): boolean =>
  stripe?.debit?.conduct !== undefined && session.state === "refused";

/** Stripe's error of a payment whose debit failed; the reason is in its charge. */
export const debitError = {
  type: "invalid_request_error",
  code: "payment_intent_payment_attempt_failed",
  message: "The payment failed.",
} as const;

/** State of the charge of a payment: that of a debit is pending until the bank has paid it. */
export function chargeStatusOf({ session, stripe }: Pick<SessionRecord, "session" | "stripe">) {
  if (stripe?.debit === undefined || session.captured.amount > 0) return "succeeded";
  return session.state === "open" ? "pending" : "failed";
}
