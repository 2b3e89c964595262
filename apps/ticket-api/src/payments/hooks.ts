import type { Language } from "@guichet/contract/locales.ts";
import type { SubscriptionBlock } from "@guichet/contract/subscriptions.ts";
import type { Money } from "@guichet/contract/values.ts";
import type { Database, Tx } from "../database/database.ts";
import type { Dependencies } from "../dependencies.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import type { OrderRow } from "../order-records/order-store.ts";
import type { Owner } from "../payment-records/saved-method-store.ts";
import type { InvoiceContents } from "../pdf/invoice-pdf.ts";
import type { PaymentMeans } from "../subscription-records/subscription-store.ts";
import type { RenewalTerms } from "./mandates/mandates.ts";

declare module "../dependencies.ts" {
  interface Dependencies {
    /** What the modules of orders and subscriptions, which are above this one, do when a payment changes. */
    orderHooks: OrderHooks;
    subscriptionHooks: SubscriptionHooks;
  }
}

/** What the module of orders does when a payment changes. All run inside the transaction of the payment. */
export interface OrderHooks {
  /** Completes a paid order; undefined: it was completed before. */
  completeOrder(
    tx: Tx,
    deps: Dependencies,
    network: LoadedNetwork,
    orderId: string,
    payment: InvoiceContents["payment"],
  ): Promise<OrderRow | undefined>;
  /** Cancels a completed order that was refunded; false: it was not complete. */
  cancelPaidOrder(tx: Tx, deps: Dependencies, network: LoadedNetwork, order: Pick<OrderRow, "id">): Promise<boolean>;
  /** Ends the open refund requests of an order whose tickets were cancelled, and deletes their evidence. */
  closeRefundRequests(tx: Tx, order: { orderId: string }, at: string): Promise<void>;
  /** Queues the e-mail saying that states a refund. */
  queueRefundNotice(tx: Tx, deps: Dependencies, orderId: string, total: Money): Promise<void>;
}

/** What the module of subscriptions does when a payment changes. All but the last run inside the transaction of the payment. */
export interface SubscriptionHooks {
  /** The order of a period is complete: the first starts the subscription, a later one extends it. */
  subscriptionOrdered(
    tx: Tx,
    deps: Dependencies,
    network: LoadedNetwork,
    order: OrderRow,
    by: PaymentMeans,
  ): Promise<void>;
  /** The charge for the order of a period failed. */
  subscriptionRefused(
    tx: Tx,
    deps: Dependencies,
    network: LoadedNetwork,
    order: OrderRow,
    block?: SubscriptionBlock,
  ): Promise<void>;
  /** An installment of its order was returned unpaid. */
  subscriptionOwed(
    tx: Tx,
    deps: Dependencies,
    network: LoadedNetwork,
    order: Pick<OrderRow, "subscriptionId">,
    block?: SubscriptionBlock,
  ): Promise<void>;
  /** The unpaid amount of its order is settled. */
  subscriptionSettled(
    tx: Tx,
    deps: Dependencies,
    network: LoadedNetwork,
    order: Pick<OrderRow, "subscriptionId">,
  ): Promise<void>;
  /** The mandate of its renewals ended: it needs another one, or a card. */
  mandateEnded(tx: Tx, deps: Dependencies, network: LoadedNetwork, subscriptionId: string): Promise<void>;
  /** The terms of an account's own subscription for a renewal mandate; undefined: there is none with this id. */
  renewedSubscription(
    db: Database | Tx,
    network: LoadedNetwork,
    subscription: Owner & { id: string },
    language: Language,
  ): Promise<RenewalTerms | undefined>;
}
