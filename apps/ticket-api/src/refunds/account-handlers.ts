import type { CodeOf } from "@guichet/contract/call.ts";
import type { RefundTransferState } from "@guichet/contract/office/refund-transfers.ts";
import type {
  enterRefundAccount,
  RefundAccountState,
  RefundToAccount,
  readRefundAccount,
} from "@guichet/contract/refunds.ts";
import { err, ok } from "@guichet/contract/result.ts";
import { maskedIban, readIban } from "@guichet/rules/persons/ibans.ts";
import { isStepUpFresh } from "../authentication/step-up.ts";
import type { Database, Tx } from "../database/database.ts";
import { runTransaction } from "../database/transaction.ts";
import type { Handler, ModuleHandlers } from "../http/call-handler.ts";
import { orderOfCustomer } from "../order-records/order-of-customer.ts";
import { addEvent, lockOrder } from "../order-records/order-store.ts";
import {
  accountEntered,
  moveRefundTransfer,
  type RefundTransferRow,
  refundTransfersOf,
} from "../payment-records/refund-transfer-store.ts";

/** Handlers of refunds that a card refused, as their customer sees them (decision 156). */
export const refundAccountHandlers: ModuleHandlers<"readRefundAccount" | "enterRefundAccount"> = {
  readRefundAccount: (ctx) => readHandler(ctx),
  enterRefundAccount: (ctx) => enterHandler(ctx),
};

const readHandler: Handler<typeof readRefundAccount> = async (ctx) => {
  const order = await orderOfCustomer(ctx);
  return order === undefined ? err("NOT_FOUND") : ok({ refunds: await refundsToAccount(ctx.deps.db, order.id) });
};

const enterHandler: Handler<typeof enterRefundAccount> = async (ctx) => {
  const { deps, session, request } = ctx;
  const order = await orderOfCustomer(ctx);
  if (order === undefined) return err("NOT_FOUND");
  // Of a guest, the signed link or the session of the purchase is the only proof.
  if (!order.customer.guest && (session === null || !isStepUpFresh(deps, session)))
    return err("REAUTHENTICATION_REQUIRED");
  const iban = readIban(request.iban);
  if (!iban.ok) return iban;
  const { id: orderId, networkId } = order;
  const entered = await runTransaction<true, CodeOf<typeof enterRefundAccount>>(deps.db, async (tx) => {
    await lockOrder(tx, orderId);
    const at = deps.clock.iso();
    const account = accountEntered({ holder: request.holder, iban: iban.value, at });
    let moved = 0;
    for (const { refundId } of await refundTransfersOf(tx, orderId))
      if (await moveRefundTransfer(tx, refundId, "enterAccount", account)) moved += 1;
    if (moved === 0) return err("TRANSITION_NOT_ALLOWED");
    const detail = { account: maskedIban(iban.value) };
    await addEvent(tx, { networkId, orderId, at, event: "refund-account-entered", detail });
    return ok(true);
  });
  return entered.ok ? ok({ refunds: await refundsToAccount(deps.db, orderId) }) : entered;
};

async function refundsToAccount(db: Database | Tx, orderId: string): Promise<RefundToAccount[]> {
  return (await refundTransfersOf(db, orderId)).flatMap((transfer) => {
    const state = stateOf[transfer.status];
    return state === undefined ? [] : [refundToAccount(transfer, state)];
  });
}

const refundToAccount = (
  { amount, currency, cause, problem, iban }: RefundTransferRow,
  state: RefundAccountState,
): RefundToAccount => ({
  amount: { amount, currency },
  state,
  cause,
  reason: cause === "staff" && state === "needs-account" ? problem : null,
  account: iban && maskedIban(iban),
});

/** What a customer sees of each state; one that its card made after all is an ordinary refund. */
const stateOf: Readonly<Record<RefundTransferState, RefundAccountState | undefined>> = {
  "needs-account": "needs-account",
  "to-approve": "checking",
  "to-confirm": "checking",
  approved: "checking",
  transferring: "checking",
  transferred: "transferred",
  "made-at-card": undefined,
};
