import type { Money } from "@guichet/contract/values.ts";
import { z } from "zod";
import { type PaymentSession, ProviderRefused, ProviderUnreachable } from "../payment-provider.ts";
import { type LyraClient, lyraMoney } from "./lyra-client.ts";
import { anything, type Transaction } from "./lyra-objects.ts";
import { remainingOf } from "./lyra-refund-records.ts";
import { exclusively, knownSession, transactionsOf } from "./lyra-sessions.ts";
import { isRemitted, stateOf } from "./lyra-states.ts";
import type { KnownRefund, KnownSession } from "./lyra-store.ts";

const credited = z.object({ uuid: z.string().min(1) });
/** A credit whose answer was lost may arrive late: it is sent again only after this time without it. */
const creditWaitMs = 2 * 60_000;

/**
 * Refunds at most what is left of the captured amount, once per reference. Before the remittance to the bank the
 * transaction is lowered or cancelled, after it a transaction credits the card.
 */
export function refundPayment(
  lyra: LyraClient,
  reference: string,
  asked: { reference: string; amount: Money },
): Promise<PaymentSession> {
  return exclusively(lyra, reference, async () => {
    const session = await knownSession(lyra, reference);
    const earlier = (await lyra.store.refunds(reference)).find((each) => each.reference === asked.reference);
    checkRefund(session, asked, earlier);
    refuseFailed(session, asked);
    if (earlier?.doneAt != null) return session;
    const known = await lyra.store.find(reference);
    if (known !== undefined) await send(lyra, known, asked, earlier);
    const now = await knownSession(lyra, reference);
    refuseFailed(now, asked);
    return now;
  });
}

function refuseFailed({ failedRefunds }: PaymentSession, { reference }: { reference: string }): void {
  const failed = failedRefunds.find((each) => each.reference === reference);
  if (failed !== undefined) throw new ProviderRefused(failed.code, "The credit was accepted and failed");
}

function checkRefund(
  { captured, refunded }: PaymentSession,
  { amount: { amount, currency } }: { amount: Money },
  earlier: KnownRefund | undefined,
): void {
  if (captured.amount === 0) throw new ProviderRefused("session_not_captured", "Nothing was captured");
  if (captured.currency !== currency)
    throw new ProviderRefused("currency_differs", `The payment is in ${captured.currency}`);
  if (earlier !== undefined && earlier.amount !== amount)
    throw new ProviderRefused("reference_reused", "The reference was used for another amount");
  const left = captured.amount - refunded.amount;
  if (earlier?.doneAt == null && amount > left)
    throw new ProviderRefused("refund_too_high", `At most ${left} minor units can be refunded`);
}

async function send(
  lyra: LyraClient,
  known: KnownSession,
  asked: { reference: string; amount: Money },
  earlier: KnownRefund | undefined,
): Promise<void> {
  const now = lyra.now();
  const isRecent = earlier?.kind === "credit" && now.getTime() - Date.parse(earlier.sentAt) < creditWaitMs;
  if (isRecent) throw new ProviderUnreachable("Lyra: a refund may still arrive", { onlyThis: true });
  const all = await transactionsOf(lyra, known);
  const paying = all.find(({ uuid }) => uuid === known.transactionId);
  if (paying === undefined || stateOf(paying) !== "taken")
    throw new ProviderRefused("session_not_captured", "The transaction cannot be refunded");
  const kind = isRemitted(paying) ? "credit" : "reduction";
  const refund: KnownRefund = {
    reference: asked.reference,
    amount: asked.amount.amount,
    kind,
    sentAt: now.toISOString(),
    doneAt: null,
    transactionId: null,
  };
  await lyra.store.insertRefund(known.reference, refund);
  try {
    const uuid = await request(lyra, paying, asked, kind === "credit" ? undefined : remainingOf(known, all));
    await lyra.store.refunded(known.reference, refund, lyra.now(), uuid);
  } catch (failure) {
    if (!(failure instanceof ProviderRefused)) throw failure;
    await lyra.store.withdrawRefund(known.reference, asked.reference);
    // The remittance came first: what could not be lowered any more is credited.
    const now = (await transactionsOf(lyra, known)).find(({ uuid }) => uuid === paying.uuid);
    if (kind === "credit" || now === undefined || !isRemitted(now)) throw failure;
    await send(lyra, known, asked, undefined);
  }
}

/** Sends the refund; `remaining`: what the transaction has, if it is not remitted. Returns the crediting transaction. */
async function request(
  lyra: LyraClient,
  { uuid }: Transaction,
  asked: { reference: string; amount: Money },
  remaining: number | undefined,
): Promise<string | null> {
  const { amount, currency } = lyraMoney(asked.amount);
  // Shown in the Back Office.
  const comment = asked.reference;
  if (remaining === undefined) {
    const refund = { uuid, amount, currency, resolutionMode: "REFUND_ONLY", comment };
    return (await lyra.ask("Transaction/CancelOrRefund", refund, credited)).uuid;
  }
  if (amount === remaining) {
    const cancellation = { uuid, amount, currency, resolutionMode: "CANCELLATION_ONLY", comment };
    await lyra.ask("Transaction/CancelOrRefund", cancellation, anything);
  } else {
    // The new amount, and not the difference: a repetition lowers nothing more.
    const cardUpdate = { amount: remaining - amount, currency };
    await lyra.ask("Transaction/Update", { uuid, cardUpdate, comment }, anything);
  }
  return null;
}
