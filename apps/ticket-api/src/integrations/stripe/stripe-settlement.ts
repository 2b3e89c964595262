import type Stripe from "stripe";
import { ProviderUnreachable } from "../payment-provider.ts";
import type {
  PayoutState,
  ProviderPayout,
  ProviderSettlement,
  SettlementEntry,
  SettlementKind,
} from "../provider-settlement.ts";
import { fromStripeAmount } from "./stripe-amounts.ts";
import { isMissing, type StripeClient } from "./stripe-client.ts";

const pageSize = 100;
/** A list of Stripe has fewer pages. */
const pagesMax = 100_000;

/** Fees and payouts at Stripe: its balance transactions and payouts (docs.stripe.com/payouts/reconciliation). */
export const settlementOf = (stripe: StripeClient): ProviderSettlement => ({
  entriesSince: (since) => entriesIn(stripe, since === undefined ? {} : { created: { gte: secondsOf(since) } }),
  entriesOf: (payout) => entriesIn(stripe, { payout }),
  payoutsSince: (since) => payoutsSince(stripe, since),
  getPayout: (payoutId) => getPayout(stripe, payoutId),
});

async function* payoutsSince(stripe: StripeClient, since: Date | undefined): AsyncGenerator<ProviderPayout[]> {
  const query = since === undefined ? {} : { created: { gte: secondsOf(since) } };
  const list = (page: Stripe.PaginationParams) =>
    stripe.askList("list payouts", (api) => api.payouts.list({ ...query, ...page }));
  for await (const page of pagesOf(list)) yield page.map(payoutOf);
}

async function getPayout(stripe: StripeClient, payoutId: string): Promise<ProviderPayout | undefined> {
  try {
    return payoutOf(await stripe.ask("read a payout", (api) => api.payouts.retrieve(payoutId)));
  } catch (failure) {
    if (isMissing(failure)) return undefined;
    throw failure;
  }
}

async function* entriesIn(
  stripe: StripeClient,
  query: Stripe.BalanceTransactionListParams,
): AsyncGenerator<SettlementEntry[]> {
  const list = (page: Stripe.PaginationParams) =>
    stripe.askList("list balance transactions", (api) =>
      api.balanceTransactions.list({ ...query, ...page, expand: ["data.source"] }),
    );
  for await (const page of pagesOf(list)) {
    const entries: SettlementEntry[] = [];
    for (const transaction of page) entries.push(await entryOf(stripe, transaction));
    yield entries;
  }
}

async function* pagesOf<Item extends { id: string }>(
  list: (page: Stripe.PaginationParams) => Promise<{ data: Item[]; has_more: boolean }>,
): AsyncGenerator<Item[]> {
  let after: string | undefined;
  for (let count = 0; count < pagesMax; count += 1) {
    const page = await list({ limit: pageSize, ...(after !== undefined && { starting_after: after }) });
    yield page.data;
    after = page.data.at(-1)?.id;
    if (!page.has_more || after === undefined) return;
  }
}

/** Stripe's states in ours. */
const states: Readonly<Record<string, PayoutState>> = {
  pending: "pending",
  in_transit: "in-transit",
  paid: "paid",
  failed: "failed",
  canceled: "cancelled",
};

/** A payout; one whose state Stripe adds later throws `ProviderUnreachable`. */
export function payoutOf(payout: Stripe.Payout): ProviderPayout {
  const { id, status, amount, currency, created, arrival_date: arrival } = payout;
  const state = Object.hasOwn(states, status) ? states[status] : undefined;
  if (state === undefined) throw new ProviderUnreachable(`Stripe: unknown state of a payout ${status}`);
  const reconciled = payout.reconciliation_status;
  return {
    id,
    state,
    amount: fromStripeAmount(amount, currency),
    createdAt: instantOf(created),
    arrivesOn: instantOf(arrival).slice(0, 10),
    items: reconciled === "completed" ? "listed" : reconciled === "in_progress" ? "later" : "never",
    failure: payout.failure_code ?? undefined,
  };
}

/** What a balance transaction is, by Stripe's type of it; any other is `other`. */
const kinds: Readonly<Record<string, SettlementKind>> = {
  charge: "payment",
  payment: "payment",
  refund: "refund",
  payment_refund: "refund",
  refund_failure: "refund",
  payment_failure_refund: "refund",
  payout: "payout",
  payout_failure: "payout-returned",
  payout_cancel: "payout-returned",
};

async function entryOf(stripe: StripeClient, transaction: Stripe.BalanceTransaction): Promise<SettlementEntry> {
  const { id, source, amount, fee, currency, created, available_on: available, type } = transaction;
  const about = typeof source === "string" || source === null ? undefined : source;
  const isDispute = about?.object === "dispute";
  const kind = isDispute ? "dispute" : Object.hasOwn(kinds, type) ? (kinds[type] ?? "other") : "other";
  return {
    id,
    kind,
    source: (typeof source === "string" ? source : source?.id) ?? undefined,
    reference: about === undefined ? undefined : await referenceOf(stripe, about),
    amount: fromStripeAmount(amount, currency),
    fee: fromStripeAmount(fee, currency),
    createdAt: instantOf(created),
    availableAt: instantOf(available),
  };
}

type Source = Exclude<Stripe.BalanceTransaction["source"], string | null>;

/** Our payment behind a charge, a refund or a dispute. A refund of ours names it; for the others, the charge does. */
async function referenceOf(stripe: StripeClient, about: Source): Promise<string | undefined> {
  if (about.object === "charge") return about.metadata.reference;
  if (about.object !== "refund" && about.object !== "dispute") return undefined;
  const named = about.object === "refund" ? about.metadata?.payment : undefined;
  if (named !== undefined && named !== "") return named;
  const charge = typeof about.charge === "string" ? about.charge : about.charge?.id;
  if (charge === undefined) return undefined;
  const read = await stripe.ask("read a charge", (api) => api.charges.retrieve(charge));
  return read.metadata.reference;
}

const secondsOf = (instant: Date): number => Math.floor(instant.getTime() / 1_000);
const instantOf = (seconds: number): string => new Date(seconds * 1_000).toISOString();
