import type Stripe from "stripe";
import { announce } from "../payment/context.ts";
import { type Movement, movementsOf, payoutDayOf, payoutMovements } from "./balance.ts";
import { nowSeconds, type StripeContext } from "./context.ts";
import type { TransactionObject } from "./dispute-objects.ts";
import { eventOf } from "./events.ts";
import { type ListObject, pageOf } from "./list.ts";
import { type ChargeObject, chargeIdOf, chargeOf, isStripeRecord, within } from "./objects.ts";
import type { Params } from "./params.ts";
import type { PayoutRecord } from "./records.ts";
import { invalid, missing } from "./refusals.ts";

const daySeconds = 86_400;
/** Time from a payout to the list of what it pays. */
const reconciliationSeconds = 3_600;

export type PayoutObject = Pick<
  Stripe.Payout,
  | "id"
  | "object"
  | "amount"
  | "arrival_date"
  | "automatic"
  | "created"
  | "currency"
  | "failure_code"
  | "failure_message"
  | "livemode"
  | "method"
  | "reconciliation_status"
  | "status"
  | "type"
> & { balance_transaction: string; failure_balance_transaction: string | null };

// Fields have the library's types; the names of those with parts of ours are the library's too.
export const payoutShapeHolds: keyof PayoutObject extends keyof Stripe.Payout ? true : never = true;

/** Makes the daily payouts that are due by the clock, and moves those under way. Costs little while nothing is due. */
export function payoutSchedule(context: StripeContext): () => Promise<void> {
  let scheduledDay = 0;
  return async () => {
    const now = nowSeconds(context);
    const day = Math.floor(now / daySeconds);
    const isNewDay = day !== scheduledDay;
    scheduledDay = day;
    const made = isNewDay ? newPayouts(context, now).map((payout) => movedBy(payout, now) ?? payout) : [];
    const moved = context.store.payouts().flatMap((payout) => movedBy(payout, now) ?? []);
    const changed = [...made, ...moved];
    if (changed.length > 0) await change(context, changed);
  };
}

/** The payouts of every day until now. What is owed to Stripe waits for a day with more. */
function newPayouts(context: StripeContext, now: number): PayoutRecord[] {
  const paid = new Set(context.store.payouts().flatMap(({ transactions }) => transactions));
  const returned = context.store.payouts().flatMap((payout) => payoutMovements(payout).slice(1));
  const due = [...movementsOf(context), ...returned]
    .map(({ transaction }) => ({ transaction, day: payoutDayOf(transaction) }))
    .filter(({ transaction, day }) => !paid.has(transaction.id) && day <= now)
    .sort((a, b) => a.day - b.day);
  return [...Map.groupBy(due, ({ transaction }) => transaction.currency)].flatMap(([currency, each]) => {
    const payouts: PayoutRecord[] = [];
    let waiting: string[] = [];
    let amount = 0;
    for (const [day, ofDay] of Map.groupBy(each, (one) => one.day)) {
      waiting = [...waiting, ...ofDay.map(({ transaction }) => transaction.id)];
      amount += ofDay.reduce((sum, { transaction }) => sum + transaction.net, 0);
      if (amount <= 0) continue;
      payouts.push({
        ...{ id: context.payment.newId("po"), createdSeconds: day, arrivalSeconds: day + daySeconds },
        ...{ amount, currency, transactions: waiting, status: "in_transit", isReconciled: false },
      });
      [waiting, amount] = [[], 0];
    }
    return payouts;
  });
}

/** A payout as time moves it: its list of transactions, and its arrival; undefined: unchanged. */
function movedBy(payout: PayoutRecord, now: number): PayoutRecord | undefined {
  const isReconciled = payout.isReconciled || now >= payout.createdSeconds + reconciliationSeconds;
  const hasArrived = payout.status === "in_transit" && now >= payout.arrivalSeconds;
  if (isReconciled === payout.isReconciled && !hasArrived) return undefined;
  return { ...payout, isReconciled, ...(hasArrived && { status: "paid" as const }) };
}

/** The bank returns a payout, also one that seemed to have arrived; the next payout pays it again. */
export async function failPayout(context: StripeContext, id: string): Promise<PayoutObject> {
  const payout = find(context, id);
  if (payout.status === "failed") throw invalid("This payout has failed already.");
  const failure = { transaction: context.payment.newId("txn"), atSeconds: nowSeconds(context) };
  await change(context, [{ ...payout, status: "failed", failure }]);
  return retrievePayout(context, id);
}

/** Stores payouts and announces what is new of each. */
async function change(context: StripeContext, payouts: readonly PayoutRecord[]): Promise<void> {
  const before = new Map(context.store.payouts().map((payout) => [payout.id, payout]));
  const events = payouts.flatMap((payout) =>
    typesOf(before.get(payout.id), payout).map((type) => eventOf(context, nowSeconds(context), type, objectOf(payout))),
  );
  await context.store.keep({ payouts });
  await announce(context.payment, events);
}

function typesOf(before: PayoutRecord | undefined, after: PayoutRecord) {
  return [
    ...(before === undefined ? (["payout.created"] as const) : []),
    ...(after.isReconciled && !before?.isReconciled ? (["payout.reconciliation_completed"] as const) : []),
    ...(after.status === "paid" && before?.status !== "paid" ? (["payout.paid"] as const) : []),
    ...(after.status === "failed" ? (["payout.failed"] as const) : []),
  ];
}

export function listTransactions(
  context: StripeContext,
  { expand, payout: payoutId, source, type, created, ...window }: Params<"listTransactions">,
): ListObject<TransactionObject> {
  const payout = payoutId === undefined ? undefined : find(context, payoutId);
  const isListed = ({ id, source: about, type: kind, created: at }: TransactionObject): boolean =>
    isIn(created, at) &&
    (payout === undefined || (payout.isReconciled && (payout.transactions.includes(id) || isOf(payout, id)))) &&
    (source === undefined || about === source) &&
    (type === undefined || kind === type);
  const isExpanded = within(expand, "data.source") !== undefined;
  const items = everyMovement(context)
    .sort(({ transaction: a }, { transaction: b }) => b.created - a.created || b.id.localeCompare(a.id))
    .map(
      ({ transaction, source: inFull }): TransactionObject =>
        isExpanded && inFull !== undefined ? { ...transaction, source: inFull() } : transaction,
    )
    .filter((each) => isListed(isExpanded ? { ...each, source: sourceIdOf(each.source) } : each));
  return pageOf(items, window, { what: "balance_transaction", url: "/v1/balance_transactions" });
}

const isIn = (
  { gte = 0, gt = -1, lte = Infinity, lt = Infinity }: Params<"listPayouts">["created"],
  at: number,
): boolean => at >= gte && at > gt && at <= lte && at < lt;
const isOf = (payout: PayoutRecord, id: string): boolean => payoutMovements(payout)[0]?.transaction.id === id;
const sourceIdOf = (source: string | object): string =>
  typeof source === "string" ? source : String(Reflect.get(source, "id"));

function everyMovement(context: StripeContext): Movement[] {
  const ofPayouts = context.store
    .payouts()
    .flatMap((payout) =>
      payoutMovements(payout).map((moved): Movement => ({ ...moved, source: () => objectOf(payout) })),
    );
  return [...movementsOf(context), ...ofPayouts];
}

export function listPayouts(
  context: StripeContext,
  { expand: _, status, created, ...window }: Params<"listPayouts">,
): ListObject<PayoutObject> {
  const items = context.store
    .payouts()
    .filter((payout) => (status === undefined || payout.status === status) && isIn(created, payout.createdSeconds))
    .map(objectOf)
    .sort((a, b) => b.created - a.created || b.id.localeCompare(a.id));
  return pageOf(items, window, { what: "payout", url: "/v1/payouts" });
}

export const retrievePayout = (context: StripeContext, id: string): PayoutObject => objectOf(find(context, id));

export function retrieveCharge(context: StripeContext, id: string): ChargeObject {
  for (const record of context.payment.ledger.sessions())
    if (isStripeRecord(record) && record.session.captured.amount > 0 && chargeIdOf(record) === id)
      return chargeOf(context, record);
  throw missing("charge", id);
}

function find(context: StripeContext, id: string): PayoutRecord {
  const found = context.store.payouts().find((payout) => payout.id === id);
  if (found === undefined) throw missing("payout", id);
  return found;
}

function objectOf(payout: PayoutRecord): PayoutObject {
  const { id, amount, currency, createdSeconds, arrivalSeconds, status, isReconciled, failure } = payout;
  return {
    id,
    object: "payout",
    amount,
    arrival_date: arrivalSeconds,
    automatic: true,
    balance_transaction: payoutMovements(payout)[0]?.transaction.id ?? "",
    created: createdSeconds,
    currency,
    failure_balance_transaction: failure?.transaction ?? null,
    failure_code: failure === undefined ? null : "account_closed",
    failure_message: failure === undefined ? null : "The bank account has been closed",
    livemode: false,
    method: "standard",
    reconciliation_status: isReconciled ? "completed" : "in_progress",
    status,
    type: "bank_account",
  };
}
