import {
  cardSearchesFree,
  cardSearchesPerAddressAndHour,
  cardSearchesPerCardAndHour,
  cardSignInMinutes,
} from "@guichet/contract/limits/transport-card-limits.ts";
import { err, ok } from "@guichet/contract/result.ts";
import type { searchLocalMediaForSignin } from "@guichet/contract/transport-cards.ts";
import { cardFault, isLuhnNumber, lastCardDigits, normaliseCardNumber } from "@guichet/rules/transport-cards.ts";
import { later, minutesMs } from "../clock.ts";
import type { Handler } from "../http/call-handler.ts";
import { hashed } from "../ids.ts";
import type { AttemptLimit } from "../rate-limits/attempt-store.ts";
import { type AttemptLimits, digest, takeAttempt } from "../rate-limits/attempts.ts";
import { insertCardToken } from "../transport-card-records/transport-card-store.ts";

const hour = minutesMs(60);
const addressLimit: AttemptLimit = { limit: cardSearchesPerAddressAndHour, windowMs: hour, blockMs: hour };
/** Limits of one card, by client address, so that nobody locks its bearer out (decision record 102). */
const limits: AttemptLimits = {
  pair: { limit: cardSearchesPerCardAndHour, windowMs: hour, blockMs: hour },
  address: addressLimit,
  freeAttempts: cardSearchesFree,
  windowMs: hour,
};

/**
 * Finds a card without a session (§7). Every mismatch (unknown, another birth date, expired, an incident) has the same refusal
 * after the same work. An attempt is counted before the check, even a right one, so that concurrent attempts cannot exceed the limit.
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
  const number = normaliseCardNumber(request.mediaNumber);
  const attempt = { networkId: network.id, target: `card:${digest(number)}`, from: "card-search", address };
  const admitted = await takeAttempt(deps, attempt, limits);
  if ("waitSeconds" in admitted) return err("TOO_MANY_REQUESTS", { retryAfterSeconds: admitted.waitSeconds });

  const lookedUp = await deps.cardRegister.find(network.id, number).then(
    (card) => ({ card }),
    (error) => log.warn({ err: error }, "the card register cannot be read"),
  );
  if (lookedUp === undefined) return err("UNAVAILABLE");
  const { card } = lookedUp;
  const matches =
    card !== undefined &&
    (!network.definition.cards.luhn || isLuhnNumber(number)) &&
    card.birthDate === request.mediaCustomerBirthDate &&
    cardFault(card, now.toISOString()) === undefined;
  if (!matches) return err("CARD_DATA_NOT_RECOGNISED");

  const token = deps.ids.token();
  await insertCardToken(deps.db, {
    tokenHash: hashed(token),
    networkId: network.id,
    cardId: card.id,
    expiresAt: later(now, minutesMs(cardSignInMinutes)).toISOString(),
  });
  const { firstName, accountId } = card;
  return ok({ token, media: { lastDigits: lastCardDigits(card.number), firstName, isLinked: accountId !== null } });
};
