import type { Support } from "@guichet/contract/catalogue.ts";
import { ticketWindow } from "@guichet/rules/validity.ts";
import type { Tx } from "../database/connection.ts";
import { together } from "../database/together.ts";
import type { House } from "../house.ts";
import type { LoadedNetwork } from "../networks/registry.ts";
import type { OrderLineRow, OrderRow } from "../orders/order-store.ts";
import type { CardLoad } from "../outside/card-loading.ts";
import { codeOf } from "./code.ts";
import { finishLines, insertTickets, type TicketRow } from "./ticket-store.ts";

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
  const tickets = held.flatMap((line) =>
    Array.from({ length: line.quantity }, (_, position) => ticketOf(house, network, order, line, position)),
  );
  await together([
    insertTickets(tx, tickets),
    finishLines(
      tx,
      order.id,
      held.map((line) => line.id),
    ),
  ]);
  for (const load of loadsOf(tickets)) await house.cardLoading.load(tx, load, house.clock.iso());
  return tickets;
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
  const ticket: TicketRow = {
    id: house.ids.uuid(),
    networkId: network.id,
    accountId: order.accountId,
    orderId: order.id,
    orderLineId: line.id,
    position,
    serial: newSerial(house),
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
    code: null,
    issuedAt,
    firstUsedAt: null,
    tripUntil: null,
    tripCode: null,
    transferredFrom: null,
  };
  return onCard ? ticket : { ...ticket, code: codeOf(house, ticket, article, timeZone) };
}

/** A number that people can read aloud. */
export function newSerial(house: Pick<House, "ids">): string {
  const spoken = house.ids.spoken(9);
  return `${spoken.slice(0, 3)} ${spoken.slice(3, 6)} ${spoken.slice(6)}`;
}
