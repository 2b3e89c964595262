import { applyStep, type PaymentContext, type Step } from "../../payment/context.ts";
import { captureKindOf } from "../../payment/protocols.ts";
import { captured } from "../../payment/tampering.ts";
import type { StripeContext } from "../context.ts";
import { openDispute } from "../dispute-steps.ts";
import { isStripeRecord, type StripeRecord } from "../objects.ts";
import type { DebitAccountRecord } from "../records.ts";
import { invalid, missing } from "../refusals.ts";

/** Time until a debit has its result, by the clock: at once at Stripe in test mode, or after at least three minutes. */
const [quickMs, slowMs] = [60_000, 240_000];

export type DebitRecord = StripeRecord & { stripe: { debit: NonNullable<StripeRecord["stripe"]["debit"]> } };
export const isDebit = (record: StripeRecord): record is DebitRecord => record.stripe.debit !== undefined;

/** The capability of an account to collect SEPA debits, in Stripe's words. */
export const debitCapability = "sepa_debit_payments";

/** The highest amount of a debit, in minor units, before an account has agreed on more. */
const debitAmountMax = 1_000_000;

/** Refuses to create a debit where the account takes none, of more than the limit, or from an account that was detached. */
export function checkDebit(
  { store, missingPermissions }: StripeContext,
  { amount, payment_method: methodId = "" }: { amount: number; payment_method?: string | undefined },
): void {
  if (missingPermissions.has(debitCapability))
    throw invalid("The payment method type sepa_debit is not activated for your account.", {
      code: "payment_method_unactivated",
    });
  if (amount > debitAmountMax)
    throw invalid("The specified amount is greater than the maximum amount allowed.", {
      code: "amount_too_large",
      param: "amount",
    });
  attachedAccount(store, methodId);
}

function attachedAccount(store: StripeContext["store"], methodId: string): DebitAccountRecord {
  const account = store.debitAccounts().find(({ id }) => id === methodId);
  if (account === undefined) throw missing("PaymentMethod", methodId, "payment_method");
  if (account.isDetached)
    throw invalid("The provided PaymentMethod was detached from a Customer. It may not be used again.", {
      param: "payment_method",
    });
  return account;
}

/** Presents a debit under a mandate: it is processing until it has its result. */
export async function confirmDebit(
  context: StripeContext,
  record: DebitRecord,
  { payment_method: methodId, mandate }: { payment_method?: string | undefined; mandate?: string | undefined },
): Promise<void> {
  const { payment, store } = context;
  const { stripe } = record;
  const account = attachedAccount(store, methodId ?? stripe.debit.account);
  if (account.customer !== stripe.customer)
    throw invalid("The PaymentMethod does not belong to the Customer you supplied.", { param: "payment_method" });
  if (mandate !== account.mandateId || account.isEnded)
    throw invalid("The mandate is not valid for this payment.", {
      code: "payment_intent_mandate_invalid",
      param: "mandate",
    });
  const isRefused = payment.behaviour.take("refuse-charge");
  const conduct = isRefused ? { failure: "insufficient_funds" } : account.conduct;
  const dueMs = payment.clock.now().getTime() + (conduct.isSlow ? slowMs : quickMs);
  const debit = { account: account.id, conduct, dueAt: new Date(dueMs).toISOString() };
  await applyStep(payment, record, {
    record: { stripe: { ...stripe, isUnconfirmed: false, isOffSession: true, debit } },
  });
}

/** Gives every debit its result whose time has come. */
export async function settleDueDebits(payment: PaymentContext): Promise<void> {
  for (const { session } of payment.ledger.unfinished()) {
    // As it is now: another sweep may have given it its result meanwhile.
    const record = payment.ledger.session(session.id);
    if (isStripeRecord(record) && isDebit(record) && isDue(payment, record))
      await applyStep(payment, record, resultOf(payment, record));
  }
}

const isDue = ({ clock }: PaymentContext, { session, stripe: { debit } }: DebitRecord): boolean =>
  session.state === "open" && debit.dueAt !== undefined && debit.dueAt <= clock.now().toISOString();

function resultOf(payment: PaymentContext, record: DebitRecord): Step {
  const { session, stripe } = record;
  const { conduct } = stripe.debit;
  if (conduct?.failure !== undefined) return { state: "refused" };
  const taken = captured(payment, session);
  const paid: Step = {
    state: taken.state,
    session: taken,
    ...(taken.captured.amount > 0 && { entry: { kind: captureKindOf(record), amount: taken.captured } }),
  };
  if (conduct?.dispute === undefined || taken.captured.amount === 0) return paid;
  const { dispute, entries } = openDispute({ payment }, record, {
    ...{ amount: taken.captured.amount, reason: conduct.dispute, isInquiry: false },
  });
  return {
    ...paid,
    // Unlike that of a card, it is final.
    record: { stripe: { ...stripe, disputes: [{ ...dispute, status: "lost" }] } },
    furtherEntries: entries,
  };
}
