import { compensationAttachments } from "./compensations/compensation-email.ts";
import type { EmailAttachments } from "./email/attachments.ts";
import { cancelPaidOrder } from "./orders/cancel-paid-order.ts";
import { completeOrder } from "./orders/complete-order.ts";
import { confirmationAttachments, queueRefundNotice } from "./orders/order-confirmation.ts";
import type { OrderHooks, SubscriptionHooks } from "./payments/hooks.ts";
import { refundAttachments } from "./refunds/refund-email.ts";
import { closeRefundRequests } from "./refunds/request-store.ts";
import { subscriptionOrdered } from "./subscriptions/begin-subscription.ts";
import { subscriptionOwed, subscriptionRefused, subscriptionSettled } from "./subscriptions/charge-subscription.ts";
import { renewedSubscription } from "./subscriptions/renewal-price.ts";
import { planStatusCheck } from "./subscriptions/status-check.ts";
import { terminationReceipt } from "./subscriptions/termination-receipt.ts";

/** What orders do when their payments change. */
export const orderHooks: OrderHooks = { completeOrder, cancelPaidOrder, closeRefundRequests, queueRefundNotice };

/** What subscriptions do when the payments of their orders change. */
export const subscriptionHooks: SubscriptionHooks = {
  subscriptionOrdered,
  subscriptionRefused,
  subscriptionOwed,
  subscriptionSettled,
  mandateEnded: planStatusCheck,
  renewedSubscription,
};

/** Functions that make the files of an e-mail. */
export const emailAttachments: EmailAttachments = {
  "order-confirmation": confirmationAttachments,
  "refund-made": refundAttachments,
  "compensation-made": compensationAttachments,
  "subscription-ended": terminationReceipt,
};
