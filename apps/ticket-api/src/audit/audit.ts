import { emailRetentionDays } from "@guichet/contract/limits/personal-data-limits.ts";
import { daysMs, hoursMs, later, minutesMs } from "../clock.ts";
import type { Dependencies } from "../dependencies.ts";
import { bankId } from "../integrations/debit-message.ts";
import type { DebitState } from "../integrations/direct-debit.ts";
import { allChanges, type PaymentSession, type ProviderDispute } from "../integrations/payment-provider.ts";
import type { ProviderAccount } from "../integrations/payment-providers.ts";
import type { ProviderPayout } from "../integrations/provider-settlement.ts";
import { debitAnswer } from "../payments/settlement/check-answer.ts";
import { lastExpiredYear } from "../privacy/retention-job.ts";
import { bookedDisputes, bookedPayments, reportedSessions } from "./booked-store.ts";
import { type Difference, difference, type Found } from "./differences.ts";
import { disputeDifferences } from "./dispute-differences.ts";
import { differencesAtProvider } from "./provider-side.ts";
import { bookedPayouts, payoutDifferences } from "./settlement-check-store.ts";
import { type Bounds, differencesInBooks } from "./store.ts";

/** What the audit compares: our books, the payment providers, and the bank if there is one. */
type Audited = Pick<Dependencies, "db" | "clock" | "payments" | "debits">;

/** How long something may take before it counts as late: longer than the pauses of the job that completes it. */
const graceMinutes = 15;
/** Payouts are read every hour. */
const settlementGraceHours = 2;

/**
 * Compares provider, ledger, payments, orders, invoices, tickets, vouchers and mail, and returns every difference, oldest order first;
 * empty: all agree (§6 "Ledger"). Read-only; may run while the shop is in use. Throws `ProviderUnreachable`.
 */
export async function audit(deps: Audited, { grace = graceMinutes }: { grace?: number } = {}): Promise<Difference[]> {
  const first = await compare(deps, grace);
  if (first.length === 0) return [];
  // A change between the reads of provider and database is no difference: it does not show up twice.
  const still = new Set((await compare(deps, grace)).map(keyOf));
  return first
    .filter((found) => still.has(keyOf(found)))
    .sort(byOrder)
    .map(difference);
}

/** What may still be in progress or already deleted at an instant. */
export const boundsAt = (now: Date, grace = graceMinutes): Bounds => ({
  lateBefore: later(now, -minutesMs(grace)).toISOString(),
  yearGone: lastExpiredYear(now),
  mailsSince: later(now, -daysMs(emailRetentionDays)).toISOString(),
});

async function compare({ db, clock, payments, debits }: Audited, grace: number) {
  const bounds = boundsAt(clock.now(), grace);
  const { lateBefore } = bounds;
  const settledBefore = later(new Date(lateBefore), -hoursMs(settlementGraceHours)).toISOString();
  const atProviders = await everythingAt(payments);
  const sessions = [...atProviders.sessions, ...(await allDebits(debits))];
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute(async (tx): Promise<Found[]> => {
      const inBooks = await differencesInBooks(tx, bounds);
      const reported = await reportedSessions(tx);
      const booked = await bookedPayments(tx);
      return [
        ...inBooks,
        ...differencesAtProvider(sessions, booked, { lateBefore, reported }),
        ...disputeDifferences(atProviders.disputes, await bookedDisputes(tx), booked),
        ...payoutDifferences(atProviders.payouts, await bookedPayouts(tx), settledBefore),
      ];
    });
}

interface AtProviders {
  sessions: PaymentSession[];
  disputes: ProviderDispute[];
  payouts: { account: ProviderAccount; payout: ProviderPayout }[];
}

/** Every session, dispute and payout of the providers, each in its last state. */
async function everythingAt(payments: Dependencies["payments"]): Promise<AtProviders> {
  const sessions = new Map<string, PaymentSession>();
  const disputes = new Map<string, ProviderDispute>();
  const payouts: AtProviders["payouts"] = [];
  for (const account of payments.accounts()) {
    const provider = payments.at(account);
    for await (const page of allChanges(provider)) {
      for (const session of page.sessions) sessions.set(session.id, withReturn(session));
      for (const dispute of page.disputes ?? []) disputes.set(dispute.id, dispute);
    }
    for await (const page of provider.settlement?.payoutsSince(undefined) ?? [])
      payouts.push(...page.map((payout) => ({ account, payout })));
  }
  return { sessions: [...sessions.values()], disputes: [...disputes.values()], payouts };
}

/** A debit whose money the bank took back is compared as refunded, like one of the bank. */
function withReturn(session: PaymentSession): PaymentSession {
  const { captured, refunded, debit } = session;
  if (!debit?.isReturned) return session;
  return { ...session, refunded: { ...refunded, amount: refunded.amount + captured.amount } };
}

/** Every debit of the bank, as a payment session: the amounts collected and refunded. */
async function allDebits(bank: Dependencies["debits"]): Promise<PaymentSession[]> {
  const debits = new Map<string, PaymentSession>();
  let cursor: string | undefined;
  for (let more = bank !== undefined; more && bank !== undefined; ) {
    const page = await bank.listSince(cursor);
    for (const debit of page.debits) debits.set(debit.reference, asSession(debit));
    ({ cursor, more } = page);
  }
  return [...debits.values()];
}

function asSession(debit: DebitState): PaymentSession {
  const { reference, reason, changedAt, transfers } = debit;
  return {
    id: bankId(reference),
    ...debitAnswer(debit),
    refunds: transfers,
    failedRefunds: [],
    changedAt,
    paymentUrl: undefined,
    refusal: reason,
    method: undefined,
  };
}

const keyOf = ({ kind, subject, found }: Found): string => `${kind} ${subject} ${found}`;
const byOrder = (a: Found, b: Found): number =>
  (a.orderNumber ?? "").localeCompare(b.orderNumber ?? "") || a.kind.localeCompare(b.kind);
