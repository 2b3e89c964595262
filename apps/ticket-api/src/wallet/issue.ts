import type { Support } from "@guichet/contract/catalogue.ts";
import { newCard } from "@guichet/contract/limits.ts";
import type { PackArticle } from "@guichet/contract/network-pack.ts";
import { endOf, ticketWindow } from "@guichet/rules/validity.ts";
import { sign } from "@guichet/ticket-code/ticket-code.ts";
import { initialsOf, runningTime, type TicketFields } from "@guichet/ticket-code/ticket-fields.ts";
import { standingCard } from "../cards/store.ts";
import type { Tx } from "../database/connection.ts";
import { together } from "../database/together.ts";
import { withCommit } from "../database/with-commit.ts";
import type { House } from "../house.ts";
import type { LoadedNetwork } from "../networks/registry.ts";
import type { OrderLineRow, OrderRow } from "../orders/order-store.ts";
import type { CardLoad } from "../outside/card-loading.ts";
import { blockTickets } from "./card-tickets-store.ts";
import { linesFinished, type TicketRow, ticketsWritten } from "./ticket-store.ts";

/** A ticket that nothing bounds is still a promise with an end: its code must carry one. */
const unboundedUse = "P5Y";

/** Supports whose tickets are there as soon as they are paid. */
const issued: readonly (Support | null)[] = ["DEMATERIALIZED", "MEDIA"];

/**
 * Issues the tickets of a completed order, one a piece: those for the phone with their signed code, those for a transport card
 * handed to whoever loads it (decisions 020, 046).
 */
export async function issueTickets(
  tx: Tx,
  house: House,
  network: LoadedNetwork,
  order: OrderRow,
  lines: readonly OrderLineRow[],
): Promise<TicketRow[]> {
  const held = lines.filter((line) => line.article !== null && isIssued(line));
  if (held.length === 0) return [];
  const cards = await cardsOf(tx, network.id, held);
  const tickets = held.flatMap((line) => {
    // Null while the traveller's new card is still to be made.
    const cardId = cards.get(line.cardId ?? "")?.id ?? null;
    return Array.from({ length: line.quantity }, (_, position) =>
      ticketOf(house, network, order, { ...line, cardId }, position),
    );
  });
  const lineIds = held.map((line) => line.id);
  const written = [ticketsWritten(tickets), linesFinished(order.id, lineIds)];
  // Whoever loads or blocks a card finds its tickets; those for the phone are left to the commit.
  if (held.every((line) => line.support === "DEMATERIALIZED")) await withCommit(tx, written);
  else await together(written.map((statement) => statement.execute(tx)));
  for (const load of loadsOf(tickets)) await house.cardLoading.load(tx, load, house.clock.iso());
  for (const [, card] of cards) if (card.status === "blocked") await blockTickets(tx, network.id, card.id);
  return tickets;
}

/** The cards that lines load, each as it stands now: one that was lost and replaced meanwhile has another in its place. */
async function cardsOf(
  tx: Tx,
  networkId: string,
  lines: readonly OrderLineRow[],
): Promise<Map<string, { id: string; status: string | null }>> {
  const named = lines.flatMap(({ support, cardId }) => (support === "MEDIA" && cardId !== null ? [cardId] : []));
  const ids = [...new Set(named)].filter((id) => id !== newCard).sort();
  const cards = new Map<string, { id: string; status: string | null }>();
  for (const id of ids) cards.set(id, await standingCard(tx, networkId, id));
  return cards;
}

/** A gift for a card that nobody named is handed over by staff. */
const isIssued = ({ support, cardId }: OrderLineRow): boolean =>
  issued.includes(support) && (support !== "MEDIA" || cardId !== null);

/** What each card is to be loaded with. */
function loadsOf(tickets: readonly TicketRow[]): CardLoad[] {
  const loads = new Map<string, { networkId: string; cardId: string; ticketIds: string[] }>();
  for (const { cardId, networkId, id } of tickets) {
    if (cardId === null) continue;
    const load = loads.get(cardId) ?? { networkId, cardId, ticketIds: [] };
    load.ticketIds.push(id);
    loads.set(cardId, load);
  }
  return [...loads.values()];
}

function ticketOf(
  house: House,
  network: LoadedNetwork,
  order: OrderRow,
  line: OrderLineRow,
  position: number,
): TicketRow {
  const article = line.article;
  if (article === null) throw new Error("A shipping fee is no ticket");
  const issuedAt = house.clock.iso();
  const { timeZone } = network.definition;
  const window = ticketWindow({
    validity: article.validity,
    useWithin: article.useWithin ?? null,
    purchasedAt: order.createdAt,
    startingAt: line.startingAt,
    pivotType: article.pivot?.type ?? null,
    firstUseAt: null,
    timeZone,
    now: issuedAt,
  });
  const onCard = line.support === "MEDIA";
  const id = house.ids.uuid();
  const spoken = house.ids.spoken(9);
  const fields: TicketFields = {
    network: network.id,
    product: line.productId,
    ticketId: id,
    ...codeWindow(article, window, issuedAt, timeZone),
    ...travellerInCode(line),
    ...(article.trips === undefined
      ? {}
      : { carnet: { trips: article.trips, transferMinutes: article.transferMinutes ?? 0 } }),
  };
  return {
    id,
    networkId: network.id,
    accountId: order.accountId,
    orderId: order.id,
    orderLineId: line.id,
    position,
    serial: `${spoken.slice(0, 3)} ${spoken.slice(3, 6)} ${spoken.slice(6)}`,
    productId: line.productId,
    travellerId: line.travellerId,
    traveller: line.traveller,
    support: onCard ? "MEDIA" : "DEMATERIALIZED",
    cardId: onCard ? line.cardId : null,
    status: window.state === "active" ? "active" : "pending",
    validFrom: window.validFrom,
    validUntil: window.validUntil,
    useBefore: window.useBefore,
    tripsLeft: article.trips ?? null,
    code: onCard ? null : sign(fields, house.keys.ticketKey()),
    issuedAt,
  };
}

/** The window as a checker without a network reads it: a ticket that runs from its first use carries its latest end. */
function codeWindow(
  article: PackArticle,
  window: { validFrom: string | null; validUntil: string | null; useBefore: string | null },
  issuedAt: string,
  timeZone: string,
): Pick<TicketFields, "validFrom" | "validUntil" | "firstUse"> {
  if (window.validFrom !== null && window.validUntil !== null) {
    return { validFrom: window.validFrom, validUntil: window.validUntil };
  }
  const { validity } = article;
  const before = window.useBefore ?? endOf(issuedAt, unboundedUse, timeZone);
  const duration = "duration" in validity ? validity.duration : "P1D";
  const runs = runningTime(duration);
  if (runs === null)
    throw new Error(`Article ${article.id}: a ticket that runs from its first use has a duration of one unit`);
  return { validFrom: issuedAt, validUntil: endOf(before, duration, timeZone), firstUse: { before, runs } };
}

function travellerInCode(line: OrderLineRow): Pick<TicketFields, "traveller"> {
  if (line.traveller === null) return {};
  const initials = initialsOf(line.traveller.firstName, line.traveller.lastName);
  if (initials === "") return {};
  const birthYear = line.traveller.birthDate === null ? undefined : Number(line.traveller.birthDate.slice(0, 4));
  return { traveller: { initials, ...(birthYear === undefined ? {} : { birthYear }) } };
}
