import type { Calls } from "@guichet/contract/calls.ts";
import type { Installment, ReducedByRefund } from "@guichet/contract/payments.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import { dayIn } from "@guichet/rules/dates/days.ts";
import { installmentCalendar } from "@guichet/rules/payments/installments.ts";
import { executeOnCommit } from "../database/pipelining/execute-on-commit.ts";
import { runTransaction } from "../database/transaction.ts";
import type { CallContext, ModuleHandlers } from "../http/call-handler.ts";
import { ProviderUnreachable } from "../integrations/payment-provider.ts";
import { collectsByDebit } from "../network-registry/direct-debit.ts";
import type { DroppedInstallment } from "../order-records/dropped-installment-store.ts";
import { lockOrder } from "../order-records/order-store.ts";
import { ownOrder } from "../order-records/own-order.ts";
import { type InstallmentRow, readInstallment } from "../payment-records/installment-store.ts";
import { lastPaymentOfInstallment, type ToOpen } from "../payment-records/payment-store.ts";
import { usableFrom } from "./installments/settlement-hold.ts";
import { mandateToSign, maySign, type RenewalTerms, renewedArticle } from "./mandates/mandates.ts";
import { openSession } from "./settlement/open-session.ts";
import { settlePayment } from "./settlement/settle-payment.ts";
import { checkPayable, isShopPath, noCardPreference, startInstallmentPayment } from "./start-payment.ts";

/** An installment as the customer sees it. */
export const installmentView = ({
  position,
  amount,
  currency,
  dueOn,
  collectedOn,
  status,
}: InstallmentRow): Installment => ({
  position,
  amount: { amount, currency },
  dueOn,
  collectedOn,
  status,
});

/** An installment that a refund reduced, as customers and staff see it. */
export const droppedView = (
  { position, collectedOn, droppedAmount, leftAmount }: DroppedInstallment,
  currency: string,
): ReducedByRefund => ({
  position,
  collectedOn,
  dropped: { amount: droppedAmount, currency },
  left: { amount: leftAmount, currency },
});

export const installmentHandlers: ModuleHandlers<"previewInstallments" | "payInstallment"> = {
  previewInstallments: async ({ deps, network, session, request, language }) => {
    const { totalAmount, paymentMethod, installments: count, period } = request;
    const { paymentMethods, switches, timeZone } = network.definition;
    const byDebit = paymentMethod === "TRANSFER";
    const offered = byDebit ? collectsByDebit(deps, network) && maySign(session) : paymentMethod === "CARD";
    if (!offered || !paymentMethods.includes(paymentMethod)) {
      return err("PAYMENT_METHOD_NOT_OFFERED", { paymentMethod });
    }
    if (count > 1 && !switches.multipleInstallments) return err("INSTALLMENTS_NOT_OFFERED", { installments: count });
    const orderDay = dayIn(deps.clock.iso(), timeZone);
    const { amount: total, currency } = totalAmount;
    const calendar = installmentCalendar({
      orderDay,
      amount: total,
      count,
      period,
      method: byDebit ? "TRANSFER" : "CARD",
    });
    const installments = calendar.map(({ due: dueOn, collectedOn, amount }, index) => {
      return installmentView({
        ...previewDefaults,
        position: index + 1,
        amount,
        currency,
        dueOn,
        collectedOn,
        status: "planned",
      });
    });
    if (!byDebit) return ok({ installments, mandate: null, ticketsUsable: null });
    const renewed = await renewedBy({ deps, network, session, request, language });
    if (!renewed.ok) return renewed;
    const mandate = mandateToSign(deps, network, session, request.key, language, renewed.value);
    // A mandate for the renewals of a subscription is signed without an order.
    const usable = request.subscriptionId === undefined ? usableFrom(network, calendar, deps.clock.iso()) : null;
    return ok({ installments, mandate: mandate ?? null, ticketsUsable: usable });
  },

  payInstallment: async (ctx) => {
    const { deps, session, request } = ctx;
    const order = await ownOrder(deps, session, request.orderId);
    const installment = order === undefined ? undefined : await readInstallment(deps.db, order.id, request.position);
    if (installment === undefined) return err("NOT_FOUND");
    if (!isShopPath(request.returnUrl)) return err("RETURN_URL_INVALID");
    if (installment.status !== "unpaid") return err("TRANSITION_NOT_ALLOWED", { state: installment.status });
    try {
      // An earlier payment may have been captured in the meantime; otherwise its page is resumed or closed.
      const earlier = await lastPaymentOfInstallment(deps.db, installment.orderId, installment.position);
      if (earlier !== undefined) await settlePayment(deps, earlier.id);
      const started = await startOrResumePayment(ctx, installment);
      if (!started.ok) return started;
      deps.failpoint("installment-payment-begun");
      const { paymentUrl } = await openSession(deps, started.value);
      return paymentUrl === undefined ? err("PAYMENT_UNAVAILABLE") : ok({ paymentUrl });
    } catch (error) {
      if (error instanceof ProviderUnreachable) return err("PAYMENT_UNAVAILABLE");
      throw error;
    }
  },
};

/**
 * The renewal terms of the mandate to show; NOT_FOUND if the article does not renew or the subscription is another
 * account's.
 */
async function renewedBy({
  deps,
  network,
  session,
  request,
  language,
}: Pick<CallContext<Calls["previewInstallments"]>, "deps" | "network" | "session" | "request" | "language">): Promise<
  Result<RenewalTerms | undefined, "NOT_FOUND">
> {
  const { renews, subscriptionId } = request;
  if (renews === undefined && subscriptionId === undefined) return ok(undefined);
  const renewed =
    renews === undefined
      ? await deps.subscriptionHooks.renewedSubscription(
          deps.db,
          network,
          { ...session, id: subscriptionId ?? "" },
          language,
        )
      : renewedArticle(network, renews, language);
  return renewed === undefined ? err("NOT_FOUND") : ok(renewed);
}

/** Fields that an installment in a preview does not have. */
const previewDefaults = {
  networkId: "",
  orderId: "",
  method: "CARD",
  methodId: null,
  mandateId: null,
  noticeOn: null,
  attempts: 0,
  suspendsOn: null,
} as const;

/**
 * The payment page of an installment: the open one, or a new one. The second of two concurrent clicks finds the first
 * one's.
 */
const startOrResumePayment = (
  { deps, network, request }: CallContext<Calls["payInstallment"]>,
  { orderId, position }: InstallmentRow,
): Promise<Result<ToOpen, "TRANSITION_NOT_ALLOWED" | "PAYMENT_UNAVAILABLE" | "AMOUNT_NOT_PAYABLE">> =>
  runTransaction(deps.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    const installment = await readInstallment(tx, orderId, position);
    if (order === undefined || installment?.status !== "unpaid")
      return err("TRANSITION_NOT_ALLOWED", { state: installment?.status ?? "gone" });
    const last = await lastPaymentOfInstallment(tx, orderId, position);
    if (last !== undefined && (last.status === "begun" || last.status === "open"))
      return last.kind === "debit" ? err("TRANSITION_NOT_ALLOWED", { state: "debited" }) : ok(last);
    const { amount } = installment;
    const payable = checkPayable(deps, network, noCardPreference, {
      amount,
      currency: order.currency,
      installments: 1,
    });
    if (!payable.ok) return payable;
    const choice = { installment, returnPath: request.returnUrl, saved: undefined };
    const { payment, insert } = startInstallmentPayment(deps, network, order, choice);
    await executeOnCommit(tx, [insert]);
    return ok(payment);
  });
