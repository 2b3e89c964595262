import type { PaymentSession } from "../payment-provider.ts";
import type { LyraClient } from "./lyra-client.ts";
import type { Transaction } from "./lyra-objects.ts";
import { failsAsCredit, refusalOf, stateOf } from "./lyra-states.ts";
import { byCreation } from "./lyra-steps.ts";
import type { KnownRefund, KnownSession } from "./lyra-store.ts";

export type Refunds = Pick<PaymentSession, "refunds" | "failedRefunds">;

/** The refunds of a session of which nothing was captured. */
export const noRefunds: Refunds = { refunds: [], failedRefunds: [] };

/**
 * The refunds of a session, oldest first, and those that failed. Lyra stores no reference of the merchant with a refund. A refund whose answer was
 * lost is recognised by its amount; any other was made in the Back Office and has Lyra's own reference.
 */
export async function recognisedRefunds(
  lyra: LyraClient,
  session: KnownSession,
  all: readonly Transaction[],
): Promise<Refunds> {
  if (session.capturedAmount === null || session.capturedAmount === 0) return noRefunds;
  const known = await lyra.store.refunds(session.reference);
  const { currency } = session;
  const credits = await creditsOf(lyra, session, known, all);
  const reductions = await reductionsOf(lyra, session, known, all);
  const moneyOf = ({ reference, amount, at }: Recognised) => ({ reference, amount: { amount, currency }, at });
  const made = credits.filter(({ failure }) => failure === undefined);
  return {
    // An amount is lowered before the remittance, and credited after it.
    refunds: [...reductions, ...made].map(moneyOf),
    failedRefunds: credits.flatMap(({ failure, ...credit }) =>
      failure === undefined ? [] : [{ ...moneyOf(credit), ...failure }],
    ),
  };
}

interface Recognised {
  reference: string;
  amount: number;
  at: string;
}

/** A transaction that credits the card, or did not: then with Lyra's id of it and why. */
interface Credit extends Recognised {
  failure?: { id: string; code: string };
}

async function creditsOf(
  lyra: LyraClient,
  session: KnownSession,
  known: readonly KnownRefund[],
  all: readonly Transaction[],
): Promise<Credit[]> {
  const waiting = known.filter(({ kind, doneAt }) => kind === "credit" && doneAt === null);
  const found: Credit[] = [];
  // A credit that was made is recognised before one that failed: to take our own for a failed one would pay it again.
  const madeFirst = creditsIn(all).sort((one, other) => Number(failsAsCredit(one)) - Number(failsAsCredit(other)));
  for (const credit of madeFirst) {
    const at = new Date(credit.creationDate).toISOString();
    const failure = failsAsCredit(credit) && { id: credit.uuid, code: refusalOf(credit) ?? stateOf(credit) };
    const own = known.find(({ transactionId }) => transactionId === credit.uuid);
    const mayBe = (one: KnownRefund) => one.amount === credit.amount && (!failure || isFrom(one, credit));
    const lost = own === undefined ? waiting.findIndex(mayBe) : -1;
    const [recognised] = lost === -1 ? [own] : waiting.splice(lost, 1);
    if (own === undefined && recognised !== undefined) await book(lyra, session, recognised, credit.uuid);
    found.push({
      reference: recognised?.reference ?? credit.uuid,
      amount: credit.amount,
      at,
      ...(failure && { failure }),
    });
  }
  return found;
}

/** Whether a credit can be the answer to this request: not from before it. Lyra's instants are whole seconds. */
const isFrom = ({ sentAt }: KnownRefund, { creationDate }: Transaction): boolean =>
  Date.parse(creationDate) >= Math.floor(Date.parse(sentAt) / 1000) * 1000;

async function reductionsOf(
  lyra: LyraClient,
  session: KnownSession,
  known: readonly KnownRefund[],
  all: readonly Transaction[],
): Promise<Recognised[]> {
  const done = known.filter(({ kind, doneAt }) => kind === "reduction" && doneAt !== null);
  const found = done.map(({ reference, amount, doneAt }) => ({ reference, amount, at: doneAt ?? "" }));
  const total = (session.capturedAmount ?? 0) - remainingOf(session, all);
  const unknown = total - done.reduce((sum, { amount }) => sum + amount, 0);
  if (unknown <= 0) return found;
  const own = known.find(({ kind, doneAt, amount }) => kind === "reduction" && doneAt === null && amount === unknown);
  const at = lyra.now().toISOString();
  // The sum makes the reference the same however often the change is read.
  const reference = own?.reference ?? `${session.transactionId}:${total}`;
  if (own !== undefined) await book(lyra, session, own, null);
  else if (lyra.settings.isReadOnly !== true) {
    const made: KnownRefund = {
      reference,
      amount: unknown,
      kind: "reduction",
      sentAt: at,
      doneAt: at,
      transactionId: null,
    };
    await lyra.store.insertRefund(session.reference, made);
  }
  return [...found, { reference, amount: unknown, at }];
}

async function book(lyra: LyraClient, session: KnownSession, refund: KnownRefund, uuid: string | null): Promise<void> {
  if (lyra.settings.isReadOnly !== true) await lyra.store.refunded(session.reference, refund, lyra.now(), uuid);
}

/** The amount that the paying transaction still has: less than was captured once it was lowered or cancelled. */
export function remainingOf(session: KnownSession, all: readonly Transaction[]): number {
  const paying = all.find(({ uuid }) => uuid === session.transactionId);
  if (paying === undefined) return session.capturedAmount ?? 0;
  return stateOf(paying) === "taken" ? paying.amount : 0;
}

/** Transactions that were to credit the card, oldest first. */
const creditsIn = (all: readonly Transaction[]): Transaction[] =>
  all.filter(({ operationType }) => operationType === "CREDIT").sort(byCreation);
