import type { Support } from "@guichet/contract/catalogue.ts";
import { newCard } from "@guichet/contract/limits/transport-card-limits.ts";
import { born } from "@guichet/rules/state-machine.ts";
import { stateAt, type TicketWindow, ticketWindow } from "@guichet/rules/validity.ts";
import { ticketMachine } from "@guichet/rules/wallet.ts";
import type { Tx } from "../database/database.ts";
import { combineStatements } from "../database/pipelining/combine-statements.ts";
import { executeOnCommit } from "../database/pipelining/execute-on-commit.ts";
import type { Dependencies } from "../dependencies.ts";
import type { CardLoad } from "../integrations/card-loading.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { issueLinesStatement, type OrderLineRow, type OrderRow } from "../order-records/order-store.ts";
import { lockCurrentCard } from "../transport-card-records/transport-card-store.ts";
import { blockTickets } from "./card-ticket-store.ts";
import { ticketCodeOf } from "./ticket-code.ts";
import { insertTicketsStatement, type NewTicket } from "./ticket-store.ts";

/** The validity of a subscription's tickets, end exclusive. */
interface TicketPeriod {
  startsAt: string;
  endsAt: string;
}

function windowOf({ startsAt, endsAt }: TicketPeriod, now: string): TicketWindow {
  const window = { validFrom: startsAt, validUntil: endsAt, useBefore: null };
  return { ...window, state: stateAt(window, now) };
}

/** Supports whose tickets are issued on payment. */
const issuedSupports: readonly (Support | null)[] = ["DEMATERIALIZED", "MEDIA"];

/**
 * Issues the tickets of a completed order, one per piece: those on a phone with their signed code, those for a
 * transport card as requested loads (decisions 020, 046). Tickets of a subscription are valid for its `period`.
 */
export async function issueTickets(
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  order: OrderRow,
  lines: readonly OrderLineRow[],
  period?: TicketPeriod,
): Promise<NewTicket[]> {
  const issuedLines = lines.filter((line) => line.article !== null && isIssued(line));
  if (issuedLines.length === 0) return [];
  const cards = await cardsOf(tx, network.id, issuedLines);
  const tickets = issuedLines.flatMap((line) => {
    // Null until the traveller's new card is made.
    const cardId = cards.get(line.cardId ?? "")?.id ?? null;
    return Array.from({ length: line.quantity }, (_, position) =>
      ticketOf(deps, network, order, { ...line, cardId }, position, period),
    );
  });
  const lineIds = issuedLines.map((line) => line.id);
  const written = combineStatements(issueLinesStatement(order.id, lineIds), insertTicketsStatement(tickets));
  // Tickets for cards are written now, because loading or blocking the card must find them; the others with the commit.
  if (issuedLines.every((line) => line.support === "DEMATERIALIZED")) await executeOnCommit(tx, [written]);
  else await written.execute(tx);
  for (const load of loadsOf(tickets)) await deps.cardLoading.load(tx, load, deps.clock.iso());
  for (const [, card] of cards)
    if (card.status === "blocked") await blockTickets(tx, network.id, card.id, deps.clock.iso());
  return tickets;
}

/** The current cards of the lines: a card that was lost and replaced in the meantime is followed to its replacement. */
async function cardsOf(
  tx: Tx,
  networkId: string,
  lines: readonly OrderLineRow[],
): Promise<Map<string, { id: string; status: string | null }>> {
  const cardIds = lines.flatMap(({ support, cardId }) => (support === "MEDIA" && cardId !== null ? [cardId] : []));
  const ids = [...new Set(cardIds)].filter((id) => id !== newCard).sort();
  const cards = new Map<string, { id: string; status: string | null }>();
  for (const id of ids) cards.set(id, await lockCurrentCard(tx, networkId, id));
  return cards;
}

/** A gift for a card that was not chosen is handed over by staff. */
const isIssued = ({ support, cardId }: OrderLineRow): boolean =>
  issuedSupports.includes(support) && (support !== "MEDIA" || cardId !== null);

/** The tickets to load, by card. */
function loadsOf(tickets: readonly NewTicket[]): CardLoad[] {
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
  deps: Dependencies,
  network: LoadedNetwork,
  order: OrderRow,
  line: OrderLineRow,
  position: number,
  period: TicketPeriod | undefined,
): NewTicket {
  const article = line.article;
  if (article === null) throw new Error("A shipping fee has no ticket");
  const issuedAt = deps.clock.iso();
  const { timeZone } = network.definition;
  const ownWindow = ticketWindow({
    validity: article.validity,
    useWithin: article.useWithin ?? null,
    purchasedAt: order.createdAt,
    startingAt: line.startingAt,
    pivotType: article.pivot?.type ?? null,
    firstUseAt: null,
    timeZone,
    now: issuedAt,
  });
  // An option or gift bought with a subscription has its own validity.
  const window = period === undefined || line.kind !== "article" ? ownWindow : windowOf(period, issuedAt);
  const onCard = line.support === "MEDIA";
  const ticket: NewTicket = {
    id: deps.ids.uuid(),
    networkId: network.id,
    accountId: order.accountId,
    orderId: order.id,
    orderLineId: line.id,
    position,
    serial: newSerial(deps),
    productId: line.productId,
    travellerId: line.travellerId,
    traveller: line.traveller,
    support: onCard ? "MEDIA" : "DEMATERIALIZED",
    cardId: onCard ? line.cardId : null,
    status: born(ticketMachine, window.state === "active" ? "issueStarted" : "issue"),
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
  return onCard ? ticket : { ...ticket, code: ticketCodeOf(deps, ticket, article, timeZone) };
}

/** A serial number that can be read aloud. */
export function newSerial(deps: Pick<Dependencies, "ids">): string {
  const spoken = deps.ids.spoken(9);
  return `${spoken.slice(0, 3)} ${spoken.slice(3, 6)} ${spoken.slice(6)}`;
}
