import { orderUnpaidMinutes } from "@guichet/contract/limits/order-limits.ts";
import { paymentSessionMarginMinutes } from "@guichet/contract/limits/payment-limits.ts";
import { leftPageParameter } from "@guichet/contract/payment-return.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import { splitEqually } from "@guichet/rules/money.ts";
import type { RawBuilder } from "kysely";
import { later, minutesMs } from "../clock.ts";
import { combineStatements } from "../database/pipelining/combine-statements.ts";
import type { Dependencies } from "../dependencies.ts";
import type { NewSession, Presence, PresentCharge } from "../integrations/payment-provider.ts";
import type { ProviderAccount } from "../integrations/payment-providers.ts";
import { type Plan, planStatement } from "../jobs/plan-job.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { shopOrigin } from "../network-registry/shop-address.ts";
import type { OrderRow } from "../order-records/order-store.ts";
import type { InstallmentRow } from "../payment-records/installment-store.ts";
import { insertPaymentStatement, type ToOpen } from "../payment-records/payment-store.ts";

/** An open payment is checked soon, then at growing intervals (`payments/payment-jobs.ts`). */
const firstCheckMs = 20_000;

/** The customer's preference for the card that pays. */
export interface CardPreference {
  /** Whether to save the card. */
  keep: boolean;
  /** A saved card, by the provider's id: the page proposes it, or it is charged at once without a page (decision 129). */
  saved: { method: string; providerAccount: ProviderAccount; customer: string; use: "propose" | "charge" } | undefined;
}
export const noCardPreference: CardPreference = { keep: false, saved: undefined };

/** The fields of an order that its payment needs. */
type OrderToPay = Pick<
  OrderRow,
  | "id"
  | "number"
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

export interface StartedPayment {
  payment: ToOpen;
  /** Writes the payment and plans its check, which runs even if the customer never returns. */
  insert: RawBuilder<unknown>;
}

/**
 * Starts the payment of an order, or of its first installment, at the provider's page or by a charge of the saved card.
 * `jobs` are planned by the same statement.
 */
export function startPayment(
  deps: Dependencies,
  network: LoadedNetwork,
  order: OrderToPay,
  card: CardPreference,
  jobs: readonly Plan[] = [],
): StartedPayment {
  const [amount = order.amount] = splitEqually(order.amount, order.installments);
  return start(deps, network, order, {
    position: 1,
    amount,
    keep: card.keep,
    returnPath: order.returnUrl ?? "/",
    expiresAt: later(new Date(order.expiresAt), -minutesMs(paymentSessionMarginMinutes)),
    // Later installments and renewals are charged to it.
    saveMethod: card.keep || order.installments > 1 || order.subscriptionId !== null,
    saved: card.saved,
    jobs,
  });
}

/** Whether the account that takes a network's new payments and saved cards is configured. */
export const isAccountConfigured = ({ payments }: Dependencies, { definition }: LoadedNetwork): boolean =>
  payments.accounts().includes(payments.accountOf(definition));

/** What is to be paid: each installment is a payment of its own. */
type ToPay = Pick<OrderToPay, "amount" | "currency" | "installments">;

/**
 * Checks that a payment can be started: its account is configured, and the provider accepts its amount. Otherwise nothing is written that
 * could not be paid.
 */
export function checkPayable(
  deps: Dependencies,
  { definition }: LoadedNetwork,
  { saved }: CardPreference,
  { amount, currency, installments }: ToPay,
): Result<true, "PAYMENT_UNAVAILABLE" | "AMOUNT_NOT_PAYABLE"> {
  const { payments } = deps;
  const account = saved?.use === "charge" ? saved.providerAccount : payments.accountOf(definition);
  if (!payments.accounts().includes(account)) return err("PAYMENT_UNAVAILABLE");
  const accepted = payments.at(account).acceptedAmounts?.(currency);
  if (accepted === undefined) return ok(true);
  const { minAmount, step } = accepted;
  const isAccepted = (part: number) => part >= minAmount && part % step === 0;
  if (splitEqually(amount, installments).every(isAccepted)) return ok(true);
  return err("AMOUNT_NOT_PAYABLE", { minAmount, currency });
}

/** Starts the payment of an unpaid installment at the provider's page. */
export function startInstallmentPayment(
  deps: Dependencies,
  network: LoadedNetwork,
  order: OrderToPay,
  {
    installment,
    returnPath,
    saved,
  }: { installment: InstallmentRow; returnPath: string; saved: CardPreference["saved"] },
): StartedPayment {
  return start(deps, network, order, {
    position: installment.position,
    amount: installment.amount,
    keep: false,
    returnPath,
    expiresAt: later(deps.clock.now(), minutesMs(orderUnpaidMinutes - paymentSessionMarginMinutes)),
    saveMethod: false,
    saved,
    jobs: [],
  });
}

interface PaymentTerms {
  position: number;
  amount: number;
  keep: boolean;
  returnPath: string;
  expiresAt: Date;
  saveMethod: boolean;
  saved: CardPreference["saved"];
  jobs: readonly Plan[];
}

function start(deps: Dependencies, network: LoadedNetwork, order: OrderToPay, terms: PaymentTerms): StartedPayment {
  const id = deps.ids.uuid();
  const { networkId, currency, id: orderId } = order;
  const { position, amount, keep, jobs, saved } = terms;
  const payment: ToOpen =
    saved?.use === "charge"
      ? { id, orderId, ...chargeFor(deps, network, order, id, { ...terms, saved }) }
      : { id, orderId, ...sessionFor(deps, network, order, id, terms) };
  const at = deps.clock.iso();
  const row = insertPaymentStatement({ ...payment, networkId, position, keep, amount, currency, at });
  const dueAt = later(deps.clock.now(), firstCheckMs);
  const check: Plan = { networkId, kind: "payment", key: id, payload: { paymentId: id }, dueAt };
  return { payment, insert: combineStatements(row, planStatement(deps, check, ...jobs)) };
}

/** The return address of the browser: the path that the shop gave, in the network's own shop. */
export function shopReturnUrl(deps: Dependencies, network: LoadedNetwork, path: string): URL {
  return new URL(path, shopOrigin(deps.config.shopUrl, network.definition));
}

/** Where a provider account sends its notifications. */
export const notifyUrl = ({ config }: Pick<Dependencies, "config">, account: ProviderAccount): string =>
  new URL(`/payment/notifications/${account}`, config.publicUrl).href;

/** Whether this is a path of the shop, in ASCII as in RFC 3986, that cannot lead to another site. */
export const isShopPath = (path: string): boolean => /^\/(?![/\\])[!-[\]-~]*$/.test(path);

/** The request for a session at the network's provider, which can propose only a card of its own. */
function sessionFor(
  deps: Dependencies,
  network: LoadedNetwork,
  order: OrderToPay,
  reference: string,
  terms: PaymentTerms,
): Pick<ToOpen & { kind: "page" }, "kind" | "asked" | "providerAccount"> {
  const { amount, saveMethod, saved } = terms;
  const providerAccount = deps.payments.accountOf(network.definition);
  const presence = presenceOf(deps, network, order, terms);
  const asked: NewSession = {
    reference,
    orderId: order.id,
    amount: { amount, currency: order.currency },
    ...presence,
    cancelUrl: cancelUrlOf(presence),
    notifyUrl: notifyUrl(deps, providerAccount),
    capture: "automatic",
    saveMethod,
    customer: order.accountId,
    ...(saved?.providerAccount === providerAccount ? { savedMethod: saved.method } : {}),
  };
  return { kind: "page", asked, providerAccount };
}

/** The return address of a customer who left the payment page, which asks the Ticket API not to wait for an outcome. */
function cancelUrlOf({ returnUrl }: Presence): string {
  const url = new URL(returnUrl);
  url.searchParams.set(leftPageParameter, "1");
  return url.href;
}

/** The request to charge a saved card with the customer present, at the account where it is saved. */
function chargeFor(
  deps: Dependencies,
  network: LoadedNetwork,
  order: OrderToPay,
  reference: string,
  terms: PaymentTerms & { saved: NonNullable<PaymentTerms["saved"]> },
): Pick<ToOpen & { kind: "charge" }, "kind" | "asked" | "providerAccount"> {
  const { method, providerAccount, customer } = terms.saved;
  const asked: PresentCharge = {
    reference,
    orderId: order.id,
    method,
    customer,
    amount: { amount: terms.amount, currency: order.currency },
    notifyUrl: notifyUrl(deps, providerAccount),
    present: presenceOf(deps, network, order, terms),
  };
  return { kind: "charge", asked, providerAccount };
}

/** What the provider's pages need: to whom and for which order the customer pays, in which language, until when, and where to return. */
function presenceOf(
  deps: Dependencies,
  network: LoadedNetwork,
  { id, number, language }: OrderToPay,
  { returnPath, expiresAt }: PaymentTerms,
): Presence {
  const returnUrl = shopReturnUrl(deps, network, returnPath);
  returnUrl.searchParams.set("order", id);
  const merchant = network.definition.name;
  return { merchant, description: number, language, returnUrl: returnUrl.href, expiresAt: expiresAt.toISOString() };
}
