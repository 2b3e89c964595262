import {
  cardSearchesFree,
  cardSearchesPerAddressAndHour,
  cardSearchesPerCardAndHour,
  cardSignInMinutes,
} from "@guichet/contract/limits/transport-card-limits.ts";
import { err, ok } from "@guichet/contract/result.ts";
import type { searchLocalMediaForSignin } from "@guichet/contract/transport-cards.ts";
import { cardFault, isLuhnNumber, lastCardDigits, tidyCardNumber } from "@guichet/rules/transport-cards.ts";
import { later, minutesMs } from "../clock.ts";
import type { Handler } from "../http/call-handler.ts";
import { hashed } from "../ids.ts";
import type { TryLimit } from "../rate-limits/attempt-store.ts";
import { type AttemptLimits, digest, takeAttempt } from "../rate-limits/attempts.ts";
import { insertFound } from "../transport-card-records/transport-card-store.ts";

const hour = minutesMs(60);
const perAddress: TryLimit = { limit: cardSearchesPerAddressAndHour, windowMs: hour, blockMs: hour };
/** Of one card: by address, so that nobody stops its bearer (decision record 102). */
const limits: AttemptLimits = {
  pair: { limit: cardSearchesPerCardAndHour, windowMs: hour, blockMs: hour },
  address: perAddress,
  freeAttempts: cardSearchesFree,
  windowMs: hour,
};

/**
 * Finds a card without a session (§7). Every mismatch (unknown, another birth date, expired, an incident) is one refusal
 * after the same work. A try is counted before anybody looks, right ones too, so that many at once get no more.
 */
export const searchHandler: Handler<typeof searchLocalMediaForSignin> = async ({
  deps,
  network,
  request,
  address,
  log,
}) => {
  if (!network.definition.switches.mediaSignin) return err("FEATURE_DISABLED");
  const now = deps.clock.now();
  const number = tidyCardNumber(request.mediaNumber);
  const attempt = { networkId: network.id, target: `card:${digest(number)}`, from: "card-search", address };
  const taken = await takeAttempt(deps, attempt, limits);
  if ("waitSeconds" in taken) return err("TOO_MANY_REQUESTS", { retryAfterSeconds: taken.waitSeconds });

  const looked = await deps.cardRegister.find(network.id, number).then(
    (card) => ({ card }),
    (error) => log.warn({ err: error }, "the card register cannot be read"),
  );
  if (looked === undefined) return err("UNAVAILABLE");
  const { card } = looked;
  const matches =
    card !== undefined &&
    (!network.definition.cards.luhn || isLuhnNumber(number)) &&
    card.birthDate === request.mediaCustomerBirthDate &&
    cardFault(card, now.toISOString()) === undefined;
  if (!matches) return err("CARD_DATA_NOT_RECOGNISED");

  const token = deps.ids.token();
  await insertFound(deps.db, {
    tokenHash: hashed(token),
    networkId: network.id,
    cardId: card.id,
    expiresAt: later(now, minutesMs(cardSignInMinutes)).toISOString(),
  });
  const { firstName, accountId } = card;
  return ok({ token, media: { lastDigits: lastCardDigits(card.number), firstName, isLinked: accountId !== null } });
};
