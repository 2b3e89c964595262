import { err, ok, type Result } from "@guichet/contract/result.ts";
import { later, minutesMs } from "../clock.ts";
import { decide } from "../database/deciding.ts";
import { inOneStatement } from "../database/one-statement-store.ts";
import { withCommit } from "../database/with-commit.ts";
import type { Dependencies } from "../dependencies.ts";
import { ProviderUnreachable } from "../integrations/payment-provider.ts";
import { planned } from "../jobs/plan-job.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { lockOrder, type OrderRow, orderMoved, readOrder } from "../order-records/order-store.ts";
import { lastPayment, type Payment, type ToOpen } from "../payment-records/payment-store.ts";
import { cancelUnpaid, settlePayment } from "../payments/settlement/settle-payment.ts";
import { type CardPreference, startPayment } from "../payments/start-payment.ts";
import {
  type OrderToPay,
  openPaymentPage,
  type Placed,
  type PlaceOrderContext,
  type PlaceOrderError,
  placedResult,
} from "./place-order-result.ts";
import { renewHold } from "./unpaid-holds.ts";

/** The order that exists already for this cart; undefined when it is out of the way and a new one may be placed. */
export async function resumeOrder(
  { deps, network, request, address, isKeyReused }: PlaceOrderContext,
  order: OrderRow,
  wish: CardPreference,
): Promise<Result<Placed, PlaceOrderError> | undefined> {
  if (!["PENDING", "PROCESSING", "ERROR"].includes(order.status)) return placedResult(order, order.status);
  const payment = await lastPayment(deps.db, order.id);
  if (payment === undefined) return placedResult(order, order.status);
  try {
    const late = deps.clock.iso() >= later(new Date(order.expiresAt), -minutesMs(payAgainMinutes)).toISOString();
    // Under a key that was used before nothing new is made: its order is answered as it stands (decision 055).
    const over = late || (!isKeyReused && isPaidOtherwise(order, payment, request, wish));
    const settled = await settlePayment(deps, payment.id, { close: over });
    const now = await readOrder(deps.db, order.id);
    if (now === undefined || now.status === "CANCELED") return undefined;
    // Refused, and perhaps paid again by another click meanwhile: that one's page is found then.
    const refused = now.status === "ERROR" || (now.status === "PROCESSING" && settled?.status === "refused");
    if (!refused) return placedResult(now, now.status, settled?.status === "open" ? settled.payUrl : undefined);
    return over ? await makeRoom(deps, now) : await payAgain(deps, network, now, { wish, address });
  } catch (error) {
    if (error instanceof ProviderUnreachable) return err("PAYMENT_UNAVAILABLE");
    throw error;
  }
}

/** The customer went back and chose another way to pay the same cart: the first one's page is closed, and makes room. */
function isPaidOtherwise(
  order: OrderRow,
  payment: Payment,
  request: PlaceOrderContext["request"],
  { keep, savedMethod }: CardPreference,
): boolean {
  const others = order.installments !== (request.installments ?? 1) || order.paymentMethod !== request.paymentMethod;
  const asked = payment.kind === "page" ? payment.asked.savedMethod : undefined;
  // One that was refused is paid again as is wished now.
  return others || (payment.status !== "refused" && (payment.keep !== keep || asked !== savedMethod));
}

/** An order whose time is nearly over is not paid again: its session would be over before the customer is done. */
const payAgainMinutes = 10;

async function makeRoom(deps: Dependencies, order: OrderRow): Promise<undefined> {
  await cancelUnpaid(deps, order);
  return undefined;
}

/**
 * A refused order is paid again with a new payment (ERROR → PROCESSING); the refused one is final at the provider. Of two
 * clicks at once the second finds the first one's payment; an order given up meanwhile is out of the way (undefined).
 */
async function payAgain(
  deps: Dependencies,
  network: LoadedNetwork,
  order: OrderRow,
  { wish, address }: { wish: CardPreference; address: string },
): Promise<Result<Placed, PlaceOrderError> | undefined> {
  const begun = await decide<OrderToPay | undefined, PlaceOrderError>(deps.db, async (tx) => {
    const now = await lockOrder(tx, order.id);
    if (now === undefined || now.status === "CANCELED") return ok(undefined);
    const last = await lastPayment(tx, order.id);
    if (now.status !== "ERROR" || last?.status === "begun") return ok({ order: now, payment: pageOf(last) });
    const again = await renewHold(tx, deps, now, address);
    if (!again.ok) return again;
    const { payment, written, look } = startPayment(deps, network, now, wish);
    const told = { at: deps.clock.iso(), event: "payment-begun" };
    await withCommit(tx, [inOneStatement(written, planned(deps, look)), orderMoved(now.id, "beginPayment", told)]);
    return ok({ order: now, payment });
  });
  if (!begun.ok) return begun;
  const held = begun.value;
  if (held === undefined) return undefined;
  deps.failpoint("payment-begun-again");
  return held.order.status === "COMPLETED" ? placedResult(held.order, "COMPLETED") : openPaymentPage(deps, held);
}

/** What is debited is paid by no page: such an order was complete when its mandate was signed. */
const pageOf = (payment: Payment | undefined): ToOpen | undefined =>
  payment === undefined || payment.kind === "debit" ? undefined : payment;
