import type { Calls } from "@guichet/contract/calls.ts";
import { orderUnpaidMinutes } from "@guichet/contract/limits/order-limits.ts";
import { err, ok } from "@guichet/contract/result.ts";
import { certainlyTaken, type ExpectedPayment, paymentMismatches } from "@guichet/rules/payments/payment-answer.ts";
import type { FastifyBaseLogger } from "fastify";
import { later, minutesMs } from "../clock.ts";
import type { Dependencies } from "../dependencies.ts";
import type { Handler } from "../http/call-handler.ts";
import { type NewSession, type PaymentSession, ProviderUnreachable } from "../integrations/payment-provider.ts";
import type { JobHandler } from "../jobs/job.ts";
import { plan } from "../jobs/plan-job.ts";
import { insertDiscrepancy } from "../payment-records/discrepancy-store.ts";
import {
  endRegistration,
  insertRegistration,
  type Owner,
  openRegistrations,
  type Registration,
  readRegistration,
} from "../payment-records/saved-method-store.ts";
import { planMethodRemoval, saveCard } from "./save-card.ts";
import { rejectForeignAnswer } from "./settlement/check-answer.ts";
import { isAccountConfigured, isShopPath, notifyUrl, shopReturnUrl } from "./start-payment.ts";

/** Opens a page of the provider that saves a card without charging it. */
export const registerCard: Handler<Calls["registerCard"]> = async ({ deps, network, session, request, language }) => {
  if (!isShopPath(request.returnUrl)) return err("RETURN_URL_INVALID");
  if (!isAccountConfigured(deps, network)) return err("PAYMENT_UNAVAILABLE");
  const id = deps.ids.uuid();
  const { networkId, accountId } = session;
  const expiresAt = later(deps.clock.now(), minutesMs(orderUnpaidMinutes));
  const providerAccount = deps.payments.accountOf(network.definition);
  const asked: NewSession = {
    reference: id,
    orderId: id,
    merchant: network.definition.name,
    amount: { amount: 0, currency: network.definition.currency },
    language,
    returnUrl: shopReturnUrl(deps, network, request.returnUrl).href,
    notifyUrl: notifyUrl(deps, providerAccount),
    expiresAt: expiresAt.toISOString(),
    capture: "automatic",
    saveMethod: true,
    purpose: "save",
    customer: accountId,
  };
  await deps.db.transaction().execute(async (tx) => {
    await insertRegistration(tx, { id, networkId, accountId, asked, providerAccount, at: deps.clock.iso() });
    // The customer normally returns long before; otherwise this job checks at the page's end.
    await plan(tx, deps, { networkId, kind: "card-registration", key: id, dueAt: expiresAt });
  });
  try {
    const { paymentUrl } = rejectForeignAnswer(asked, await deps.payments.at(providerAccount).create(asked));
    return paymentUrl === undefined ? err("PAYMENT_UNAVAILABLE") : ok({ paymentUrl });
  } catch (error) {
    if (error instanceof ProviderUnreachable) return err("PAYMENT_UNAVAILABLE");
    throw error;
  }
};

/**
 * Asks the provider how a registration ended, and saves the card, once however often it is called. Undefined: there is
 * none with this id. Throws `ProviderUnreachable`.
 */
export async function settleRegistration(deps: Dependencies, id: string): Promise<Registration["status"] | undefined> {
  const registration = await readRegistration(deps.db, id);
  if (registration === undefined || registration.status !== "begun") return registration?.status;
  const { networkId, accountId, asked, providerAccount } = registration;
  const provider = deps.payments.at(providerAccount);
  // The provider returns the same session for the same reference.
  let session = await provider.create(asked);
  const expected: ExpectedPayment = { reference: id, orderId: asked.orderId, amount: asked.amount, purpose: "save" };
  // A provider's page may live longer than ours.
  const isOver = deps.clock.iso() >= asked.expiresAt;
  if (isOver && session.state === "open" && paymentMismatches(expected, session).length === 0)
    session = await provider.cancel(session.id);
  const mismatches = paymentMismatches(expected, session);
  if (mismatches.length > 0) {
    const isOurs = session.reference === id && session.orderId === asked.orderId;
    if (isOurs && session.state === "open") session = await provider.cancel(session.id);
    return mismatchedRegistration(deps, registration, expected, session);
  }
  if (session.state === "open" || session.state === "authorised") return "begun";
  const card = session.state === "captured" ? session.method : undefined;
  const savedId = card?.savedId;
  const ended = card !== undefined && savedId !== undefined ? "kept" : "ended";
  return deps.db.transaction().execute(async (tx) => {
    if (!(await endRegistration(tx, id, ended))) return (await readRegistration(tx, id))?.status;
    if (card !== undefined && savedId !== undefined) {
      const at = deps.clock.iso();
      const saved = { networkId, accountId, ...card, id: deps.ids.uuid(), savedId, providerAccount, wanted: true, at };
      await saveCard(tx, deps, saved);
    }
    return ended;
  });
}

/**
 * Ends a registration with a mismatched answer or a charge: no card is saved, and what was certainly
 * captured is refunded.
 */
async function mismatchedRegistration(
  deps: Dependencies,
  { id, networkId, providerAccount }: Registration,
  expected: ExpectedPayment,
  session: PaymentSession,
): Promise<Registration["status"] | undefined> {
  const { reference, orderId, state, amount, captured, refunded, method } = session;
  const answered = { reference, orderId, state, amount, captured, refunded };
  const mismatches = paymentMismatches(expected, answered);
  const taken = certainlyTaken(expected, answered);
  const refundable = taken !== undefined && taken.amount > 0 ? taken : undefined;
  const ended = await deps.db.transaction().execute(async (tx) => {
    if (!(await endRegistration(tx, id, "mismatched"))) return (await readRegistration(tx, id))?.status;
    const discrepancy = deps.ids.uuid();
    await insertDiscrepancy(tx, {
      id: discrepancy,
      networkId,
      kind: "answer",
      orderId: null,
      paymentId: null,
      registrationId: id,
      providerSession: session.id,
      providerAccount,
      reference: null,
      detail: { mismatches, answered },
      refundAmount: refundable?.amount ?? null,
      refundCurrency: refundable?.currency ?? null,
      foundAt: deps.clock.iso(),
    });
    if (refundable !== undefined) await plan(tx, deps, { networkId, kind: "discrepancy-refund", key: discrepancy });
    if (taken !== undefined && method?.savedId !== undefined)
      await planMethodRemoval(tx, deps, networkId, { savedId: method.savedId, providerAccount });
    return "mismatched" as const;
  });
  deps.log.error({ registration: id, mismatches }, "provider's answer does not match the card registration");
  deps.wake();
  return ended;
}

/** At most this many are checked when the customer opens their cards. */
const openRegistrationsMax = 3;

/**
 * Settles open registrations before the customer's cards are listed, so that a new card is in the list. If the provider
 * does not respond, they are settled later.
 */
export async function settleOpenRegistrations(
  deps: Dependencies,
  owner: Owner,
  log: Pick<FastifyBaseLogger, "warn">,
): Promise<void> {
  for (const { id } of await openRegistrations(deps.db, owner, openRegistrationsMax)) {
    try {
      await settleRegistration(deps, id);
    } catch (error) {
      if (!(error instanceof ProviderUnreachable)) throw error;
      log.warn({ err: error }, "payment provider does not respond");
      return;
    }
  }
}

/** Job `card-registration`: settles a registration at the end of its page. */
export const checkRegistration: JobHandler = async (deps, job) => {
  const status = await settleRegistration(deps, job.key);
  return status === "begun" ? { again: later(deps.clock.now(), minutesMs(1)) } : undefined;
};
