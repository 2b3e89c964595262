import type { SessionRecord } from "../payment/ledger.ts";
import type { StripeContext } from "./context.ts";
import { disputeOf, type TransactionObject, transactionOf } from "./dispute-objects.ts";
import {
  chargeIdOf,
  chargeOf,
  failureTransactionOf,
  isStripeRecord,
  randomPart,
  refundsOf,
  type StripeRecord,
  secondsOf,
  toSmallestUnit,
} from "./objects.ts";
import type { PayoutRecord } from "./records.ts";

const daySeconds = 86_400;
/** Days until the money of a charge is available. */
const availableDays = 3;
/** Fee of a charge: 1.5 % and 25 hundredths of the currency, as Stripe's for European cards. */
const feeShare = 0.015;
const fixedFee = 25;

/** A movement of the merchant's balance, and what its source looks like when it is expanded. */
export interface Movement {
  transaction: TransactionObject & { source: string };
  source?: () => object;
}

/** Every movement of the balance by charges, refunds and disputes, in no certain order. */
export function movementsOf(context: StripeContext): Movement[] {
  const records = [...context.payment.ledger.sessions()].filter(isStripeRecord);
  const byId = new Map(records.map((record) => [record.session.id, record]));
  const charges = context.payment.ledger.entries().flatMap((entry): Movement[] => {
    const record = byId.get(entry.session);
    const isCapture = entry.kind === "capture" || entry.kind === "debit";
    if (record === undefined || !isCapture || entry.amount.amount === 0) return [];
    const amount = toSmallestUnit(entry.amount.amount, entry.amount.currency);
    const fee = Math.min(amount, Math.round(amount * feeShare) + fixedFee);
    const id = chargeIdOf(record);
    const type = record.stripe.debit === undefined ? "charge" : "payment";
    const of = { amount, fee, currency: entry.amount.currency, at: entry.at, type, waitDays: availableDays };
    return [{ transaction: plainTransaction(id, of), source: () => chargeOf(context, record) }];
  });
  return [
    ...charges,
    ...records.flatMap((record) => [...refundMovements(record), ...disputeMovements(context, record)]),
  ];
}

function refundMovements(record: StripeRecord): Movement[] {
  const refunds = refundsOf(record);
  return record.session.refunds.flatMap(({ at, failedAt }, index): Movement[] => {
    const refund = refunds[index];
    if (refund === undefined) return [];
    const { id, amount, currency } = refund;
    const source = () => refund;
    const sent = plainTransaction(id, { amount: -amount, fee: 0, currency, at, type: "refund" });
    if (failedAt === undefined) return [{ transaction: sent, source }];
    const back = plainTransaction(id, { amount, fee: 0, currency, at: failedAt, type: "refund_failure" });
    const returned = { ...back, id: failureTransactionOf(id) };
    return [
      { transaction: sent, source },
      { transaction: returned, source },
    ];
  });
}

function disputeMovements(context: StripeContext, record: StripeRecord): Movement[] {
  return (record.stripe.disputes ?? []).flatMap((dispute) =>
    dispute.transactions.map((moved) => ({
      transaction: { ...transactionOf(record, dispute, moved), source: dispute.id },
      source: () => disputeOf(context, record, dispute),
    })),
  );
}

/** The movements by a payout: the money that left, and came back when it failed. */
export function payoutMovements({ id, amount, currency, createdSeconds, failure }: PayoutRecord): Movement[] {
  const made = { fee: 0, currency, at: new Date(createdSeconds * 1_000).toISOString(), type: "payout" };
  const left: Movement = { transaction: plainTransaction(id, { ...made, amount: -amount }) };
  if (failure === undefined) return [left];
  const back = { ...made, amount, at: new Date(failure.atSeconds * 1_000).toISOString(), type: "payout_failure" };
  return [left, { transaction: { ...plainTransaction(id, back), id: failure.transaction } }];
}

interface Moved {
  amount: number;
  fee: number;
  currency: string;
  at: SessionRecord["session"]["changedAt"];
  type: string;
  waitDays?: number;
}

function plainTransaction(
  source: string,
  { amount, fee, currency, at, type, waitDays = 0 }: Moved,
): TransactionObject & { source: string } {
  const created = secondsOf(at);
  const code = currency.toLowerCase();
  return {
    id: `txn_${randomPart(source)}`,
    object: "balance_transaction",
    amount,
    available_on: waitDays === 0 ? created : startOfDay(created) + waitDays * daySeconds,
    created,
    currency: code,
    description: null,
    exchange_rate: null,
    fee,
    fee_details:
      fee === 0
        ? []
        : [
            {
              amount: fee,
              application: null,
              currency: code,
              description: "Stripe processing fees",
              type: "stripe_fee",
            },
          ],
    net: amount - fee,
    reporting_category: type,
    source,
    status: "available",
    type,
  };
}

export const startOfDay = (seconds: number): number => seconds - (seconds % daySeconds);

/** The day, as its first second, whose payout pays a transaction. */
export function payoutDayOf({ available_on, created }: TransactionObject): number {
  return startOfDay(Math.max(available_on, created + 1) + daySeconds - 1);
}
