import { createHash } from "node:crypto";
import type { Calls } from "@guichet/contract/calls.ts";
import type { Period } from "@guichet/contract/catalogue.ts";
import type { Language } from "@guichet/contract/locales.ts";
import type { MandateText } from "@guichet/contract/payments.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import type { Money } from "@guichet/contract/values.ts";
import { times } from "@guichet/rules/money.ts";
import { unitPrice } from "@guichet/rules/pricing.ts";
import type { z } from "zod";
import { listedItems } from "../../catalogue/shop-item.ts";
import type { Tx } from "../../database/database.ts";
import type { Dependencies } from "../../dependencies.ts";
import type { CallContext } from "../../http/call-handler.ts";
import { hashed, isUuid, spokenAlphabet } from "../../ids.ts";
import type { LoadedNetwork } from "../../network-registry/registry.ts";
import type { OrderRow } from "../../order-records/order-store.ts";
import { insertMandate, type MandateCovers, type NewMandate } from "../../payment-records/debit-store.ts";
import { lockSavedMethod } from "../../payment-records/saved-method-store.ts";
import { inLine, money } from "../../pdf/words.ts";
import { deviceOfSession, type UserSession } from "../../sessions/session-store.ts";
import { accountOfNewMandates, creditorIdOfMandates } from "../debit-collectors.ts";
import { orderMandateWording, providerWording, subscriptionMandateWording } from "./mandate-wording.ts";

/** Only the account's holder may sign a mandate: not a guest, a traveller's own sign-in or a card's session. */
export const maySign = (session: UserSession): boolean => !session.guest && session.cardId === null && session.isHolder;

/** Letters and digits of a unique mandate reference after its prefix: enough to be unique and unguessable. */
const referenceLength = 16;
const referencePattern = /^GU-[2-9A-HJ-NP-TV-Z]{16}$/;

/**
 * Builds a mandate to show before it is signed, with its own reference. The same account and cart get the same
 * reference, so that a repeated order is the same request. Undefined: the network has no creditor.
 */
export function mandateToSign(
  deps: Dependencies,
  network: LoadedNetwork,
  { accountId }: UserSession,
  key: string | undefined,
  language: Language,
  renewed: RenewalTerms | undefined,
): z.infer<typeof MandateText> | undefined {
  const referenceText =
    key === undefined ? deps.ids.spoken(referenceLength) : spokenDigest(`${network.id} ${accountId} ${key}`);
  return mandateText(network, language, `GU-${referenceText}`, renewed);
}

/** The renewal terms in a subscription's mandate; without them a mandate covers the payments of one order only. */
export interface RenewalTerms {
  name: string;
  interval: Period;
  /** Today's price of a period. */
  price: Money;
}

/** The renewal terms of an article; undefined: it does not renew. */
export function renewedArticle(
  network: LoadedNetwork,
  { productId, quantity }: { productId: string; quantity: number },
  language: Language,
): RenewalTerms | undefined {
  const item = listedItems(network, language).get(productId);
  if (item === undefined || item.renewalInterval === null) return undefined;
  return { name: item.name, interval: item.renewalInterval, price: times(unitPrice(item), quantity) };
}

/** Derives letters and digits to read aloud from a text; different texts give different ones. */
function spokenDigest(text: string): string {
  const digest = createHash("sha256").update(text).digest();
  return [...digest.subarray(0, referenceLength)].map((byte) => spokenAlphabet[byte % spokenAlphabet.length]).join("");
}

function mandateText(
  { definition }: LoadedNetwork,
  language: Language,
  reference: string,
  renewed: RenewalTerms | undefined,
): z.infer<typeof MandateText> | undefined {
  if (definition.creditor === undefined) return undefined;
  const { name, address } = definition.creditor;
  const id = creditorIdOfMandates(definition, definition.creditor);
  const referenceFollows = definition.directDebit === "provider";
  const terms = wordingOf(name, language, renewed);
  const { provider } = definition.payment;
  const wording = referenceFollows ? `${terms} ${providerWording(language, { creditor: name, provider })}` : terms;
  const text = { reference, referenceFollows, creditor: { name, id, address }, wording };
  return { ...text, digest: hashed(JSON.stringify([reference, name, id, address, wording])) };
}

function wordingOf(creditor: string, language: Language, renewed: RenewalTerms | undefined): string {
  if (renewed === undefined) return orderMandateWording(language, creditor);
  const price = inLine(money(renewed.price, language), language);
  return subscriptionMandateWording(language, { ...renewed, creditor, price });
}

/** A customer's signature: which mandate, for which saved account, and the evidence of it. */
export interface Signature {
  methodId: string;
  text: z.infer<typeof MandateText>;
  language: Language;
  /** The payments of the order that it is signed with, or those of a subscription with its renewals. */
  covers: MandateCovers;
  evidence: { address: string; session: string; client: string; digest: string };
  /** The browser in which it is signed, as its application describes it; undefined: as it did at the sign-in. */
  browser: string | undefined;
}

/**
 * Reads the signature of an order by direct debit, or of a subscription's renewals: MANDATE_NOT_SIGNED if there is
 * none, or if the signed text differs from the network's current text for this debit (`renewed`);
 * PAYMENT_METHOD_UNKNOWN without a saved bank account of this customer.
 */
export function readSignature(
  {
    network,
    session,
    request,
    language,
    address,
    client,
    common,
  }: Pick<CallContext<Calls["placeOrder"]>, "network" | "session" | "language" | "address" | "client" | "common"> & {
    request: Pick<CallContext<Calls["placeOrder"]>["request"], "cardId" | "mandate">;
  },
  renewed: RenewalTerms | undefined,
): Result<Signature, "MANDATE_NOT_SIGNED" | "PAYMENT_METHOD_UNKNOWN" | "PAYMENT_METHOD_NOT_OFFERED"> {
  if (!maySign(session) || network.definition.creditor === undefined)
    return err("PAYMENT_METHOD_NOT_OFFERED", { paymentMethod: "TRANSFER" });
  const { mandate, cardId } = request;
  if (cardId === undefined || !isUuid(cardId)) return err("PAYMENT_METHOD_UNKNOWN");
  if (mandate === undefined || !referencePattern.test(mandate.reference)) return err("MANDATE_NOT_SIGNED");
  const text = mandateText(network, language, mandate.reference, renewed);
  if (mandate.digest !== text?.digest) return err("MANDATE_NOT_SIGNED", { reason: "changed" });
  const evidence = { address, session: session.id, client: client.id, digest: text.digest };
  const browser = common.device;
  const covers = renewed === undefined ? "ORDER" : "SUBSCRIPTION";
  return ok({ methodId: cardId, text, language, covers, evidence, browser });
}

/**
 * Stores the signed mandate with its order, in the order's transaction. Each reference can be signed once. Everything that proves the signature is
 * stored with it: browser, session and address may be others an hour later.
 */
export async function signMandate(
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  order: OrderRow,
  { methodId, text, language, covers, evidence, browser }: Signature,
  calendar: readonly { collectedOn: string; amount: number }[],
): Promise<Result<NewMandate, "MANDATE_NOT_SIGNED" | "PAYMENT_METHOD_UNKNOWN">> {
  const account = await lockSavedMethod(tx, order, methodId);
  if (account?.iban == null) return err("PAYMENT_METHOD_UNKNOWN");
  const { networkId, accountId, id: orderId, subscriptionId } = order;
  if (covers === "SUBSCRIPTION" && subscriptionId === null) throw new Error(`Order ${orderId} has no subscription`);
  const signedAt = deps.clock.iso();
  const mandate: NewMandate = {
    id: deps.ids.uuid(),
    networkId,
    accountId,
    methodId,
    covers,
    orderId: covers === "ORDER" ? orderId : null,
    subscriptionId: covers === "SUBSCRIPTION" ? subscriptionId : null,
    reference: text.reference,
    creditor: text.creditor,
    debtor: { name: account.holder ?? "", iban: account.iban },
    wording: text.wording,
    language,
    evidence: {
      ...evidence,
      browser: browser ?? (await deviceOfSession(tx, evidence.session)) ?? evidence.client,
      email: order.invoiceEmail ?? order.customer.email,
      orderId,
      signedAt,
      calendar: calendar.map(({ collectedOn, amount }) => ({ collectedOn, amount })),
    },
    signedAt,
    providerAccount: accountOfNewMandates(deps, network.definition),
  };
  return (await insertMandate(tx, mandate)) ? ok(mandate) : err("MANDATE_NOT_SIGNED", { reason: "used" });
}
