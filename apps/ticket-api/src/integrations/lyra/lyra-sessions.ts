import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import {
  type PayingCard,
  type PaymentSession,
  ProviderRefused,
  ProviderUnreachable,
  type SessionState,
} from "../payment-provider.ts";
import { isRefusedFor, type LyraClient, lyraCodes } from "./lyra-client.ts";
import { anything, isDebit, type Transaction, transactions } from "./lyra-objects.ts";
import { noRefunds, type Refunds, recognisedRefunds } from "./lyra-refund-records.ts";
import { refusalOf, stateOf } from "./lyra-states.ts";
import { byCreation, nextStep, type Step } from "./lyra-steps.ts";
import { type KnownSession, moneyOf } from "./lyra-store.ts";

/** Steps of one read: choose, validate, record, and releases of what arrived twice. */
const stepsMax = 12;
const reserveMs = 60_000;
const reserveAttemptsMax = 200;
const reserveWaitMs = 50;

/** The session in its current state; undefined if it is not known. */
export async function readSession(lyra: LyraClient, reference: string): Promise<PaymentSession | undefined> {
  const known = await lyra.store.find(reference);
  return known && settle(lyra, known);
}

/** The session in its current state; one that is not known is refused. */
export async function knownSession(lyra: LyraClient, reference: string): Promise<PaymentSession> {
  const session = await readSession(lyra, reference);
  if (session === undefined) throw new ProviderRefused("session_unknown", "There is no session of this reference");
  return session;
}

/**
 * Reads a session at Lyra and does what is due about it: validates the transaction that pays it, releases any other, and
 * closes it after its end. `answered`: its transactions, where a request has just returned them.
 */
export async function settle(
  lyra: LyraClient,
  known: KnownSession,
  answered?: readonly Transaction[],
): Promise<PaymentSession> {
  let session = known;
  let all = answered ?? (await transactionsOf(lyra, session));
  let last: string | undefined;
  for (let count = 0; count < stepsMax; count += 1) {
    const step = nextStep(session, all, lyra.now());
    // A step that changed nothing is left to the next read.
    const isRepeated = JSON.stringify(step) === last;
    if (step === undefined || isRepeated || (lyra.settings.isReadOnly === true && step.step !== "record")) break;
    last = JSON.stringify(step);
    session = await take(lyra, session, step);
    if (step.step === "validate" || step.step === "release") all = await transactionsOf(lyra, session);
  }
  const current = sessionOf(session, all, await recognisedRefunds(lyra, session, all));
  if (lyra.settings.isReadOnly !== true) await lyra.store.observed(session.reference, digestOf(current), lyra.now());
  return current;
}

/** The transactions of a reference at Lyra; none as long as nobody has tried to pay. */
export async function transactionsOf(lyra: LyraClient, { reference, sentAt }: KnownSession): Promise<Transaction[]> {
  if (sentAt === null) return [];
  try {
    return (await lyra.ask("Order/Get", { orderId: reference }, transactions)).transactions ?? [];
  } catch (failure) {
    if (isRefusedFor(failure, lyraCodes.transactionMissing)) return [];
    throw failure;
  }
}

async function take(lyra: LyraClient, session: KnownSession, step: Step): Promise<KnownSession> {
  const { reference } = session;
  if (step.step === "close") return lyra.store.close(reference, lyra.now());
  if (step.step === "choose") return lyra.store.choose(reference, step.uuid);
  if (step.step === "record") {
    if (lyra.settings.isReadOnly) return { ...session, transactionId: step.uuid, capturedAmount: step.amount };
    return lyra.store.captured(reference, step.uuid, step.amount);
  }
  try {
    await lyra.ask(`Transaction/${step.step === "validate" ? "Validate" : "Cancel"}`, { uuid: step.uuid }, anything);
  } catch (failure) {
    // Another process was faster: the next read shows it.
    if (!(failure instanceof ProviderRefused)) throw failure;
  }
  return session;
}

/** The session from the stored row and Lyra's transactions. */
export function sessionOf(
  known: KnownSession,
  all: readonly Transaction[],
  { refunds, failedRefunds }: Refunds = noRefunds,
): PaymentSession {
  const debits = all.filter(isDebit).toSorted(byCreation);
  const paying = debits.find(({ uuid }) => uuid === known.transactionId) ?? debits.at(-1);
  const others = debits.filter((each) => each.uuid !== known.transactionId && stateOf(each) === "taken");
  const state = sessionStateOf(known, debits, paying);
  const isPaid = known.capturedAmount !== null && known.capturedAmount > 0;
  const currency = isPaid ? (paying?.currency ?? known.currency) : known.currency;
  const captured = (known.capturedAmount ?? 0) + others.reduce((sum, { amount }) => sum + amount, 0);
  const dates = [
    known.createdAt,
    known.closedAt,
    ...all.map(({ creationDate }) => creationDate),
    ...refunds.map(({ at }) => at),
  ];
  return {
    id: known.reference,
    reference: known.reference,
    orderId: known.orderId,
    state,
    amount: moneyOf(known),
    captured: { amount: captured, currency },
    refunded: { amount: refunds.reduce((sum, { amount }) => sum + amount.amount, 0), currency },
    refunds,
    failedRefunds,
    changedAt: new Date(Math.max(...dates.map((date) => (date === null ? 0 : Date.parse(date))))).toISOString(),
    paymentUrl: state === "open" ? (known.pageUrl ?? undefined) : undefined,
    refusal: state === "captured" || paying === undefined ? undefined : refusalOf(paying),
    method: paying && cardOf(known, paying),
  };
}

function sessionStateOf(
  known: KnownSession,
  debits: readonly Transaction[],
  paying: Transaction | undefined,
): SessionState {
  if (known.capturedAmount !== null) return "captured";
  if (known.closedAt !== null) {
    return known.endsAt !== null && known.closedAt >= known.endsAt ? "expired" : "cancelled";
  }
  const state = paying && stateOf(paying);
  if (known.transactionId !== null && (state === "refused" || state === "cancelled" || state === "expired"))
    return state;
  if (debits.some((each) => stateOf(each) === "authorised")) return known.isManual ? "authorised" : "open";
  // A page accepts another card after a refusal; a charge does not.
  const isDecided = known.kind === "charge" && known.pageUrl === null && state !== undefined && state !== "pending";
  return isDecided && state !== "taken" && state !== "authorised" ? state : "open";
}

/** The card of a transaction. Lyra states no id of the card itself: the visible digits and the expiry take its place. */
function cardOf(known: KnownSession, { paymentMethodToken, transactionDetails }: Transaction): PayingCard | undefined {
  const card = transactionDetails?.cardDetails;
  const { pan, expiryMonth, expiryYear, effectiveBrand } = card ?? {};
  if (pan == null || expiryMonth == null || expiryYear == null) return undefined;
  const expiresOn = `${expiryYear}-${String(expiryMonth).padStart(2, "0")}`;
  return {
    brand: (effectiveBrand ?? "CARD").toUpperCase(),
    last4: pan.slice(-4),
    expiresOn,
    savedId: savedIdOf(known.method, paymentMethodToken, card?.initialIssuerTransactionIdentifier),
    fingerprint: createHash("sha256").update(`${pan} ${expiresOn}`).digest("base64url"),
  };
}

/** Our id of a saved card: Lyra's token, and the issuer's reference by which later charges are chained to the first one. */
function savedIdOf(
  method: string | null,
  token: string | null | undefined,
  chain: string | null | undefined,
): string | undefined {
  if (token == null) return undefined;
  if (method !== null && partsOf(method).token === token) return method;
  return chain == null ? token : `${token}:${chain}`;
}

/** Token and issuer's reference of a saved card's id. */
export function partsOf(method: string): { token: string; chain: string | undefined } {
  const [token = "", chain] = method.split(":");
  return { token, chain };
}

/** Runs a request about a session while no other process does. */
export async function exclusively<Answer>(
  lyra: LyraClient,
  reference: string,
  work: () => Promise<Answer>,
): Promise<Answer> {
  for (let attempt = 0; ; attempt += 1) {
    const now = lyra.now();
    if (await lyra.store.reserve(reference, now, new Date(now.getTime() + reserveMs))) break;
    if (attempt >= reserveAttemptsMax)
      throw new ProviderUnreachable("Lyra: another request about this session is under way", { onlyThis: true });
    await pause(reserveWaitMs);
  }
  try {
    return await work();
  } finally {
    await lyra.store.release(reference);
  }
}

/** The parts of a session by which a read detects a change. */
function digestOf({ state, captured, refunds, failedRefunds, refusal }: PaymentSession): string {
  return createHash("sha256")
    .update(JSON.stringify([state, captured, refunds, refusal, ...failedRefunds]))
    .digest("base64url");
}
