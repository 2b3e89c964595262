import { err, ok } from "@guichet/contract/result.ts";
import type { signinWithToken } from "@guichet/contract/transport-cards.ts";
import { cardFault, lastCardDigits } from "@guichet/rules/transport-cards.ts";
import { findAccount } from "../account-records/account-store.ts";
import { openAccount } from "../account-records/open-account.ts";
import { saveTraveller, travellersOf } from "../account-records/traveller-store.ts";
import { runTransaction } from "../database/transaction.ts";
import type { Handler } from "../http/call-handler.ts";
import { hashed } from "../ids.ts";
import { applicationOf } from "../sessions/application.ts";
import { openSession } from "../sessions/session.ts";
import { cardById, takeCardToken } from "../transport-card-records/transport-card-store.ts";
import { cardProvider, userOfBearer } from "./card-view.ts";

/**
 * Opens a session that is limited to the card of a token, and consumes the token (decisions: media sign-in). The session has a guest
 * account of its own: purchases are neither in the bearer's account nor in another session's. It
 * stores only the bearer's first name, and the birth date for age limits.
 */
export const signInHandler: Handler<typeof signinWithToken> = async ({ deps, network, request, ...ctx }) => {
  if (!network.definition.switches.mediaSignin) return err("FEATURE_DISABLED");
  const now = deps.clock.iso();
  return runTransaction(deps.db, async (tx) => {
    const cardId = await takeCardToken(tx, hashed(request.token), network.id, now);
    const card = cardId === undefined ? undefined : await cardById(tx, network.id, cardId);
    if (card === undefined || cardFault(card, now) !== undefined) return err("TOKEN_INVALID");
    const accountId = await openAccount(tx, deps, {
      networkId: network.id,
      email: "",
      guest: true,
      language: ctx.language,
      firstName: card.firstName,
      lastName: "",
      identity: { providerId: cardProvider, subject: deps.ids.uuid() },
    });
    const [holder] = await travellersOf(tx, network.id, accountId);
    const account = await findAccount(tx, network.id, accountId);
    if (holder === undefined || account === undefined) throw new Error("The account has no holder");
    const bearer = { ...holder, birthDate: card.birthDate };
    await saveTraveller(tx, bearer.id, bearer);
    const userToken = await openSession(tx, deps, {
      networkId: network.id,
      accountId,
      travellerId: bearer.id,
      clientId: ctx.client.id,
      providerId: cardProvider,
      device: request.device ?? null,
      ...applicationOf(ctx),
      cardId: card.id,
    });
    const { firstName } = card;
    const user = { ...userOfBearer(account, bearer, network), userToken };
    return ok({ user, media: { lastDigits: lastCardDigits(card.number), firstName } });
  });
};
