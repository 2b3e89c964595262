import type { Language } from "@guichet/contract/locales.ts";
import type { SubscriptionBlock } from "@guichet/contract/subscriptions.ts";
import type { Money } from "@guichet/contract/values.ts";
import type { Database, Tx } from "../database/database.ts";
import type { Dependencies } from "../dependencies.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import type { OrderRow } from "../order-records/order-store.ts";
import type { Owner } from "../payment-records/saved-method-store.ts";
import type { InvoicePaper } from "../pdf/invoice-pdf.ts";
import type { PaymentMeans } from "../subscription-records/subscription-store.ts";
import type { RenewalTerms } from "./mandates/mandates.ts";

declare module "../dependencies.ts" {
  interface Dependencies {
    /** Payments belong to orders and to subscriptions, whose modules lie above: what these do when a payment changes. */
    orderHooks: OrderHooks;
    subscriptionHooks: SubscriptionHooks;
  }
}

/** What the module of orders does when a payment changes. All run inside the transaction of the payment. */
export interface OrderHooks {
  /** Completes an order that is paid; undefined: it was completed before. */
  completeOrder(
    tx: Tx,
    deps: Dependencies,
    network: LoadedNetwork,
    orderId: string,
    payment: InvoicePaper["payment"],
  ): Promise<OrderRow | undefined>;
  /** Cancels a complete order whose money went back; false: it was not complete. */
  cancelPaidOrder(tx: Tx, deps: Dependencies, network: LoadedNetwork, order: Pick<OrderRow, "id">): Promise<boolean>;
  /** Queues the e-mail that says that money went back. */
  queueRefundNotice(tx: Tx, deps: Dependencies, orderId: string, total: Money): Promise<void>;
}

/** What the module of subscriptions does when a payment changes. All but the last run inside the transaction of the payment. */
export interface SubscriptionHooks {
  /** The order of a period is complete: the first begins the subscription, a later one prolongs it. */
  subscriptionOrdered(
    tx: Tx,
    deps: Dependencies,
    network: LoadedNetwork,
    order: OrderRow,
    by: PaymentMeans,
  ): Promise<void>;
  /** The order of a period could not be charged. */
  subscriptionRefused(
    tx: Tx,
    deps: Dependencies,
    network: LoadedNetwork,
    order: OrderRow,
    block?: SubscriptionBlock,
  ): Promise<void>;
  /** An installment of its order came back unpaid. */
  subscriptionOwed(
    tx: Tx,
    deps: Dependencies,
    network: LoadedNetwork,
    order: Pick<OrderRow, "subscriptionId">,
    block?: SubscriptionBlock,
  ): Promise<void>;
  /** What was owed of its order is paid. */
  subscriptionSettled(
    tx: Tx,
    deps: Dependencies,
    network: LoadedNetwork,
    order: Pick<OrderRow, "subscriptionId">,
  ): Promise<void>;
  /** What a mandate for the renewals of an account's own subscription says; undefined: there is none of this id. */
  renewedSubscription(
    db: Database | Tx,
    network: LoadedNetwork,
    subscription: Owner & { id: string },
    language: Language,
  ): Promise<RenewalTerms | undefined>;
}
