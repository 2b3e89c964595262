import { demoStripeCreditorId } from "@guichet/contract/integrations/stripe.ts";
import { announce } from "../../payment/context.ts";
import { type NewId, nowSeconds, type StripeContext } from "../context.ts";
import { fingerprintOf, type MandateObject, type MandateSetupObject, mandateOf, setupOf } from "../debit-objects.ts";
import { eventOf } from "../events.ts";
import { type ListObject, pageOf } from "../list.ts";
import { randomPart, within } from "../objects.ts";
import type { Params } from "../params.ts";
import type { DebitAccountRecord } from "../records.ts";
import { invalid, missing } from "../refusals.ts";
import { debitCapability } from "./steps.ts";
import { conductOf, ibanHolds } from "./test-ibans.ts";

/** Creates and confirms a SetupIntent with an account and the acceptance of a mandate. Of the IBAN, only its last digits are stored. */
export async function createSetup(
  context: StripeContext,
  params: Params<"createSetup">,
  newId: NewId,
): Promise<MandateSetupObject> {
  const setupId = newId("seti");
  const withMandate = within(params.expand, "mandate") !== undefined;
  const existing = context.store.debitAccounts().find((each) => each.setupId === setupId);
  if (existing !== undefined) return setupOf(existing, withMandate);
  const { customer, payment_method_data: given, mandate_data: mandate, metadata } = params;
  if (context.customer(customer) === undefined) throw missing("customer", customer, "customer");
  const iban = given.sepa_debit.iban.replaceAll(" ", "");
  if (!ibanHolds(iban)) {
    const param = "payment_method_data[sepa_debit][iban]";
    throw invalid("The IBAN you provided is invalid.", { code: "invalid_bank_account_iban", param });
  }
  const { name, email } = given.billing_details;
  const { accepted_at: accepted, online } = mandate.customer_acceptance;
  const part = randomPart(setupId);
  const account: DebitAccountRecord = {
    ...{ id: `pm_${part}`, setupId, mandateId: `mandate_${part}`, customer, metadata, name, email },
    createdSeconds: nowSeconds(context),
    reference: part.slice(0, 16).toUpperCase(),
    ...{ country: iban.slice(0, 2), last4: iban.slice(-4), fingerprint: fingerprintOf(iban), conduct: conductOf(iban) },
    signature: {
      acceptedSeconds: accepted ?? nowSeconds(context),
      address: online.ip_address,
      browser: online.user_agent,
    },
  };
  await context.store.keep({ debitAccount: account });
  return setupOf(account, withMandate);
}

export function listSetups(
  context: StripeContext,
  { customer, expand, ...window }: Params<"listSetups">,
): ListObject<MandateSetupObject> {
  const inEach = within(expand, "data") ?? [];
  const setups = context.store
    .debitAccounts()
    .filter((account) => customer === undefined || account.customer === customer)
    .map((account) => setupOf(account, within(inEach, "mandate") !== undefined))
    .reverse();
  return pageOf(setups, window, { what: "setup_intent", url: "/v1/setup_intents" });
}

/** The payment methods of the account: debits are off while a tester has taken the capability away. */
export function methodConfigurations({ missingPermissions }: StripeContext) {
  const isOffered = !missingPermissions.has(debitCapability);
  const value = isOffered ? "on" : "off";
  const sepa = { available: isOffered, display_preference: { overridable: null, preference: value, value } };
  const one = {
    id: "pmc_sandbox",
    object: "payment_method_configuration",
    active: true,
    is_default: true,
    sepa_debit: sepa,
  };
  return { object: "list", data: [one], has_more: false, url: "/v1/payment_method_configurations" };
}

/** The account of the key, with the identifier under which it collects debits. */
export const ownAccount = () => ({
  id: "acct_sandbox",
  object: "account",
  settings: { sepa_debit_payments: { creditor_id: demoStripeCreditorId } },
});

export function retrieveMandate(context: StripeContext, id: string): MandateObject {
  return mandateOf(byMandate(context, id));
}

/** Ends a mandate as its debtor's bank does, and reports it. */
export async function endMandate(context: StripeContext, id: string): Promise<MandateObject> {
  const account = { ...byMandate(context, id), isEnded: true };
  await context.store.keep({ debitAccount: account });
  const mandate = mandateOf(account);
  await announce(context.payment, [eventOf(context, nowSeconds(context), "mandate.updated", mandate)]);
  return mandate;
}

function byMandate(context: StripeContext, id: string): DebitAccountRecord {
  const found = context.store.debitAccounts().find(({ mandateId }) => mandateId === id);
  if (found === undefined) throw missing("mandate", id);
  return found;
}
