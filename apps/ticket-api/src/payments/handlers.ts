import { setTimeout as wait } from "node:timers/promises";
import { acknowledgeWaitMs } from "@guichet/contract/limits/payment-limits.ts";
import { err, ok } from "@guichet/contract/result.ts";
import type { ModuleHandlers } from "../http/call-handler.ts";
import { ProviderUnreachable } from "../integrations/payment-provider.ts";
import { isNobodys, orderOfCustomer } from "../order-records/order-of-customer.ts";
import { lastPayment } from "../payment-records/payment-store.ts";
import { installmentHandlers } from "./installment-handlers.ts";
import { savedCardHandlers } from "./saved-card-handlers.ts";
import { outcomeAfterLeaving, outcomeOf, settlePayment } from "./settlement/settle-payment.ts";

/** The time between two requests to the provider while the customer waits. */
const askAgainMs = 1_000;

export const paymentHandlers: ModuleHandlers<
  | "acknowledgePayment"
  | "getCards"
  | "registerCard"
  | "registerBankAccount"
  | "unregisterCard"
  | "setCardBookmark"
  | "removeCardBookmark"
  | "setCardNickname"
  | "previewInstallments"
  | "payInstallment"
> = {
  ...savedCardHandlers,
  ...installmentHandlers,

  acknowledgePayment: async (ctx) => {
    const { deps, request, log } = ctx;
    if (isNobodys(ctx)) return err("USER_NOT_CONNECTED");
    const deadline = Date.now() + acknowledgeWaitMs;
    for (;;) {
      const order = await orderOfCustomer(ctx);
      if (order === undefined) return err("NOT_FOUND");
      const { id: orderId } = order;
      if (order.status === "COMPLETED") return ok({ outcome: "CONFIRMED", orderId });
      const payment = await lastPayment(deps.db, orderId);
      // The customer may be paying an unpaid installment at the page; a scheduled charge is not waited for.
      if (order.status === "REGULARIZATION" && payment?.kind !== "page") return ok({ outcome: "CONFIRMED", orderId });
      if (payment === undefined)
        return ok({ outcome: order.status === "CANCELED" ? "CANCELLED" : "CHECKING", orderId });
      const outcome = await settlePayment(deps, payment.id, { read: payment }).then(
        (settled) =>
          settled === undefined ? "CHECKING" : request.leftPage ? outcomeAfterLeaving(settled) : outcomeOf(settled),
        (error) => {
          if (!(error instanceof ProviderUnreachable)) throw error;
          log.warn({ err: error }, "payment provider does not respond");
          return "CHECKING" as const;
        },
      );
      if (outcome !== "CHECKING" || request.leftPage || Date.now() + askAgainMs > deadline)
        return ok({ outcome, orderId });
      await wait(askAgainMs);
    }
  },
};
