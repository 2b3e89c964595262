import { born } from "@guichet/rules/state-machine.ts";
import { stateAt } from "@guichet/rules/validity.ts";
import { ticketMachine } from "@guichet/rules/wallet.ts";
import type { Tx } from "../database/database.ts";
import type { Dependencies } from "../dependencies.ts";
import { blockMovedTicket, endBlockedTickets, lockBlockedTickets, recordOrigins } from "./card-ticket-store.ts";
import { insertTickets, type TicketRow } from "./ticket-store.ts";

/**
 * Moves the blocked tickets of a card to the card that replaces it, once: each becomes a new ticket with the remaining
 * validity and trips; expired ones stay (§6 "ticket": blocked → moved, expired). Returns how many moved.
 */
export async function moveTickets(
  tx: Tx,
  deps: Dependencies,
  move: { networkId: string; from: string; to: string },
): Promise<number> {
  const at = deps.clock.iso();
  const blocked = await lockBlockedTickets(tx, move.networkId, move.from);
  const isOver = (ticket: TicketRow) => stateAt(ticket, at) === "expired";
  const [expired, moving] = [blocked.filter(isOver), blocked.filter((ticket) => !isOver(ticket))];
  if (expired.length > 0)
    await endBlockedTickets(
      tx,
      expired.map(({ id }) => id),
      "expire",
    );
  if (moving.length === 0) return 0;
  // The old tickets end first: each purchased piece has one live ticket.
  await endBlockedTickets(
    tx,
    moving.map(({ id }) => id),
    "moveToCard",
  );
  const moved = moving.map(({ blockedFrom, blockedFor, ...ticket }) => {
    const spoken = deps.ids.spoken(9);
    const serial = `${spoken.slice(0, 3)} ${spoken.slice(3, 6)} ${spoken.slice(6)}`;
    return {
      from: ticket.id,
      // The incident stays with the old card; other block reasons move with the ticket.
      blockedFor: blockedFor.filter((reason) => reason !== "incident"),
      row: {
        ...ticket,
        id: deps.ids.uuid(),
        serial,
        cardId: move.to,
        status: born(ticketMachine, blockedFrom === "pending" ? "issue" : "issueStarted"),
        issuedAt: at,
      },
    };
  });
  await insertTickets(
    tx,
    moved.map(({ row }) => row),
  );
  await recordOrigins(
    tx,
    moved.map(({ from, row }) => ({ from, id: row.id })),
  );
  for (const { row, blockedFor } of moved) await blockMovedTicket(tx, row.id, blockedFor, at);
  const ticketIds = moved.map(({ row }) => row.id);
  await deps.cardLoading.load(tx, { networkId: move.networkId, cardId: move.to, ticketIds }, at);
  return moved.length;
}
