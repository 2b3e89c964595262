import { applyStep } from "../payment/context.ts";
import { currentSession } from "../payment/sessions.ts";
import { type LyraContext, newRecord, recordsOf } from "./context.ts";
import { isLyraRecord, type LyraRecord, transactionsOf } from "./objects.ts";
import type { Params } from "./params.ts";
import { invalid, LyraError, noTransaction } from "./refusals.ts";

const defaultDays = 30;
const mostDays = 90;
const dayMs = 86_400_000;
const secondMs = 1_000;

/** Creates a payment order: a page where the customer pays, or saves a card. */
export async function createPaymentOrder(
  context: LyraContext,
  asked: Params<"Charge/CreatePaymentOrder">,
): Promise<object> {
  const { payment } = context;
  const { amount, currency, orderId, formAction, metadata, customer, ipnTargetUrl, returnUrl } = asked;
  const isRegistration = formAction === "REGISTER";
  if (isRegistration !== (amount === 0)) throw invalid("amount");
  if (formAction !== "PAYMENT" && customer === undefined) throw invalid("customer.email");
  const id = newUuid(context);
  const created = newRecord(context, {
    id,
    orderId,
    amount: { amount, currency },
    isManual: asked.transactionOptions?.cardOptions.manualValidation === "YES" && !isRegistration,
    expiresAt: endOf(context, asked.expirationDate),
    metadata,
    customer: customer?.reference,
    notifyUrl: ipnTargetUrl,
    returnUrl,
  });
  const record: LyraRecord = {
    ...created,
    session: { ...created.session, paymentUrl: `${payment.publicUrl()}/payment/pages/${id}` },
    locale: asked.locale?.slice(0, 2) ?? "auto",
    saveMethod: formAction !== "PAYMENT",
    ...(asked.paymentMethodToken !== undefined && { proposed: asked.paymentMethodToken }),
    lyra: { kind: "page", isRegistration, metadata, refused: [], lowered: 0, credits: {} },
  };
  const entry = { kind: "session", amount: record.session.amount } as const;
  await applyStep(payment, record, amount > 0 && recordsOf(context, orderId).length === 0 ? { entry } : {});
  return paymentOrderOf(record);
}

/** Changes the end of an open payment order; an end within the current second counts as passed. */
export async function updatePaymentOrder(
  context: LyraContext,
  { paymentOrderId, expirationDate }: Params<"Charge/PaymentOrder/Update">,
): Promise<object> {
  const { payment } = context;
  const record = currentSession(payment, paymentOrderId);
  if (!isLyraRecord(record)) throw new LyraError("PSP_560", "payment order not found");
  if (record.session.state !== "open" && record.session.state !== "authenticating")
    throw new LyraError("PSP_561", "the payment order is not running");
  if (expirationDate === undefined) return paymentOrderOf(record);
  const end = endOf(context, expirationDate);
  const isOver = end.getTime() - payment.clock.now().getTime() <= secondMs;
  await applyStep(payment, record, { ...(isOver && { state: "expired" }), session: { expiresAt: end.toISOString() } });
  return paymentOrderOf({ ...record, session: payment.ledger.session(paymentOrderId)?.session ?? record.session });
}

/** All transactions of an order id; an error as long as there is none. */
export function getOrder(context: LyraContext, { orderId }: Params<"Order/Get">): object {
  const now = context.payment.clock.now();
  const transactions = recordsOf(context, orderId).flatMap((record) => transactionsOf(context, record, now));
  if (transactions.length === 0) throw noTransaction();
  return { orderId, shopId: context.shopId, transactions, _type: "V4/OrderTransactions" };
}

/** 32 hexadecimal digits. */
export const newUuid = ({ payment }: LyraContext): string => payment.newId("").replace(/^_/, "");

function endOf({ payment }: LyraContext, asked: string | undefined): Date {
  const now = payment.clock.now().getTime();
  if (asked === undefined) return new Date(now + defaultDays * dayMs);
  const end = Date.parse(asked);
  if (end < now || end > now + mostDays * dayMs) throw invalid("expirationDate");
  return new Date(end);
}

function paymentOrderOf({ session }: LyraRecord): object {
  return {
    paymentOrderId: session.id,
    paymentURL: session.paymentUrl,
    paymentOrderStatus: session.state === "open" ? "RUNNING" : "EXPIRED",
    amount: session.amount.amount,
    currency: session.amount.currency,
    orderId: session.reference,
    _type: "V4/PaymentOrder",
  };
}
