import { orderUnpaidMinutes } from "@guichet/contract/limits/order-limits.ts";
import { paymentSessionMarginMinutes } from "@guichet/contract/limits/payment-limits.ts";
import { splitEqually } from "@guichet/rules/money.ts";
import type { RawBuilder } from "kysely";
import { later, minutesMs } from "../clock.ts";
import type { Dependencies } from "../dependencies.ts";
import type { NewSession } from "../integrations/payment-provider.ts";
import type { Plan } from "../jobs/plan-job.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { shopOrigin } from "../network-registry/shop-address.ts";
import type { OrderRow } from "../order-records/order-store.ts";
import type { InstallmentRow } from "../payment-records/installment-store.ts";
import { paymentWritten, type ToOpen } from "../payment-records/payment-store.ts";

/** An open payment is asked for soon at first, then ever later (`payments/payment-jobs.ts`). */
const firstLookMs = 20_000;

/** What the customer wants of the card that pays. */
export interface CardPreference {
  /** Keep it. */
  keep: boolean;
  /** A kept one that the page proposes. */
  savedMethod: string | undefined;
}
export const noCardPreference: CardPreference = { keep: false, savedMethod: undefined };

/** An order as far as paying it goes. */
type OrderToPay = Pick<
  OrderRow,
  | "id"
  | "networkId"
  | "accountId"
  | "amount"
  | "currency"
  | "installments"
  | "language"
  | "returnUrl"
  | "expiresAt"
  | "subscriptionId"
>;

/** A payment that begins: the statement that writes it, and the plan that somebody looks after it even if nobody ever comes back. */
interface StartedPayment {
  payment: ToOpen;
  written: RawBuilder<unknown>;
  look: Plan;
}

/** The payment of an order, or of its first part, at the provider's page. */
export function startPayment(
  deps: Dependencies,
  network: LoadedNetwork,
  order: OrderToPay,
  wish: CardPreference,
): StartedPayment {
  const [amount = order.amount] = splitEqually(order.amount, order.installments);
  return begin(deps, network, order, {
    position: 1,
    amount,
    keep: wish.keep,
    returnPath: order.returnUrl ?? "/",
    expiresAt: later(new Date(order.expiresAt), -minutesMs(paymentSessionMarginMinutes)),
    // Later parts are charged to it, and what renews.
    saveMethod: wish.keep || order.installments > 1 || order.subscriptionId !== null,
    savedMethod: wish.savedMethod,
  });
}

/** The payment of a part that came back unpaid, at the provider's page. */
export function startInstallmentPayment(
  deps: Dependencies,
  network: LoadedNetwork,
  order: OrderToPay,
  { part, returnPath, savedMethod }: { part: InstallmentRow; returnPath: string; savedMethod: string | undefined },
): StartedPayment {
  return begin(deps, network, order, {
    position: part.position,
    amount: part.amount,
    keep: false,
    returnPath,
    expiresAt: later(deps.clock.now(), minutesMs(orderUnpaidMinutes - paymentSessionMarginMinutes)),
    saveMethod: false,
    savedMethod,
  });
}

interface Beginning {
  position: number;
  amount: number;
  keep: boolean;
  returnPath: string;
  expiresAt: Date;
  saveMethod: boolean;
  savedMethod: string | undefined;
}

function begin(deps: Dependencies, network: LoadedNetwork, order: OrderToPay, beginning: Beginning): StartedPayment {
  const id = deps.ids.uuid();
  const { networkId, currency, id: orderId } = order;
  const { position, amount, keep } = beginning;
  const asked = sessionFor(deps, network, order, id, beginning);
  const payment = { id, orderId, kind: "page" as const, asked };
  const at = deps.clock.iso();
  const written = paymentWritten({ ...payment, networkId, position, keep, amount, currency, at });
  const dueAt = later(deps.clock.now(), firstLookMs);
  return { payment, written, look: { networkId, kind: "payment", key: id, payload: { paymentId: id }, dueAt } };
}

/** Where the browser comes back to: the path that the shop gave, in the network's own shop. */
export function shopReturnUrl(deps: Dependencies, network: LoadedNetwork, path: string): URL {
  return new URL(path, shopOrigin(deps.config.shopUrl, network.definition));
}

export const notifyUrl = (deps: Dependencies): string => new URL("/payment/notifications", deps.config.publicUrl).href;

/** A path of the shop as it stands in an address (ASCII, RFC 3986), and nothing that leads elsewhere. */
export const isShopPath = (path: string): boolean => /^\/(?![/\\])[!-[\]-~]*$/.test(path);

/** What the provider is asked. */
function sessionFor(
  deps: Dependencies,
  network: LoadedNetwork,
  order: OrderToPay,
  reference: string,
  { amount, returnPath, expiresAt, saveMethod, savedMethod }: Beginning,
): NewSession {
  const back = shopReturnUrl(deps, network, returnPath);
  back.searchParams.set("order", order.id);
  return {
    reference,
    orderId: order.id,
    merchant: network.definition.name,
    amount: { amount, currency: order.currency },
    language: order.language,
    returnUrl: back.href,
    notifyUrl: notifyUrl(deps),
    expiresAt: expiresAt.toISOString(),
    capture: "automatic",
    saveMethod,
    customer: order.accountId,
    ...(savedMethod === undefined ? {} : { savedMethod }),
  };
}
