import { err, ok, type Result } from "@guichet/contract/result.ts";
import type { Tx } from "../database/database.ts";
import type { Dependencies } from "../dependencies.ts";
import { isUuid } from "../ids.ts";
import { plan } from "../jobs/plan-job.ts";
import { methodsOfMandates } from "../payment-records/registered-mandate-store.ts";
import {
  type CardToSave,
  isSavedCard,
  type Owner,
  savedCardById,
  savedMethodsOf,
  upsertSavedCard,
} from "../payment-records/saved-method-store.ts";
import type { UserSession } from "../sessions/session-store.ts";
import { type CardPreference, noCardPreference } from "./start-payment.ts";

/** Only an account's holder saves cards: not a guest, a traveller's own sign-in or a card's session. */
const maySaveCards = (session: UserSession): boolean => !session.guest && session.cardId === null && session.isHolder;

interface RequestedCard {
  keepCard?: boolean | undefined;
  cardId?: string | undefined;
  chargeCard?: boolean | undefined;
}

/**
 * Reads an order's preference for the card that pays it: PAYMENT_METHOD_UNKNOWN for a saved card of another account,
 * FIELD_REQUIRED for a charge that names none.
 */
export async function readCardPreference(
  deps: Dependencies,
  session: UserSession,
  { keepCard, cardId, chargeCard = false }: RequestedCard,
): Promise<Result<CardPreference, "PAYMENT_METHOD_UNKNOWN" | "FIELD_REQUIRED">> {
  if (cardId === undefined && chargeCard) return err("FIELD_REQUIRED", { field: "cardId" });
  if (cardId === undefined)
    return ok(maySaveCards(session) ? { ...noCardPreference, keep: keepCard ?? false } : noCardPreference);
  const card = maySaveCards(session) && isUuid(cardId) ? await savedCardById(deps.db, cardId) : undefined;
  if (card === undefined || card.accountId !== session.accountId || card.networkId !== session.networkId)
    return err("PAYMENT_METHOD_UNKNOWN");
  const { savedId: method, providerAccount, customer } = card;
  // A payment page proposes only cards of its customer: not one that came with a merged account.
  if (!chargeCard && customer !== session.accountId) return ok({ ...noCardPreference, keep: keepCard ?? false });
  const use = chargeCard ? "charge" : "propose";
  return ok({ keep: keepCard ?? false, saved: { method, providerAccount, customer, use } });
}

/** Saves a card, or updates the saved one; a provider id that is no longer needed is removed at the provider. */
export async function saveCard(tx: Tx, deps: Dependencies, card: CardToSave): Promise<string> {
  const { id, spare } = await upsertSavedCard(tx, card);
  if (spare !== undefined) await planMethodRemoval(tx, deps, card.networkId, { ...card, savedId: spare });
  return id;
}

/** Plans the removal at the provider of a card that was removed here, or of the bank account of a mandate. */
export const planMethodRemoval = (
  tx: Tx,
  deps: Dependencies,
  networkId: string,
  { savedId, providerAccount }: Pick<CardToSave, "savedId" | "providerAccount">,
): Promise<void> =>
  plan(tx, deps, {
    networkId,
    kind: "card-removal",
    key: `${networkId}:${savedId}`,
    payload: { networkId, savedId, providerAccount },
  });

/** Plans the removal at the provider of all cards and bank accounts of an account that is erased. */
export async function planMethodRemovals(tx: Tx, deps: Dependencies, owner: Owner): Promise<void> {
  const cards = (await savedMethodsOf(tx, owner)).filter(isSavedCard);
  for (const method of [...cards, ...(await methodsOfMandates(tx, owner))])
    await planMethodRemoval(tx, deps, owner.networkId, method);
}
