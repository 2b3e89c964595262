import { signLyraAnswer } from "@guichet/contract/integrations/lyra.ts";
import type { LyraSteps, PaymentContext, Step } from "../payment/context.ts";
import { isLyraRecord, isRemitted, type LyraRecord, type LyraShop, paymentOf } from "./objects.ts";

/** How Lyra carries out the steps of its sessions, and which notifications they cause. */
export function lyraSteps(
  { clock, newUuid }: Pick<PaymentContext, "clock"> & { newUuid: () => string },
  shop: LyraShop,
): LyraSteps {
  return {
    stepOf(record, step) {
      if (!isLyraRecord(record)) return step;
      const isRefund = step.entry?.kind === "refund" && step.entry.amount.amount > 0;
      if (isRefund) return refundStep(record, step, isRemitted(record, clock.now()), newUuid);
      return attemptStep(record, step, clock.now().toISOString(), newUuid);
    },
    notificationOf(before, after) {
      if (!isLyraRecord(after) || !isLyraRecord(before)) return undefined;
      if (!isNotified(before, after)) return undefined;
      const answer = JSON.stringify(paymentOf(shop, after, clock.now()));
      return new URLSearchParams({
        "kr-hash": signLyraAnswer(shop.password, answer),
        "kr-hash-algorithm": "sha256_hmac",
        "kr-hash-key": "password",
        "kr-answer-type": "V4/Payment",
        "kr-answer": answer,
      }).toString();
    },
  };
}

/**
 * Whether a step is notified: the end of a payment, operations in the Back Office and the refusal of a credit by its bank are,
 * requests of a web service are not.
 */
function isNotified(before: LyraRecord, after: LyraRecord): boolean {
  if (after.lyra.refused.length > before.lyra.refused.length) return true;
  if (failedIn(after) > failedIn(before)) return true;
  const refund = after.session.refunds.at(-1);
  if (after.session.refunds.length > before.session.refunds.length)
    return refund?.key.startsWith("dashboard:") === true;
  return before.lyra.uuid === undefined && after.lyra.uuid !== undefined;
}

const failedIn = ({ session }: LyraRecord): number =>
  session.refunds.filter(({ failedAt }) => failedAt !== undefined).length;

/** Each attempt is a transaction; a refused one leaves its page open. */
function attemptStep(record: LyraRecord, step: Step, at: string, newUuid: () => string): Step {
  const { lyra, session } = record;
  const wasOver = session.state === "cancelled" || session.state === "expired";
  if (step.state === "refused") {
    const reason = step.session?.refusal ?? "card_declined";
    const card = step.session?.card ?? session.card;
    const refused = [...lyra.refused, { uuid: newUuid(), at, reason, card }];
    const state = lyra.kind === "page" ? "open" : "refused";
    return { ...step, state, record: { ...step.record, lyra: { ...lyra, refused } } };
  }
  if (step.state === "captured") {
    const validated = { ...lyra, uuid: lyra.uuid ?? newUuid(), authorisedAt: lyra.authorisedAt ?? at, validatedAt: at };
    return { ...step, record: { ...step.record, lyra: validated } };
  }
  if (step.state !== "authorised") return step;
  const authorised = { ...lyra, uuid: newUuid(), authorisedAt: at };
  if (!wasOver) return { ...step, record: { ...step.record, lyra: authorised } };
  // A closed page that is paid nevertheless and remitted automatically, as a tester ordered.
  return {
    ...step,
    state: "captured",
    session: { ...step.session, captured: session.amount },
    entry: { kind: "capture", amount: session.amount },
    record: { ...step.record, lyra: { ...authorised, validatedAt: at } },
  };
}

/** Before the remittance a refund lowers the transaction; after it, another one credits the card. */
function refundStep(record: LyraRecord, step: Step, isRemittedNow: boolean, newUuid: () => string): Step {
  const { lyra } = record;
  const refund = step.session?.refunds?.at(-1);
  const amount = step.entry?.amount.amount ?? 0;
  const moved = isRemittedNow
    ? { ...lyra, credits: { ...lyra.credits, [refund?.id ?? ""]: newUuid() } }
    : { ...lyra, lowered: lyra.lowered + amount };
  return { ...step, record: { ...step.record, lyra: moved } };
}
