import type { Calls } from "@guichet/contract/calls.ts";
import { orderUnpaidMinutes } from "@guichet/contract/limits.ts";
import { done, refuse } from "@guichet/contract/outcome.ts";
import type { FastifyBaseLogger } from "fastify";
import type { Answer } from "../answering/answer.ts";
import { later, minutesMs } from "../clock.ts";
import type { House } from "../house.ts";
import { plan } from "../jobs/plan.ts";
import type { Work } from "../jobs/work.ts";
import { type NewSession, ProviderUnreachable } from "../outside/payment-provider.ts";
import { backIn, isShopPath, notifyUrl } from "./begin.ts";
import { keepCardOnce } from "./kept-cards.ts";
import {
  endRegistration,
  insertRegistration,
  type Owner,
  type Registration,
  readRegistration,
  registrationsUnderWay,
} from "./method-store.ts";

/** Opens a page of the provider where a card is kept without being charged. */
export const registerCard: Answer<Calls["registerCard"]> = async ({ house, network, session, request, language }) => {
  if (!isShopPath(request.returnUrl)) return refuse("RETURN_URL_INVALID");
  const id = house.ids.uuid();
  const { networkId, accountId } = session;
  const expiresAt = later(house.clock.now(), minutesMs(orderUnpaidMinutes));
  const asked: NewSession = {
    reference: id,
    orderId: id,
    merchant: network.definition.name,
    amount: { amount: 0, currency: network.definition.currency },
    language,
    returnUrl: backIn(house, network, request.returnUrl).href,
    notifyUrl: notifyUrl(house),
    expiresAt: expiresAt.toISOString(),
    capture: "automatic",
    saveMethod: true,
    purpose: "save",
    customer: accountId,
  };
  await house.db.transaction().execute(async (tx) => {
    await insertRegistration(tx, { id, networkId, accountId, asked, at: house.clock.iso() });
    // The customer is back long before; who is not is looked after at the page's end.
    await plan(tx, house, { networkId, kind: "card-registration", key: id, dueAt: expiresAt });
  });
  try {
    const { paymentUrl } = await house.payments.create(asked);
    return paymentUrl === undefined ? refuse("PAYMENT_UNAVAILABLE") : done({ paymentUrl });
  } catch (error) {
    if (error instanceof ProviderUnreachable) return refuse("PAYMENT_UNAVAILABLE");
    throw error;
  }
};

/**
 * Asks the provider how a registration ended, and keeps the card, once, whoever asks. Undefined: there is none of this id.
 * Throws `ProviderUnreachable`.
 */
export async function settleRegistration(house: House, id: string): Promise<Registration["status"] | undefined> {
  const registration = await readRegistration(house.db, id);
  if (registration === undefined || registration.status !== "begun") return registration?.status;
  const { networkId, accountId, asked } = registration;
  // The same reference answers the same session.
  const session = await house.payments.create(asked);
  if (session.state === "open" || session.state === "authorised") return "begun";
  const card = session.state === "captured" ? session.method : undefined;
  const savedId = card?.savedId;
  const ended = card !== undefined && savedId !== undefined ? "kept" : "ended";
  return house.db.transaction().execute(async (tx) => {
    if (!(await endRegistration(tx, id, ended))) return (await readRegistration(tx, id))?.status;
    if (card !== undefined && savedId !== undefined) {
      const at = house.clock.iso();
      await keepCardOnce(tx, house, { networkId, accountId, ...card, id: house.ids.uuid(), savedId, wanted: true, at });
    }
    return ended;
  });
}

/** So many are asked for when the customer looks at their cards. */
const openRegistrationsMax = 3;

/** Whoever looks at their cards sees the one that was just kept. A provider that does not answer is asked later. */
export async function settleOpenRegistrations(
  house: House,
  owner: Owner,
  log: Pick<FastifyBaseLogger, "warn">,
): Promise<void> {
  for (const { id } of await registrationsUnderWay(house.db, owner, openRegistrationsMax)) {
    try {
      await settleRegistration(house, id);
    } catch (error) {
      if (!(error instanceof ProviderUnreachable)) throw error;
      log.warn({ err: error }, "the payment provider does not answer");
      return;
    }
  }
}

/** Timed work `card-registration`: the page's time is over. */
export const lookAfterRegistration: Work = async (house, work) => {
  const status = await settleRegistration(house, work.key);
  return status === "begun" ? { again: later(house.clock.now(), minutesMs(1)) } : undefined;
};
