import {
  type PaymentSession,
  type PresentCharge,
  ProviderRefused,
  ProviderUnreachable,
  type SavedCharge,
} from "../payment-provider.ts";
import { isRefusedFor, type LyraClient, lyraCodes, lyraMoney } from "./lyra-client.ts";
import { isDebit, type Transaction, token, transactions } from "./lyra-objects.ts";
import { checkSame, customerOf, endPage, onValidation, opened, requestPage } from "./lyra-pages.ts";
import { exclusively, partsOf, sessionOf, settle, transactionsOf } from "./lyra-sessions.ts";
import { refusalOf } from "./lyra-states.ts";
import { type KnownSession, moneyOf, type NewKnownSession } from "./lyra-store.ts";

/**
 * Charges a saved card, once per reference: an earlier charge is looked up first, and of two only one is captured.
 * If the bank requires the authentication of a customer who is present, a page does it.
 */
export async function chargeSaved(lyra: LyraClient, charge: SavedCharge): Promise<PaymentSession> {
  const { reference } = charge;
  const earlier = await lyra.store.find(reference);
  if (earlier !== undefined) checkSame(earlier, wantedOf(lyra, charge));
  if (earlier?.pageUrl != null || earlier?.closedAt != null) return settle(lyra, earlier);
  if (earlier?.sentAt == null) await checkToken(lyra, charge);
  const known = earlier ?? (await opened(lyra, wantedOf(lyra, charge)));
  return exclusively(lyra, reference, async () => {
    const current = (await lyra.store.find(reference)) ?? known;
    const all = await transactionsOf(lyra, current);
    const session = await settle(lyra, current, all);
    const isSent = all.some(isDebit) || current.pageUrl !== null;
    return isSent || session.state !== "open" ? session : send(lyra, current, charge);
  });
}

/** Closes a charge, even one that never arrived: whatever arrives later is released, and never captured. */
export async function closeCharge(lyra: LyraClient, charge: PresentCharge): Promise<PaymentSession> {
  const known = await opened(lyra, wantedOf(lyra, charge));
  const closed = await lyra.store.close(known.reference, lyra.now());
  await endPage(lyra, closed);
  return settle(lyra, closed);
}

async function send(lyra: LyraClient, known: KnownSession, charge: SavedCharge): Promise<PaymentSession> {
  const all = await create(lyra, await lyra.store.sent(known.reference, lyra.now()), charge);
  const needsCustomer = all.filter(isDebit).some((each) => refusalOf(each) === "authentication_required");
  const current = (await lyra.store.find(known.reference)) ?? known;
  const { present, notifyUrl, customer } = charge;
  if (!needsCustomer || present === undefined || current.closedAt !== null) return settle(lyra, current, all);
  const page = await requestPage(lyra, current, { ...present, notifyUrl, customer, saveMethod: false });
  return sessionOf(page, all);
}

/** Sends the charge; returns its transactions, a refused one included. */
async function create(
  lyra: LyraClient,
  known: KnownSession,
  { method, orderId, customer, notifyUrl, present }: SavedCharge,
): Promise<readonly Transaction[]> {
  const { token: paymentMethodToken, chain } = partsOf(method);
  // The chain marks a charge without the customer; one with the customer present is authenticated if the bank requires it.
  const chained = present === undefined && chain !== undefined;
  const { cardOptions } = onValidation;
  try {
    const created = await lyra.ask(
      "Charge/CreatePayment",
      {
        ...moneyOf(known),
        orderId: known.reference,
        formAction: "SILENT",
        paymentMethodToken,
        ipnTargetUrl: notifyUrl,
        customer: customerOf(customer),
        metadata: { orderId },
        transactionOptions: {
          cardOptions: { ...cardOptions, ...(chained && { initialIssuerTransactionIdentifier: chain }) },
        },
      },
      transactions,
    );
    return created.transactions ?? [];
  } catch (failure) {
    // A refusal by the bank is an error, or a refused transaction.
    const all = failure instanceof ProviderRefused ? await transactionsOf(lyra, known) : [];
    if (all.some(isDebit)) return all;
    throw failure;
  }
}

/** The card exists, is not removed, and belongs to the customer. */
async function checkToken(lyra: LyraClient, { method, customer }: SavedCharge): Promise<void> {
  try {
    const found = await lyra.ask("Token/Get", { paymentMethodToken: partsOf(method).token }, token);
    if (found.customer?.reference !== customer)
      throw new ProviderRefused("method_unknown", "The card belongs to another customer");
    if (found.cancellationDate != null)
      throw new ProviderRefused("method_removed", "The customer has removed this card");
  } catch (failure) {
    if (isRefusedFor(failure, lyraCodes.tokenMissing))
      throw new ProviderRefused("method_unknown", "Lyra does not have this card");
    throw failure;
  }
}

/** Cancels a saved card; one that is cancelled or unknown stays so. */
export async function removeSavedMethod(lyra: LyraClient, method: string): Promise<void> {
  const paymentMethodToken = partsOf(method).token;
  try {
    await lyra.ask("Token/Cancel", { paymentMethodToken }, token.partial());
  } catch (failure) {
    if (!(failure instanceof ProviderRefused)) throw failure;
    const found = await lyra.ask("Token/Get", { paymentMethodToken }, token).catch((missing) => {
      if (isRefusedFor(missing, lyraCodes.tokenMissing)) return undefined;
      throw missing;
    });
    if (found !== undefined && found.cancellationDate == null)
      throw new ProviderUnreachable("Lyra: the saved card is not cancelled", { cause: failure });
  }
}

function wantedOf(lyra: LyraClient, { reference, orderId, amount, method, present }: SavedCharge): NewKnownSession {
  return {
    reference,
    orderId,
    kind: "charge",
    ...lyraMoney(amount),
    method,
    isManual: false,
    endsAt: present?.expiresAt ?? null,
    createdAt: lyra.now().toISOString(),
  };
}
