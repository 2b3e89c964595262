import { stripeToleranceSeconds, stripeWebhookEvents } from "@guichet/contract/integrations/stripe.ts";
import pLimit from "p-limit";
import type Stripe from "stripe";
import type { PaymentHint, PaymentSession, ProviderChanges, ProviderDispute } from "../payment-provider.ts";
import { isMissing, type StripeClient } from "./stripe-client.ts";
import { disputeOf, disputeParts, readDispute } from "./stripe-disputes.ts";
import {
  checkoutParts,
  intentParts,
  pageMark,
  readSession,
  sessionOfCharge,
  sessionOfCheckout,
} from "./stripe-sessions.ts";

const pageSize = 100;
const pagesBackMax = 1_000;
const readsAtOnce = 8;
/** An event may become visible after a later one: the cursor stays behind the latest ones, which are read twice. */
const settleSeconds = 10;
/** Stripe takes at most 20 types. Payouts have a list of their own. */
const types = stripeWebhookEvents.filter((type) => !type.startsWith("payout."));

/**
 * Position of a reader: in the list of pages, of charges or of disputes, which the first read walks through because events
 * are kept for 30 days only, and then in the events. `event` is the last one that needs no second read.
 */
type Position = Walking | { list: "changes"; event: string | undefined };
interface Walking {
  list: "pages" | "charges" | "disputes";
  after: string | undefined;
  event: string | undefined;
}

/** Sessions that changed after the cursor; without one, every session, the latest first, and then what changed meanwhile. */
export async function listSince(stripe: StripeClient, cursor: string | undefined): Promise<ProviderChanges> {
  const position = cursor === undefined ? undefined : positionIn(cursor);
  if (position === undefined)
    return walk(stripe, { list: "pages", after: undefined, event: await latestEvent(stripe) });
  if (position.list !== "changes") return walk(stripe, position);
  try {
    return await listEvents(stripe, position.event);
  } catch (failure) {
    // The installation stood still for longer than Stripe stores events.
    if (isMissing(failure)) return listSince(stripe, undefined);
    throw failure;
  }
}

/** Reads a webhook: undefined if it is forged, stale, of another account or of the other mode, or about nothing of these. */
export function parseNotification(
  stripe: StripeClient,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  body: string,
  now: Date,
): PaymentHint | undefined {
  const { webhookSecret, account, apiKey } = stripe.settings;
  const signature = headers["stripe-signature"];
  if (typeof signature !== "string") return undefined;
  let event: Stripe.Event;
  try {
    event = stripe.api.webhooks.constructEvent(
      body,
      signature,
      webhookSecret,
      stripeToleranceSeconds,
      undefined,
      now.getTime(),
    );
  } catch {
    return undefined;
  }
  if (event.account !== account || event.livemode !== /^[a-z]k_live_/.test(apiKey)) return undefined;
  return hintIn(event);
}

/** The payment of an event, the one whose refund changed, its dispute or its payout; undefined if it is about something else, or the payment is not one of ours. */
function hintIn(event: Stripe.Event): PaymentHint | undefined {
  const about = event.data?.object;
  if (about === undefined || !("object" in about)) return undefined;
  if (about.object === "dispute") return { disputeId: about.id };
  if (about.object === "payout") return { payoutId: about.id };
  if (about.object === "mandate") return { mandateId: about.id };
  if (about.object === "refund") {
    const refunded = idOf(about.payment_intent);
    return refunded === undefined ? undefined : { refundsOf: refunded };
  }
  if (about.object === "checkout.session" || about.object === "payment_intent") {
    const reference = about.metadata?.reference;
    return reference === undefined ? undefined : { sessionId: about.id, reference };
  }
  // Stripe copies the metadata of a payment to its charge.
  const reference = about.object === "charge" ? about.metadata?.reference : undefined;
  const intent = about.object === "charge" ? idOf(about.payment_intent) : undefined;
  return reference === undefined || intent === undefined ? undefined : { sessionId: intent, reference };
}

async function walk(stripe: StripeClient, position: Walking): Promise<ProviderChanges> {
  const { list, after, event } = position;
  const query = { limit: pageSize, ...(after !== undefined && { starting_after: after }) };
  const within = (parts: string[]) => parts.map((part) => `data.${part}`);
  const reads = pLimit(readsAtOnce);
  let sessions: PaymentSession[] = [];
  let disputes: ProviderDispute[] = [];
  let page: Stripe.ApiList<{ id: string }>;
  if (list === "pages") {
    const pages = await stripe.askList("list pages", (api) =>
      api.checkout.sessions.list({ ...query, expand: within(checkoutParts) }),
    );
    const ours = pages.data.filter(({ metadata }) => metadata?.reference !== undefined);
    sessions = await Promise.all(ours.map((each) => reads(() => sessionOfCheckout(stripe, each))));
    page = pages;
  } else if (list === "charges") {
    const intents = await stripe.askList("list payments", (api) =>
      api.paymentIntents.list({ ...query, expand: within(intentParts) }),
    );
    const ours = intents.data.filter(
      ({ metadata }) => metadata.reference !== undefined && metadata.page !== pageMark.page,
    );
    sessions = await Promise.all(ours.map((each) => reads(() => sessionOfCharge(stripe, each))));
    page = intents;
  } else {
    const listed = await stripe.askList("list disputes", (api) =>
      api.disputes.list({ ...query, expand: within(disputeParts) }),
    );
    disputes = listed.data.map(disputeOf).filter((each) => each !== undefined);
    page = listed;
  }
  const last = page.data.at(-1)?.id;
  const following = afterList[list];
  const next: Position =
    page.has_more && last !== undefined
      ? { list, after: last, event }
      : following === "changes"
        ? { list: following, event }
        : { list: following, after: undefined, event };
  return { sessions, disputes, cursor: cursorOf(next), more: true };
}

const afterList = { pages: "charges", charges: "disputes", disputes: "changes" } as const;

async function listEvents(stripe: StripeClient, after: string | undefined): Promise<ProviderChanges> {
  const { events, more } = await eventsAfter(stripe, after);
  const settledBefore = stripe.settings.now().getTime() / 1000 - settleSeconds;
  const settled = events.findLast(({ created }) => created <= settledBefore);
  const event = (more ? events.at(-1)?.id : settled?.id) ?? after;
  const reads = pLimit(readsAtOnce);
  const read = await Promise.all(targetsOf(events).map((id) => reads(() => readSession(stripe, id))));
  const sessions = new Map<string, PaymentSession>();
  for (const session of read) if (session !== undefined && session.reference !== "") sessions.set(session.id, session);
  const disputes = await Promise.all(disputesOf(events).map((id) => reads(() => readDispute(stripe, id))));
  return {
    sessions: [...sessions.values()],
    disputes: disputes.filter((dispute) => dispute !== undefined),
    mandates: mandatesOf(events),
    cursor: cursorOf({ list: "changes", event }),
    more,
  };
}

/** The next page of events, oldest first. Events of one second have no order among them but that of the list. */
async function eventsAfter(
  stripe: StripeClient,
  after: string | undefined,
): Promise<{ events: Stripe.Event[]; more: boolean }> {
  const list = (query: Stripe.EventListParams) =>
    stripe.askList("list events", (api) => api.events.list({ types, limit: pageSize, ...query }));
  if (after !== undefined) {
    const { data, has_more } = await list({ ending_before: after });
    return { events: data.toReversed(), more: has_more };
  }
  // Without a position, the oldest page is the last of the list.
  let page = await list({});
  let isOldest = true;
  for (let step = 0; page.has_more && step < pagesBackMax; step += 1) {
    const last = page.data.at(-1)?.id;
    if (last === undefined) break;
    page = await list({ starting_after: last });
    isOldest = false;
  }
  return { events: page.data.toReversed(), more: !isOldest };
}

async function latestEvent(stripe: StripeClient): Promise<string | undefined> {
  const { data } = await stripe.askList("list events", (api) => api.events.list({ types, limit: 1 }));
  return data[0]?.id;
}

/** The objects that events are about, each once, in the order of their last event; a page stands for its payment. */
function targetsOf(events: readonly Stripe.Event[]): string[] {
  const pages = new Set<string | undefined>();
  const targets = new Map<string, { id: string; ofPage: string | undefined }>();
  for (const event of events) {
    const about = event.data.object;
    if (!("object" in about)) continue;
    const hint = hintIn(event);
    if (hint !== undefined && "refundsOf" in hint) {
      const id = hint.refundsOf;
      if (!targets.has(id)) targets.set(id, { id, ofPage: undefined });
      continue;
    }
    if (hint === undefined || !("sessionId" in hint)) continue;
    if (about.object === "checkout.session") pages.add(hint.reference);
    const hasPage = "metadata" in about && about.metadata?.page === pageMark.page;
    targets.delete(hint.sessionId);
    targets.set(hint.sessionId, { id: hint.sessionId, ofPage: hasPage ? hint.reference : undefined });
  }
  return [...targets.values()].filter(({ ofPage }) => ofPage === undefined || !pages.has(ofPage)).map(({ id }) => id);
}

/** The disputes that events are about, each once. */
function disputesOf(events: readonly Stripe.Event[]): string[] {
  const hints = events.map(hintIn).filter((hint) => hint !== undefined);
  return [...new Set(hints.flatMap((hint) => ("disputeId" in hint ? [hint.disputeId] : [])))];
}

/** The mandates that events are about, each once. */
function mandatesOf(events: readonly Stripe.Event[]): string[] {
  const hints = events.map(hintIn).filter((hint) => hint !== undefined);
  return [...new Set(hints.flatMap((hint) => ("mandateId" in hint ? [hint.mandateId] : [])))];
}

const idOf = (given: string | { id: string } | null | undefined): string | undefined =>
  typeof given === "string" ? given : given?.id;

const absent = "-";
const cursorOf = (position: Position): string =>
  [position.list, position.event ?? absent, ...(position.list === "changes" ? [] : [position.after ?? absent])].join(
    " ",
  );

function positionIn(cursor: string): Position | undefined {
  const [list, event, after] = cursor.split(" ").map((part) => (part === absent ? undefined : part));
  if (list === "changes") return { list, event };
  // A position of before disputes were read: they are walked through first.
  if (list === "events") return { list: "disputes", after: undefined, event };
  return list === "pages" || list === "charges" || list === "disputes" ? { list, event, after } : undefined;
}
