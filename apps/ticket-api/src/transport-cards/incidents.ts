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
  holdIncident,
  insertIncident,
  type OpenIncident,
} from "../transport-card-records/incident-store.ts";
import {
  type Card,
  holdCard,
  markBlocked,
  markLifted,
  markReplaced,
} from "../transport-card-records/transport-card-store.ts";
import { blockTickets, unblockTickets } from "../wallet/card-ticket-store.ts";
import { moveTickets } from "../wallet/move-tickets.ts";
import { type NotifiedCard, notifyHolder } from "./card-emails.ts";

/*
 * What happens to a card that is lost, stolen or broken (§6 "transport card", "ticket"; decision 072). Each is one step of the
 * caller's transaction: the customer's call and the staff's decide with it, and a refusal leaves nothing behind. The card's row
 * is held first, by everybody, so that of two steps at once the second sees the first.
 */

type Blocked = { card: Card; blockedTickets: number };

/** Declares an incident: the card is blocked with every ticket on it, and the holder is told. */
export async function blockCard(
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  of: { cardId: string; kind: CardIncident; note?: string | undefined; by: CardAuthor },
): Promise<Result<Blocked, "NOT_FOUND" | CardFault>> {
  const at = deps.clock.iso();
  const card = await holdCard(tx, network.id, of.cardId);
  if (card === undefined) return err("NOT_FOUND");
  const fault = cardFault(card, at);
  if (fault !== undefined) return err(fault);
  const { kind, note = "", by } = of;
  await insertIncident(tx, { id: deps.ids.uuid(), networkId: network.id, cardId: card.id, kind, note, at }, by);
  await markBlocked(tx, network.id, card.id, kind);
  const blockedTickets = await blockTickets(tx, network.id, card.id, at);
  await notifyHolder(tx, deps, card, { template: "card-blocked", kind, ticketCount: blockedTickets, at });
  deps.failpoint("card-blocked-uncommitted");
  return ok({ card: { ...card, status: "blocked", incident: kind }, blockedTickets });
}

/**
 * Lifts an incident that was declared by mistake (staff): card and tickets are as they were. Refused when the card is not blocked,
 * or an order replaces it: that one is taken back first.
 */
export async function liftIncident(
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  of: { cardId: string; note?: string | undefined; by: CardAuthor },
): Promise<Result<{ card: Card; liftedTickets: number }, "NOT_FOUND" | "TRANSITION_NOT_ALLOWED">> {
  const at = deps.clock.iso();
  const held = await holdBlockedCard(tx, network, of.cardId, at);
  if (!held.ok) return held;
  const { card, incident } = held.value;
  if (incident.orderId !== null) return beingReplaced(incident);
  await closeLifted(tx, incident.id, of.by, of.note ?? "", at);
  await markLifted(tx, network.id, card.id);
  const liftedTickets = await unblockTickets(tx, network.id, card.id);
  await notifyHolder(tx, deps, card, { template: "card-lifted", ticketCount: liftedTickets, at });
  return ok({ card: { ...card, status: "active", incident: null }, liftedTickets });
}

/**
 * Puts another card in the place of a blocked one: same account and traveller, a new number, and what can still be used moves to
 * it. Staff do it at their counter; for an order it is done when that is prepared. Of two at once, one does.
 */
export async function replaceCard(
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  of: { cardId: string; by: CardAuthor; orderId?: string; expiresAt?: string | undefined },
): Promise<Result<{ card: NotifiedCard; movedTickets: number }, "NOT_FOUND" | "TRANSITION_NOT_ALLOWED">> {
  const at = deps.clock.iso();
  const held = await holdBlockedCard(tx, network, of.cardId, at);
  if (!held.ok) return held;
  const { card: old, incident } = held.value;
  if (incident.orderId !== (of.orderId ?? null)) return beingReplaced(incident);
  const stillGood = old.expiresAt !== null && Date.parse(old.expiresAt) > Date.parse(at) ? old.expiresAt : undefined;
  const expiresAt = of.expiresAt ?? stillGood ?? endOf(at, cardValidity, network.definition.timeZone);
  const { firstName, lastName, birthDate, accountId, travellerId } = old;
  const person = { firstName, lastName, birthDate };
  const made = await deps.cardRegister.issue(tx, { networkId: network.id, ...person, expiresAt, at });
  const card = { ...made, accountId, travellerId, linkedAt: accountId === null ? null : at };
  await markReplaced(tx, { networkId: network.id, old: old.id, card, transition: "replace" });
  await closeReplaced(tx, incident.id, of.by, card.id, at);
  const movedTickets = await moveTickets(tx, deps, { networkId: network.id, from: old.id, to: card.id });
  await notifyHolder(tx, deps, card, {
    template: "card-made",
    replaces: lastCardDigits(old.number),
    ticketCount: movedTickets,
    at,
  });
  return ok({ card, movedTickets });
}

async function holdBlockedCard(
  tx: Tx,
  network: LoadedNetwork,
  cardId: string,
  at: string,
): Promise<Result<{ card: Card; incident: OpenIncident }, "NOT_FOUND" | "TRANSITION_NOT_ALLOWED">> {
  const card = await holdCard(tx, network.id, cardId);
  if (card === undefined) return err("NOT_FOUND");
  const incident = card.status === "blocked" ? await holdIncident(tx, card.id) : undefined;
  if (incident === undefined) return err("TRANSITION_NOT_ALLOWED", { state: cardStateAt(card, at) });
  return ok({ card, incident });
}

const beingReplaced = ({ orderId }: OpenIncident) =>
  err("TRANSITION_NOT_ALLOWED", { reason: orderId === null ? "no-order" : "being-replaced", orderId });
