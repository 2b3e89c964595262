import { capture as captureSession, close, refundSession } from "../payment/movements.ts";
import { type LyraContext, recordOf } from "./context.ts";
import { isRemitted, type LyraRecord, remainingOf, transactionsOf } from "./objects.ts";
import type { Params } from "./params.ts";
import { invalid, LyraError, noTransaction, wrongState } from "./refusals.ts";

export function getTransaction(context: LyraContext, { uuid }: Params<"Transaction/Get">): object {
  return transactionIn(context, recordOf(context, uuid), uuid);
}

/** Releases an authorised transaction for its remittance. */
export async function validate(context: LyraContext, { uuid }: Params<"Transaction/Validate">): Promise<object> {
  const record = recordOf(context, uuid);
  if (record.session.state !== "authorised") throw wrongState("it does not wait for a validation");
  await captureSession(context.payment, record.session.id);
  return transactionIn(context, recordOf(context, uuid), uuid);
}

/** Cancels a transaction before its remittance. */
export async function cancel(context: LyraContext, { uuid }: Params<"Transaction/Cancel">): Promise<object> {
  const record = recordOf(context, uuid);
  if (record.session.state === "authorised") await close(context.payment, record.session.id);
  else await lower(context, record, remainingOf(record));
  return transactionIn(context, recordOf(context, uuid), uuid);
}

/** Lowers the amount of a transaction before its remittance. */
export async function update(
  context: LyraContext,
  { uuid, cardUpdate: { amount, currency } }: Params<"Transaction/Update">,
): Promise<object> {
  const record = recordOf(context, uuid);
  if (currency !== record.session.amount.currency) throw invalid("cardUpdate.currency");
  if (amount === 0 || amount > remainingOf(record)) throw invalid("cardUpdate.amount");
  await lower(context, record, remainingOf(record) - amount);
  return transactionIn(context, recordOf(context, uuid), uuid);
}

/** Cancels the whole transaction before its remittance, or credits the card after it. */
export async function cancelOrRefund(
  context: LyraContext,
  { uuid, amount, currency, resolutionMode }: Params<"Transaction/CancelOrRefund">,
): Promise<object> {
  const record = recordOf(context, uuid);
  if (currency !== record.session.amount.currency) throw invalid("currency");
  const isAtBank = isRemitted(record, context.payment.clock.now());
  if (isAtBank && resolutionMode !== "CANCELLATION_ONLY") return credit(context, record, amount);
  if (isAtBank || resolutionMode === "REFUND_ONLY") throw wrongState("the remittance");
  if (amount !== remainingOf(record)) throw invalid("amount");
  return cancel(context, { uuid });
}

async function credit(context: LyraContext, record: LyraRecord, amount: number): Promise<object> {
  const { session } = record;
  const key = `lyra:${context.payment.newId("rf")}`;
  const outcome = await refundSession(context.payment, session.id, { key, amount: { ...session.amount, amount } });
  if ("refusal" in outcome) throw new LyraError("PSP_100", "refund refused", outcome.refusal);
  const current = recordOf(context, record.lyra.uuid ?? "");
  return transactionIn(context, current, current.lyra.credits[outcome.value.refund.id] ?? "");
}

async function lower(context: LyraContext, { session, ...record }: LyraRecord, amount: number): Promise<void> {
  const { payment } = context;
  const isOpen = session.state === "captured" && !isRemitted({ ...record, session }, payment.clock.now());
  if (!isOpen || amount <= 0) throw wrongState("only before the remittance");
  const key = `lyra:${payment.newId("rf")}`;
  const outcome = await refundSession(payment, session.id, { key, amount: { ...session.amount, amount } });
  if ("refusal" in outcome) throw wrongState(outcome.refusal);
}

function transactionIn(context: LyraContext, record: LyraRecord, uuid: string): object {
  const found = transactionsOf(context, record, context.payment.clock.now()).find(
    (each) => Reflect.get(each, "uuid") === uuid,
  );
  if (found === undefined) throw noTransaction();
  return found;
}
