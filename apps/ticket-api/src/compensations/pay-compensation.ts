import type { CompensationProblem } from "@guichet/contract/office/compensations.ts";
import { addDays } from "@guichet/rules/dates/days.ts";
import { dayBegins } from "@guichet/rules/dates/instants.ts";
import { refundMachine } from "@guichet/rules/refunds/refund-states.ts";
import { born } from "@guichet/rules/state-machine.ts";
import type { RawBuilder } from "kysely";
import { insertCampaignVoucher } from "../cart/voucher-store.ts";
import type { Tx } from "../database/database.ts";
import type { Dependencies } from "../dependencies.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { lockOrder, type OrderRow, readOrder } from "../order-records/order-store.ts";
import { disputeRefusal } from "../payment-records/dispute-store.ts";
import { installmentsOf } from "../payment-records/installment-store.ts";
import type { CapturedPayment } from "../payment-records/payment-store.ts";
import { readRefundLimits } from "../payments/refunds/refund-limits.ts";
import { makeRefund } from "../refunds/make-refund.ts";
import { type ApprovedRefund, insertOrderRefund } from "../refunds/order-refund-store.ts";
import { lockTickets } from "../wallet/ticket-store.ts";
import type { CampaignRow } from "./campaign-store.ts";
import { type CompensationGiven, compensationEmailStatement } from "./compensation-email.ts";
import {
  type Given,
  isTicketCancelled,
  moveCompensations,
  nothingGiven,
  type PendingCompensation,
} from "./compensation-store.ts";

/**
 * Pays one compensation in the caller's transaction, which has locked it: as a refund of its order, limited to what is
 * left of it; as a voucher; or both, as the campaign says. What cannot be paid is reported with its reason. The row
 * leaves `pending` with the refund and the voucher or not at all, and both have its id, so it is paid once.
 */
export async function payCompensation(
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  campaign: CampaignRow,
  compensation: PendingCompensation,
): Promise<void> {
  const at = deps.clock.iso();
  const one = { id: compensation.id };
  const order = await lockOrder(tx, compensation.orderId);
  await lockTickets(tx, compensation.orderId);
  if (order === undefined || (await readOrder(tx, order.id)) === undefined) {
    await moveCompensations(tx, "skip", one, { ...nothingGiven, problem: "PERSON_DELETED" }, at);
    return;
  }
  // It was locked before its order: a refund may have cancelled it in between.
  if (await isTicketCancelled(tx, compensation.ticketId)) {
    await moveCompensations(tx, "fail", one, { ...nothingGiven, problem: "TICKET_REFUNDED" }, at);
    return;
  }
  const { refundAmount, problem } = await refundable(tx, order, campaign, compensation.amount);
  const givesVoucher = campaign.kind === "voucher" || campaign.unpayable === "voucher";
  const voucherAmount = givesVoucher ? compensation.amount - refundAmount : 0;
  const voucher =
    voucherAmount === 0
      ? null
      : await giveVoucher(tx, deps, network, campaign, { id: compensation.id, amount: voucherAmount });
  const refund =
    refundAmount === 0
      ? undefined
      : refundOf(order, campaign, { id: compensation.id, amount: refundAmount, createdAt: at });
  if (refund !== undefined)
    await insertOrderRefund(tx, { ...refund, status: born(refundMachine, "make") }, [
      { ticketId: compensation.ticketId, amount: refundAmount },
    ]);
  const voucherCode = voucher?.code ?? null;
  const given: Given = { refundedAmount: refundAmount, voucherAmount, voucherCode, problem };
  const isWhole = refundAmount + voucherAmount === compensation.amount;
  const moved = isWhole
    ? await moveCompensations(tx, "pay", one, given, at)
    : await moveCompensations(tx, "fail", one, given, at);
  if (moved !== 1) throw new Error(`Compensation ${compensation.id} is paid already`);
  const email = (payment?: CapturedPayment) =>
    compensationEmailStatement(deps, order, campaign, compensation, { refundAmount, voucher }, payment);
  if (refund !== undefined) await makeGoodwillRefund(tx, deps, network, order, refund, email);
  else if (voucher !== null) await email().execute(tx);
}

/** The amount of a compensation that is refunded to the payments of a locked order, and why it is not all of it. */
async function refundable(
  tx: Tx,
  order: OrderRow,
  campaign: CampaignRow,
  amount: number,
): Promise<{ refundAmount: number; problem: CompensationProblem | null }> {
  if (campaign.kind === "voucher") return { refundAmount: 0, problem: null };
  const refusal = await refusalOf(tx, order);
  if (refusal !== undefined) return { refundAmount: 0, problem: refusal };
  const { paidAmount } = await readRefundLimits(tx, order.id);
  const refundAmount = Math.min(amount, paidAmount);
  if (refundAmount === amount) return { refundAmount, problem: null };
  return { refundAmount, problem: refundAmount === 0 ? "NOTHING_LEFT" : "PARTLY_PAID" };
}

/** Why nothing of an order is refunded. The order of a subscription is refunded like any other: its period goes on. */
async function refusalOf(tx: Tx, order: OrderRow): Promise<CompensationProblem | undefined> {
  if (order.status === "REGULARIZATION") return "INSTALLMENTS";
  if (order.status !== "COMPLETED") return "ORDER_NOT_PAID";
  if (order.paidAtCounter) return "AT_COUNTER";
  if ((await disputeRefusal(tx, order.id)) === "contested") return "DISPUTED";
  const installments = await installmentsOf(tx, [order.id]);
  return installments.every(({ status }) => status === "paid") ? undefined : "INSTALLMENTS";
}

/** Characters of a code, in groups of four. */
const codeGroups = 3;
/** Codes that are tried: that one of 30^12 is taken is next to impossible. */
const codesMax = 3;

async function giveVoucher(
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  { id: campaignId, networkId, voucherUntil }: CampaignRow,
  { id: compensationId, amount }: { id: string; amount: number },
): Promise<NonNullable<CompensationGiven["voucher"]>> {
  if (voucherUntil === null) throw new Error(`Campaign ${campaignId} has no last day of vouchers`);
  const validUntil = dayBegins(addDays(voucherUntil, 1), network.definition.timeZone).toISOString();
  for (let tried = 0; tried < codesMax; tried += 1) {
    const code = Array.from({ length: codeGroups }, () => deps.ids.spoken(4)).join("-");
    if (await insertCampaignVoucher(tx, { networkId, compensationId, code, amount, validUntil }))
      return { code, amount, lastDay: voucherUntil };
  }
  throw new Error("No free voucher code");
}

type Refund = ApprovedRefund["refund"];

/** The refund of the order: goodwill by the member of the staff who started the campaign. It has the compensation's id. */
const refundOf = (
  { networkId, id: orderId, currency }: OrderRow,
  { startedBy, name }: CampaignRow,
  { id, amount, createdAt }: { id: string; amount: number; createdAt: string },
): Refund => ({
  id,
  networkId,
  orderId,
  scope: "goodwill",
  amount,
  currency,
  staffId: startedBy,
  reason: name,
  createdAt,
});

/** Plans the refund and writes its credit note and the e-mail, last in the transaction. */
async function makeGoodwillRefund(
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  order: OrderRow,
  refund: Refund,
  email: (payment?: CapturedPayment) => RawBuilder<unknown>,
): Promise<void> {
  const approved = { refund, tickets: [] };
  const made = await makeRefund(tx, deps, network, order, approved, (_deps, _order, _refund, _division, payment) =>
    email(payment),
  );
  if (!made.ok) throw new Error(`Order ${order.number} cannot be refunded: ${made.code}`);
}
