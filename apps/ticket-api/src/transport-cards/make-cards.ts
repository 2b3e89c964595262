import { newCard } from "@guichet/contract/limits/transport-card-limits.ts";
import { ok, type Result } from "@guichet/contract/result.ts";
import { endOf } from "@guichet/rules/validity.ts";
import type { Tx } from "../database/database.ts";
import type { Dependencies } from "../dependencies.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import type { OrderLineRow, OrderRow } from "../order-records/order-store.ts";
import { lockExpiredCards, saveMadeCard } from "../transport-card-records/card-orders-store.ts";
import type { CardAuthor } from "../transport-card-records/incident-store.ts";
import { type Card, linkCard, markReplaced } from "../transport-card-records/transport-card-store.ts";
import { blockTickets, moveToCard } from "../wallet/card-ticket-store.ts";
import { moveTickets } from "../wallet/move-tickets.ts";
import { notifyHolder } from "./card-emails.ts";
import { replaceCard } from "./incidents.ts";
import { cardOf, type TakeCode, type TakenCard, takeBlankCards } from "./take-blank-cards.ts";

/** The number of the blank card that a line's card is made of. */
export interface LineCardNumber {
  lineId: string;
  number: string;
}

type MakeCode = "NOT_FOUND" | "TRANSITION_NOT_ALLOWED" | TakeCode;

/**
 * Makes the cards of an order whose fulfilment starts (decision 072), which is when the operator produces a card. Each is added
 * to the register, the account and its traveller, with the tickets that were bought for it. A network with a stock of blank cards makes
 * them of those whose numbers are given (decision 197). The caller has locked the order.
 */
export async function makeCards(
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  order: OrderRow,
  lines: readonly OrderLineRow[],
  { by, cardNumbers = [] }: { by: CardAuthor; cardNumbers?: readonly LineCardNumber[] | undefined },
): Promise<Result<number, MakeCode>> {
  const toMake = lines.filter(
    ({ cardWork, madeCardId, processStatus }) =>
      cardWork !== null && madeCardId === null && processStatus === "PROCESSING",
  );
  const numbers = new Map(cardNumbers.map(({ lineId, number }) => [lineId, number]));
  const asked = toMake.map(({ id }) => ({ key: id, number: numbers.get(id) }));
  const taken = await takeBlankCards(tx, deps, network, asked);
  if (!taken.ok) return taken;
  for (const line of toMake) {
    const blank = taken.value.get(line.id);
    const expiresAt = expiryOf(line, deps.clock.iso(), network.definition.timeZone);
    if (line.cardWork === "duplicate") {
      const cardId = line.replacesCardId ?? "";
      const replaced = await replaceCard(tx, deps, network, { cardId, by, orderId: order.id, expiresAt, blank });
      if (!replaced.ok) return replaced;
      await saveMadeCard(tx, { lineId: line.id, cardId: replaced.value.card.id, loads: [] });
    } else await makeFirstCard(tx, deps, network, { order, lines, line, expiresAt, blank });
  }
  return ok(toMake.length);
}

/** The expiry of a card: its article's validity, counted from the day on which it is made. */
function expiryOf({ article }: OrderLineRow, at: string, timeZone: string): string | undefined {
  return article !== null && "duration" in article.validity
    ? endOf(at, article.validity.duration, timeZone)
    : undefined;
}

interface FirstCard {
  order: OrderRow;
  lines: readonly OrderLineRow[];
  line: OrderLineRow;
  /** By the article. */
  expiresAt: string | undefined;
  /** The blank card of the stock that it becomes; undefined: the register numbers it. */
  blank: TakenCard | undefined;
}

/** Makes a traveller's first card; usable tickets on an expired card move to it. */
async function makeFirstCard(
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  { order, lines, line, expiresAt, blank }: FirstCard,
): Promise<void> {
  const at = deps.clock.iso();
  const networkId = network.id;
  const { traveller, travellerId } = line;
  if (traveller === null || travellerId === null || traveller.birthDate === null)
    throw new Error(`Line ${line.id} makes a card for a person without a birth date`);
  const { firstName, lastName, birthDate } = traveller;
  const person = { firstName, lastName, birthDate };
  const issued = await deps.cardRegister.issue(tx, { networkId, ...person, ...cardOf(blank, expiresAt ?? null), at });
  // A guest has no account to find the card in, and may link it to one later.
  const accountId = order.customer.guest ? null : order.accountId;
  const card = { ...issued, accountId, travellerId: accountId === null ? null : travellerId, linkedAt: at };
  if (accountId !== null) await linkCard(tx, { id: card.id, networkId, accountId, travellerId, at });
  const loads = lines.filter((other) => isForNewCard(other) && other.travellerId === travellerId).map(({ id }) => id);
  await saveMadeCard(tx, { lineId: line.id, cardId: card.id, loads });
  const ticketIds = await moveToCard(tx, { networkId, orderLineIds: loads, cardId: card.id });
  if (ticketIds.length > 0) await deps.cardLoading.load(tx, { networkId, cardId: card.id, ticketIds }, at);
  const movedTickets =
    accountId === null ? 0 : await moveFromExpiredCards(tx, deps, { ...card, accountId, travellerId });
  const ticketCount = ticketIds.length + movedTickets;
  await notifyHolder(tx, deps, card, { template: "card-made", replaces: null, ticketCount, at });
}

export const isForNewCard = ({ support, cardId }: Pick<OrderLineRow, "support" | "cardId">): boolean =>
  support === "MEDIA" && cardId === newCard;

/** Moves usable tickets from the traveller's expired cards; returns how many. */
async function moveFromExpiredCards(
  tx: Tx,
  deps: Dependencies,
  card: Pick<Card, "id" | "networkId" | "linkedAt"> & { accountId: string; travellerId: string },
): Promise<number> {
  const { networkId, accountId, travellerId } = card;
  const expired = await lockExpiredCards(tx, { networkId, accountId, travellerId, now: deps.clock.iso() });
  let movedTickets = 0;
  for (const old of expired) {
    await blockTickets(tx, networkId, old, deps.clock.iso());
    await markReplaced(tx, { networkId, old, card, transition: "retire" });
    movedTickets += await moveTickets(tx, deps, { networkId, from: old, to: card.id });
  }
  return movedTickets;
}
