import { err, ok, type Result } from "@guichet/contract/result.ts";
import type { Tx } from "../database/database.ts";
import type { Dependencies } from "../dependencies.ts";
import { isUuid } from "../ids.ts";
import { plan } from "../jobs/plan-job.ts";
import { type CardToKeep, keepCard, keptById, type Owner, waysKept } from "../payment-records/saved-method-store.ts";
import type { UserSession } from "../sessions/session-store.ts";
import { type CardWish, noWish } from "./start-payment.ts";

/** Who keeps cards: an account's holder. A guest, a traveller's own sign-in and a session that a card opened do not. */
const mayKeep = (session: UserSession): boolean => !session.guest && session.cardId === null && session.isHolder;

/** What an order wants of the card that pays it: PAYMENT_METHOD_UNKNOWN for a kept card that is not this account's. */
export async function readWish(
  deps: Dependencies,
  session: UserSession,
  { keepCard, cardId }: { keepCard?: boolean | undefined; cardId?: string | undefined },
): Promise<Result<CardWish, "PAYMENT_METHOD_UNKNOWN">> {
  if (cardId === undefined) return ok(mayKeep(session) ? { ...noWish, keep: keepCard ?? false } : noWish);
  const card = mayKeep(session) && isUuid(cardId) ? await keptById(deps.db, cardId) : undefined;
  if (card === undefined || card.accountId !== session.accountId || card.networkId !== session.networkId)
    return err("PAYMENT_METHOD_UNKNOWN");
  return ok({ keep: keepCard ?? false, savedMethod: card.savedId });
}

/** Keeps a card where it stands already, or anew; a name of it that nobody needs any more is forgotten at the provider. */
export async function keepCardOnce(tx: Tx, deps: Dependencies, card: CardToKeep): Promise<string> {
  const { id, spare } = await keepCard(tx, card);
  if (spare !== undefined) await planRemoval(tx, deps, card.networkId, spare);
  return id;
}

/** Plans that the provider forgets a card that was removed here. */
export const planRemoval = (tx: Tx, deps: Dependencies, networkId: string, savedId: string): Promise<void> =>
  plan(tx, deps, {
    networkId,
    kind: "card-removal",
    key: `${networkId}:${savedId}`,
    payload: { networkId, savedId },
  });

/** The same for all cards of an account that is erased. */
export async function planRemovals(tx: Tx, deps: Dependencies, owner: Owner): Promise<void> {
  for (const { savedId } of await waysKept(tx, owner))
    if (savedId !== null) await planRemoval(tx, deps, owner.networkId, savedId);
}
