import type { Language } from "@guichet/contract/locales.ts";
import { type NewSession, type PaymentSession, ProviderRefused } from "../payment-provider.ts";
import { type LyraClient, lyraMoney } from "./lyra-client.ts";
import { anything, paymentOrder } from "./lyra-objects.ts";
import { exclusively, partsOf, sessionOf, settle } from "./lyra-sessions.ts";
import { type KnownSession, moneyOf, type NewKnownSession } from "./lyra-store.ts";

/** Lyra has no Arabic page: it uses the shop's language. */
const locales: Readonly<Record<Language, string | undefined>> = {
  fr: "fr_FR",
  en: "en_GB",
  it: "it_IT",
  es: "es_ES",
  ar: undefined,
};

/** What a page sends to Lyra in addition to the stored session. */
export type PageRequest = Pick<
  NewSession,
  "merchant" | "description" | "language" | "returnUrl" | "cancelUrl" | "notifyUrl" | "customer"
> & {
  saveMethod: boolean;
};

/**
 * Opens the page where the customer pays or saves a card. The same reference again returns the same page in its current
 * state: the address of any other page was in a lost answer.
 */
export async function openPage(lyra: LyraClient, asked: NewSession): Promise<PaymentSession> {
  const { reference, orderId, amount, capture, expiresAt, purpose, savedMethod } = asked;
  const wanted: NewKnownSession = {
    reference,
    orderId,
    kind: purpose === "save" ? "save" : "page",
    ...lyraMoney(amount),
    method: savedMethod ?? null,
    isManual: capture === "manual",
    endsAt: expiresAt,
    createdAt: lyra.now().toISOString(),
  };
  const known = await opened(lyra, wanted);
  if (isSettled(lyra, known)) return settle(lyra, known);
  return exclusively(lyra, reference, async () => {
    const current = (await lyra.store.find(reference)) ?? known;
    if (isSettled(lyra, current)) return settle(lyra, current);
    return sessionOf(await requestPage(lyra, current, asked), []);
  });
}

/** Stores a session; one of this reference about something else is refused. */
export async function opened(lyra: LyraClient, wanted: NewKnownSession): Promise<KnownSession> {
  const known = await lyra.store.open(wanted);
  checkSame(known, wanted);
  return known;
}

export function checkSame(known: KnownSession, wanted: Pick<NewKnownSession, "orderId" | "amount" | "currency">): void {
  const isSame =
    known.orderId === wanted.orderId && known.amount === wanted.amount && known.currency === wanted.currency;
  if (!isSame) throw new ProviderRefused("reference_reused", "The reference was used for another amount or order");
}

/** Whether nothing is left to request: the page exists, or its time has passed. */
function isSettled(lyra: LyraClient, { pageUrl, closedAt, endsAt }: KnownSession): boolean {
  const isOver = endsAt !== null && lyra.now().getTime() >= Date.parse(endsAt);
  return pageUrl !== null || closedAt !== null || isOver;
}

/** Creates the page at Lyra and stores its address. Nothing paid on it is captured before we validate it. */
export async function requestPage(
  lyra: LyraClient,
  known: KnownSession,
  { merchant, description, language, returnUrl, cancelUrl, notifyUrl, customer, saveMethod }: PageRequest,
): Promise<KnownSession> {
  const { reference, orderId, kind, method, endsAt } = known;
  const locale = locales[language];
  await lyra.store.sent(reference, lyra.now());
  const created = await lyra.ask(
    "Charge/CreatePaymentOrder",
    {
      ...moneyOf(known),
      orderId: reference,
      formAction: kind === "save" ? "REGISTER" : saveMethod ? "REGISTER_PAY" : "PAYMENT",
      channelOptions: { channelType: "URL" },
      paymentMethods: ["CARDS"],
      ...(endsAt !== null && { expirationDate: lyraInstant(new Date(endsAt)) }),
      ...(locale !== undefined && { locale }),
      ...(method !== null && { paymentMethodToken: partsOf(method).token }),
      returnMode: "NONE",
      // Lyra has one return address, whatever the outcome. The transaction exists before the customer is back, so the
      // shop need not wait.
      returnUrl: cancelUrl ?? returnUrl,
      ipnTargetUrl: notifyUrl,
      customer: customerOf(customer),
      metadata: { orderId, merchant, ...(description !== undefined && { description }) },
      ...(kind !== "save" && { transactionOptions: onValidation }),
    },
    paymentOrder,
  );
  return lyra.store.hasPage(reference, { id: created.paymentOrderId, url: created.paymentURL });
}

/**
 * Ends the page of a closed session, if Lyra does: what is paid there nevertheless is released. An end that had passed when Lyra read it
 * is refused, so it is requested once more.
 */
export async function endPage(lyra: LyraClient, known: KnownSession): Promise<void> {
  if (known.pageId === null || known.closedAt === null) return;
  const { pageId: paymentOrderId, reference: orderId } = known;
  for (let tries = 0; tries < endTries; tries++) {
    const change = { paymentOrderId, ...moneyOf(known), orderId, expirationDate: lyraInstant(lyra.now()) };
    try {
      await lyra.ask("Charge/PaymentOrder/Update", { ...change, channelOptions: { channelType: "URL" } }, anything);
      return;
    } catch (failure) {
      if (!(failure instanceof ProviderRefused)) throw failure;
    }
  }
}
const endTries = 2;

/** A transaction waits for our validation before it is remitted to the bank. */
export const onValidation = { cardOptions: { manualValidation: "YES" } } as const;

/** Lyra needs an e-mail address for a saved card; ours reveals nobody's and receives nothing. */
export const customerOf = (customer: string) => ({ reference: customer, email: `${customer}@customers.invalid` });

/** An instant as Lyra writes it, in whole seconds: the first that is not before it. */
export const lyraInstant = (instant: Date): string =>
  new Date(Math.ceil(instant.getTime() / 1000) * 1000).toISOString().replace(".000Z", "+00:00");
