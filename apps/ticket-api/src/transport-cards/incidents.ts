import { cardValidity } from "@guichet/contract/limits/transport-card-limits.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import type { CardIncident } from "@guichet/contract/transport-cards.ts";
import { type CardFault, cardFault, cardStateAt, lastCardDigits } from "@guichet/rules/transport-cards.ts";
import { endOf } from "@guichet/rules/validity.ts";
import type { Tx } from "../database/database.ts";
import type { Dependencies } from "../dependencies.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import {
  type CardAuthor,
  closeLifted,
  closeReplaced,
  insertIncident,
  lockIncident,
  type OpenIncident,
} from "../transport-card-records/incident-store.ts";
import {
  type Card,
  lockCard,
  markBlocked,
  markLifted,
  markReplaced,
} from "../transport-card-records/transport-card-store.ts";
import { blockTickets, unblockTickets } from "../wallet/card-ticket-store.ts";
import { moveTickets } from "../wallet/move-tickets.ts";
import { type NotifiedCard, notifyHolder } from "./card-emails.ts";
import { cardOf, type TakenCard } from "./take-blank-cards.ts";

/*
 * Incidents of a card that is lost, stolen or broken (§6 "transport card", "ticket"; decision 072). Each function runs in the
 * caller's transaction, and a refusal leaves nothing behind. Every caller locks the card's row first, so that of two concurrent
 * changes the second sees the first.
 */

type BlockedCard = { card: Card; blockedTickets: number };

/** Declares an incident: blocks the card and every ticket on it, and notifies the holder. */
export async function blockCard(
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  change: { cardId: string; kind: CardIncident; note?: string | undefined; by: CardAuthor },
): Promise<Result<BlockedCard, "NOT_FOUND" | CardFault>> {
  const at = deps.clock.iso();
  const card = await lockCard(tx, network.id, change.cardId);
  if (card === undefined) return err("NOT_FOUND");
  const fault = cardFault(card, at);
  if (fault !== undefined) return err(fault);
  const { kind, note = "", by } = change;
  await insertIncident(tx, { id: deps.ids.uuid(), networkId: network.id, cardId: card.id, kind, note, at }, by);
  await markBlocked(tx, network.id, card.id, kind);
  const blockedTickets = await blockTickets(tx, network.id, card.id, at);
  await notifyHolder(tx, deps, card, { template: "card-blocked", kind, ticketCount: blockedTickets, at });
  deps.failpoint("card-blocked-uncommitted");
  return ok({ card: { ...card, status: "blocked", incident: kind }, blockedTickets });
}

/**
 * Lifts an incident that was declared by mistake (staff): restores the card and its tickets. Refused when the card is not blocked,
 * or when an order replaces it; that order must be cancelled first.
 */
export async function liftIncident(
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  change: { cardId: string; note?: string | undefined; by: CardAuthor },
): Promise<Result<{ card: Card; liftedTickets: number }, "NOT_FOUND" | "TRANSITION_NOT_ALLOWED">> {
  const at = deps.clock.iso();
  const locked = await lockBlockedCard(tx, network, change.cardId, at);
  if (!locked.ok) return locked;
  const { card, incident } = locked.value;
  if (incident.orderId !== null) return replacementConflict(incident);
  await closeLifted(tx, incident.id, change.by, change.note ?? "", at);
  await markLifted(tx, network.id, card.id);
  const liftedTickets = await unblockTickets(tx, network.id, card.id);
  await notifyHolder(tx, deps, card, { template: "card-lifted", ticketCount: liftedTickets, at });
  return ok({ card: { ...card, status: "active", incident: null }, liftedTickets });
}

/**
 * Replaces a blocked card with a new one: same account and traveller, a new number, and the usable tickets move to
 * it. Staff replace a card at their counter; for an order it happens at fulfilment. Of two concurrent calls one succeeds.
 */
export async function replaceCard(
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  change: {
    cardId: string;
    by: CardAuthor;
    orderId?: string;
    expiresAt?: string | undefined;
    /** The blank card of the stock that it becomes; absent: the register numbers it. */
    blank?: TakenCard | undefined;
  },
): Promise<Result<{ card: NotifiedCard; movedTickets: number }, "NOT_FOUND" | "TRANSITION_NOT_ALLOWED">> {
  const at = deps.clock.iso();
  const locked = await lockBlockedCard(tx, network, change.cardId, at);
  if (!locked.ok) return locked;
  const { card: oldCard, incident } = locked.value;
  if (incident.orderId !== (change.orderId ?? null)) return replacementConflict(incident);
  const remainingValidity =
    oldCard.expiresAt !== null && Date.parse(oldCard.expiresAt) > Date.parse(at) ? oldCard.expiresAt : undefined;
  const expiresAt = change.expiresAt ?? remainingValidity ?? endOf(at, cardValidity, network.definition.timeZone);
  const { firstName, lastName, birthDate, accountId, travellerId } = oldCard;
  const person = { firstName, lastName, birthDate };
  const issued = await deps.cardRegister.issue(tx, {
    networkId: network.id,
    ...person,
    ...cardOf(change.blank, expiresAt),
    at,
  });
  const card = { ...issued, accountId, travellerId, linkedAt: accountId === null ? null : at };
  await markReplaced(tx, { networkId: network.id, old: oldCard.id, card, transition: "replace" });
  await closeReplaced(tx, incident.id, change.by, card.id, at);
  const movedTickets = await moveTickets(tx, deps, { networkId: network.id, from: oldCard.id, to: card.id });
  await notifyHolder(tx, deps, card, {
    template: "card-made",
    replaces: lastCardDigits(oldCard.number),
    ticketCount: movedTickets,
    at,
  });
  return ok({ card, movedTickets });
}

async function lockBlockedCard(
  tx: Tx,
  network: LoadedNetwork,
  cardId: string,
  at: string,
): Promise<Result<{ card: Card; incident: OpenIncident }, "NOT_FOUND" | "TRANSITION_NOT_ALLOWED">> {
  const card = await lockCard(tx, network.id, cardId);
  if (card === undefined) return err("NOT_FOUND");
  const incident = card.status === "blocked" ? await lockIncident(tx, card.id) : undefined;
  if (incident === undefined) return err("TRANSITION_NOT_ALLOWED", { state: cardStateAt(card, at) });
  return ok({ card, incident });
}

const replacementConflict = ({ orderId }: OpenIncident) =>
  err("TRANSITION_NOT_ALLOWED", { reason: orderId === null ? "no-order" : "being-replaced", orderId });
