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

/**
 * Makes the cards of an order whose fulfilment starts (decision 072), which is when the operator produces a card. Each is added
 * to the register, the account and its traveller, with the tickets that were bought for it. The caller has locked the order.
 */
export async function makeCards(
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  order: OrderRow,
  lines: readonly OrderLineRow[],
  by: CardAuthor,
): Promise<Result<number, "NOT_FOUND" | "TRANSITION_NOT_ALLOWED">> {
  let issued = 0;
  for (const line of lines) {
    if (line.cardWork === null || line.madeCardId !== null || line.processStatus !== "PROCESSING") continue;
    const expiresAt = expiryOf(line, deps.clock.iso(), network.definition.timeZone);
    if (line.cardWork === "duplicate") {
      const cardId = line.replacesCardId ?? "";
      const replaced = await replaceCard(tx, deps, network, { cardId, by, orderId: order.id, expiresAt });
      if (!replaced.ok) return replaced;
      await saveMadeCard(tx, { lineId: line.id, cardId: replaced.value.card.id, loads: [] });
    } else await makeFirstCard(tx, deps, network, order, lines, line, expiresAt);
    issued += 1;
  }
  return ok(issued);
}

/** The expiry of a card: its article's validity, counted from the day on which it is made. */
function expiryOf({ article }: OrderLineRow, at: string, timeZone: string): string | undefined {
  return article !== null && "duration" in article.validity
    ? endOf(at, article.validity.duration, timeZone)
    : undefined;
}

/** Makes a traveller's first card; usable tickets on an expired card move to it. */
async function makeFirstCard(
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  order: OrderRow,
  lines: readonly OrderLineRow[],
  line: OrderLineRow,
  expiresAt: string | undefined,
): Promise<void> {
  const at = deps.clock.iso();
  const networkId = network.id;
  const { traveller, travellerId } = line;
  if (traveller === null || travellerId === null || traveller.birthDate === null)
    throw new Error(`Line ${line.id} makes a card for a person without a birth date`);
  const { firstName, lastName, birthDate } = traveller;
  const person = { firstName, lastName, birthDate };
  const issued = await deps.cardRegister.issue(tx, { networkId, ...person, expiresAt: expiresAt ?? null, at });
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
