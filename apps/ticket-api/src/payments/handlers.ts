import { setTimeout as wait } from "node:timers/promises";
import { acknowledgeWaitMs } from "@guichet/contract/limits.ts";
import { done, refuse } from "@guichet/contract/outcome.ts";
import type { RoomAnswers } from "../http/call-handler.ts";
import { ProviderUnreachable } from "../integrations/payment-provider.ts";
import { ownOrder } from "../order-records/own-order.ts";
import { installmentAnswers } from "./installment-handlers.ts";
import { lastPayment } from "./payment-store.ts";
import { keptCardAnswers } from "./saved-card-handlers.ts";
import { outcomeOf, settle } from "./settle.ts";

/** How long between two questions to the provider while the customer waits. */
const askAgainMs = 1_000;

export const paymentAnswers: RoomAnswers<
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
  ...keptCardAnswers,
  ...installmentAnswers,

  acknowledgePayment: async ({ house, session, request, log }) => {
    const deadline = Date.now() + acknowledgeWaitMs;
    for (;;) {
      const order = await ownOrder(house, session, request.orderId);
      if (order === undefined) return refuse("NOT_FOUND");
      const { id: orderId } = order;
      if (order.status === "COMPLETED") return done({ outcome: "CONFIRMED", orderId });
      const payment = await lastPayment(house.db, orderId);
      // A part may be paid at the page now; what was charged on its day is nothing that somebody waits for.
      if (order.status === "REGULARIZATION" && payment?.kind !== "page") return done({ outcome: "CONFIRMED", orderId });
      if (payment === undefined)
        return done({ outcome: order.status === "CANCELED" ? "CANCELLED" : "CHECKING", orderId });
      const outcome = await settle(house, payment.id, { read: payment }).then(
        (settled) => (settled === undefined ? "CHECKING" : outcomeOf(settled)),
        (error) => {
          if (!(error instanceof ProviderUnreachable)) throw error;
          log.warn({ err: error }, "the payment provider does not answer");
          return "CHECKING" as const;
        },
      );
      if (outcome !== "CHECKING" || Date.now() + askAgainMs > deadline) return done({ outcome, orderId });
      await wait(askAgainMs);
    }
  },
};
