import {
  cardLookUpsPerAccountAndHour,
  wrongCardBirthDatesPerHour,
} from "@guichet/contract/limits/transport-card-limits.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import type { registerMedia } from "@guichet/contract/transport-cards.ts";
import { cardFault, isLuhnNumber, normaliseCardNumber } from "@guichet/rules/transport-cards.ts";
import { type Traveller, travellersOf } from "../account-records/traveller-store.ts";
import { minutesMs } from "../clock.ts";
import type { Tx } from "../database/database.ts";
import { runTransaction } from "../database/transaction.ts";
import type { Handler } from "../http/call-handler.ts";
import { hashed } from "../ids.ts";
import type { RegisteredCard } from "../integrations/card-register.ts";
import { type AttemptLimit, countAttempt, removeLastAttempt } from "../rate-limits/attempt-store.ts";
import { type Card, cardById, linkCard, takeCardToken } from "../transport-card-records/transport-card-store.ts";
import { cardView } from "./card-view.ts";

type CallContext = Parameters<Handler<typeof registerMedia>>[0];

const hour = minutesMs(60);
const lookUpLimit: AttemptLimit = { limit: cardLookUpsPerAccountAndHour, windowMs: hour, blockMs: hour };
const birthDateLimit: AttemptLimit = { limit: wrongCardBirthDatesPerHour, windowMs: hour, blockMs: hour };

/** Links a card to the account and to a traveller (§5, §8): by number and birth date, or with the token of a search. */
export const linkCardHandler: Handler<typeof registerMedia> = async (ctx) => {
  const { deps, network, session, request } = ctx;
  const travellers = await travellersOf(deps.db, network.id, session.accountId);
  const open = travellers.filter(
    ({ id, deactivatedAt }) => deactivatedAt === null && (session.isHolder || id === session.travellerId),
  );
  const requested = request.userId === undefined ? undefined : open.find(({ id }) => id === request.userId);
  if (request.userId !== undefined && requested === undefined) return err("NOT_FOUND");
  const { token } = request;
  // Outside the transaction: a failing register must not roll it back, and attempts stay counted.
  const lookedUp = token === undefined ? await lookUp(ctx) : undefined;
  if (lookedUp?.ok === false) return lookedUp;
  return runTransaction(deps.db, async (tx) => {
    const id = lookedUp?.value.id ?? (await takeCardToken(tx, hashed(token ?? ""), network.id, deps.clock.iso()));
    if (id === undefined) return err("TOKEN_INVALID");
    const card = await cardById(tx, network.id, id);
    if (card === undefined) return err("CARD_NOT_RECOGNISED");
    const linked = await link(tx, ctx, card, requested ?? defaultBearer(open, card));
    return linked.ok ? ok({ media: cardView(linked.value, travellers, deps.clock.iso()) }) : linked;
  });
};

type LookUpError =
  | "FIELD_REQUIRED"
  | "TOO_MANY_REQUESTS"
  | "CARD_ERROR"
  | "CARD_NOT_RECOGNISED"
  | "CARD_BIRTH_DATE_MISMATCH"
  | "CARD_STATUS_EMPTY";

/** Looks a card up by number and birth date. Without the right birth date nothing about the card is revealed. */
async function lookUp({
  deps,
  network,
  session,
  request,
  log,
}: CallContext): Promise<Result<RegisteredCard, LookUpError>> {
  const { mediaNumber, mediaCustomerBirthDate } = request;
  if (mediaNumber === undefined) return err("FIELD_REQUIRED", { field: "mediaNumber" });
  if (mediaCustomerBirthDate === undefined) return err("FIELD_REQUIRED", { field: "mediaCustomerBirthDate" });
  const number = normaliseCardNumber(mediaNumber);
  if (network.definition.cards.luhn && !isLuhnNumber(number)) {
    return err("CARD_NOT_RECOGNISED", { reason: "check-digit" });
  }
  const now = deps.clock.now();
  const countAgainst = (subject: string, limit: AttemptLimit) => countAttempt(deps.db, network.id, subject, now, limit);
  if (!(await countAgainst(`card-link:${session.accountId}`, lookUpLimit))) return err("TOO_MANY_REQUESTS");
  const lookedUp = await deps.cardRegister.find(network.id, number).then(
    (card) => ({ card }),
    (error) => log.warn({ err: error }, "the card register cannot be read"),
  );
  if (lookedUp === undefined) return err("CARD_ERROR");
  const { card } = lookedUp;
  if (card === undefined) return err("CARD_NOT_RECOGNISED");
  // Counted per account: guesses of others take nothing from the bearer.
  const birthDates = `card-birth-date:${card.id}:${session.accountId}`;
  if (!(await countAgainst(birthDates, birthDateLimit))) return err("TOO_MANY_REQUESTS");
  if (card.birthDate !== mediaCustomerBirthDate) return err("CARD_BIRTH_DATE_MISMATCH");
  await removeLastAttempt(deps.db, network.id, birthDates);
  return ok(card);
}

type LinkError = "CARD_STATUS_EMPTY" | "CARD_INCIDENT" | "CARD_EXPIRED" | "CARD_BIRTH_DATE_MISMATCH" | "CARD_LINKED";

async function link(
  tx: Tx,
  { deps, network, session }: CallContext,
  card: Card,
  traveller: Traveller | undefined,
): Promise<Result<Card, LinkError>> {
  const at = deps.clock.iso();
  const { accountId } = session;
  const fault = cardFault(card, at);
  if (fault !== undefined) return err(fault);
  if (card.accountId !== null) return err("CARD_LINKED", { own: card.accountId === accountId });
  if (traveller && traveller.birthDate !== null && traveller.birthDate !== card.birthDate) {
    return err("CARD_BIRTH_DATE_MISMATCH", { field: "userId" });
  }
  const travellerId = traveller?.id ?? null;
  const isLinked = await linkCard(tx, { id: card.id, networkId: network.id, accountId, travellerId, at });
  return isLinked ? ok({ ...card, accountId, travellerId, linkedAt: at }) : err("CARD_LINKED", { own: false });
}

/** The default traveller of a card: the one with its birth date, else the holder if theirs is unknown; else none. */
function defaultBearer(travellers: readonly Traveller[], { birthDate }: Card): Traveller | undefined {
  return (
    travellers.find((traveller) => traveller.birthDate === birthDate) ??
    travellers.find((traveller) => traveller.isHolder && traveller.birthDate === null)
  );
}
