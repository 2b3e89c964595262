import { emailRetentionDays } from "@guichet/contract/limits/personal-data-limits.ts";
import { daysMs, later, minutesMs } from "../clock.ts";
import type { Dependencies } from "../dependencies.ts";
import { bankId } from "../integrations/debit-message.ts";
import type { DebitState } from "../integrations/direct-debit.ts";
import type { PaymentSession } from "../integrations/payment-provider.ts";
import { debitAnswer } from "../payments/settlement/check-answer.ts";
import { lastYearGone } from "../privacy/retention-job.ts";
import { bookedPayments, sessionsTold } from "./booked-store.ts";
import { type Difference, difference, type Found } from "./differences.ts";
import { differencesAtProvider } from "./provider-side.ts";
import { differencesInBooks } from "./store.ts";

/** What is compared: our books, the payment provider, and the bank where there is one. */
type Audited = Pick<Dependencies, "db" | "clock" | "payments" | "debits">;

/** So long may something be under way before it is called late: longer than the pauses of the work that looks after it. */
const graceMinutes = 15;

/**
 * Compares provider, ledger, payments, orders, invoices, tickets, vouchers and mail, and names every difference, oldest
 * order first; empty: all agrees (§6 "Ledger"). Reads only; may run beside a shop at work. Throws `ProviderUnreachable`.
 */
export async function audit(deps: Audited, { grace = graceMinutes }: { grace?: number } = {}): Promise<Difference[]> {
  const first = await look(deps, grace);
  if (first.length === 0) return [];
  // What moved between the question to the provider and that to the database is no difference: such does not stand twice.
  const still = new Set((await look(deps, grace)).map(nameOf));
  return first
    .filter((found) => still.has(nameOf(found)))
    .sort(byOrder)
    .map(difference);
}

async function look({ db, clock, payments, debits }: Audited, grace: number) {
  const lateBefore = later(clock.now(), -minutesMs(grace)).toISOString();
  const yearGone = lastYearGone(clock.now());
  const mailsSince = later(clock.now(), -daysMs(emailRetentionDays)).toISOString();
  const sessions = [...(await allSessions(payments)), ...(await allDebits(debits))];
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute(async (tx): Promise<Found[]> => {
      const inBooks = await differencesInBooks(tx, { lateBefore, yearGone, mailsSince });
      const told = await sessionsTold(tx);
      return [...inBooks, ...differencesAtProvider(sessions, await bookedPayments(tx), { lateBefore, told })];
    });
}

/** Every session of the provider, from the first. */
async function allSessions(payments: Dependencies["payments"]): Promise<PaymentSession[]> {
  const sessions = new Map<string, PaymentSession>();
  let cursor: string | undefined;
  for (;;) {
    const page = await payments.listSince(cursor);
    for (const session of page.sessions) sessions.set(session.id, session);
    cursor = page.cursor;
    if (!page.more) return [...sessions.values()];
  }
}

/** Every debit of the bank, as the books compare a payment: collected, and what of it went back. */
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
    changedAt,
    paymentUrl: undefined,
    refusal: reason,
    method: undefined,
  };
}

const nameOf = ({ kind, subject, found }: Found): string => `${kind} ${subject} ${found}`;
const byOrder = (a: Found, b: Found): number =>
  (a.orderNumber ?? "").localeCompare(b.orderNumber ?? "") || a.kind.localeCompare(b.kind);
