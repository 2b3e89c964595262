import type { Tx } from "../database/connection.ts";
import type { House } from "../house.ts";
import { addEvent, holdOrder, moveOrder } from "../orders/order-store.ts";
import type { DebitState } from "../outside/direct-debit.ts";
import { subscriptionOwed } from "../subscriptions/charge.ts";
import { tellDebitReturned } from "./debit-letters.ts";
import { movePart, readPart } from "./installment-store.ts";
import { partPaid } from "./parts.ts";
import { movePayment, type Payment, readPayment } from "./payment-store.ts";

/**
 * Asks the bank how a debit stands and draws the consequences, once, whoever asks and however often: booked, the part is
 * paid; rejected or returned, it is unpaid and the order to be regularised. Throws `ProviderUnreachable`.
 */
export async function settleDebit(house: House, payment: Payment): Promise<Payment> {
  const state = payment.status === "refunded" ? undefined : await house.debits?.get(payment.id);
  // Not handed in yet: the file's work does that.
  if (state === undefined || state.state === "waits") return payment;
  house.pass("bank-asked");
  const at = house.clock.iso();
  await house.db.transaction().execute(async (tx) => {
    if (state.state === "rejected") await rejected(tx, house, payment, state, at);
    else await booked(tx, house, payment, at);
    if (state.state === "returned") await returned(tx, house, payment, state, at);
    house.pass("debit-uncommitted");
  });
  house.pass("debit-settled");
  house.wake();
  return (await readPayment(house.db, payment.id)) ?? payment;
}

const moneyOf = ({ networkId, orderId, amount, currency }: Payment, at: string) => ({
  networkId,
  orderId,
  amount,
  currency,
  at,
});

async function booked(tx: Tx, house: House, payment: Payment, at: string): Promise<void> {
  const { id } = payment;
  const movement = { ...moneyOf(payment, at), movement: `capture:${id}`, to: "provider", from: "receivable" } as const;
  if (await movePayment(tx, id, ["begun", "open"], "captured", { at, movement, session: bankName(id) }))
    await partPaid(tx, house, payment, at);
}

/** The bank never debited the account. */
async function rejected(tx: Tx, house: House, payment: Payment, { reason }: DebitState, at: string): Promise<void> {
  if (await movePayment(tx, payment.id, ["begun", "open"], "refused", { at, session: bankName(payment.id) }))
    await unpaid(tx, house, payment, { at, event: "debit-rejected", reason, from: "begun" });
}

/** The money went back to the debtor: it is owed again. */
async function returned(tx: Tx, house: House, payment: Payment, { reason }: DebitState, at: string): Promise<void> {
  const { id } = payment;
  const movement = { ...moneyOf(payment, at), movement: `refund:${id}`, to: "receivable", from: "provider" } as const;
  if (await movePayment(tx, id, ["captured"], "refunded", { at, movement }))
    await unpaid(tx, house, payment, { at, event: "debit-returned", reason, from: "paid" });
}

const bankName = (id: string): string => id.replaceAll("-", "");

async function unpaid(
  tx: Tx,
  house: House,
  { networkId, orderId, position }: Payment,
  { at, event, reason, from }: { at: string; event: string; reason: string | undefined; from: "begun" | "paid" },
): Promise<void> {
  const order = await holdOrder(tx, orderId);
  if (order === undefined || !(await movePart(tx, { orderId, position }, [from], "unpaid"))) return;
  const told = { at, event, detail: { position, reason: reason ?? null } };
  // Another part may have come back before: then the order waits already.
  const owed = await moveOrder(tx, orderId, ["COMPLETED"], "REGULARIZATION", told);
  if (owed === undefined) await addEvent(tx, { networkId, orderId, ...told });
  const network = owed?.subscriptionId == null ? undefined : await house.networks.get(networkId);
  if (owed !== undefined && network !== undefined) await subscriptionOwed(tx, house, network, owed);
  const part = await readPart(tx, orderId, position);
  if (part !== undefined) await tellDebitReturned(tx, house, order, part, reason);
}
