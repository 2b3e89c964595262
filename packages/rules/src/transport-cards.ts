import { cardNumberGroup } from "@guichet/contract/limits/transport-card-limits.ts";
import type { StateMachine, TransitionOf } from "./state-machine.ts";

export type CardState = "active" | "blocked" | "replaced" | "expired";

/** States of a transport card (§4). */
export const cardMachine = {
  states: ["active", "blocked", "replaced", "expired"],
  births: {
    issue: "active",
    // The register lists it with an open incident.
    registerBlocked: "blocked",
  },
  transitions: {
    // Declared lost, stolen or defective.
    block: { from: ["active"], to: "blocked" },
    // Staff lift an incident declared by mistake.
    unblock: { from: ["blocked"], to: "active" },
    replace: { from: ["blocked"], to: "replaced" },
    // No longer usable by anybody. Its own expiry date only applies when it is read (`cardStateAt`).
    expire: { from: ["active"], to: "expired" },
    // It has expired, and its traveller has a new card.
    retire: { from: ["active", "expired"], to: "expired" },
  },
} as const satisfies StateMachine<CardState, string, string>;

export type CardTransition = TransitionOf<typeof cardMachine>;

/** State of a card on the wire, active or expired; an incident is a separate field. */
export const shownCardState = (state: CardState): "active" | "expired" =>
  state === "active" || state === "blocked" ? "active" : "expired";

/** Normalises a card number: without typed spaces and hyphens, with ASCII digits. */
export const normaliseCardNumber = (text: string): string =>
  text.replace(/[\s\p{Pd}]/gu, "").replace(/[\u0660-\u0669\u06f0-\u06f9]/gu, (digit) => `${digit.charCodeAt(0) & 0xf}`);

/** Masked card number: the last four digits. */
export const lastCardDigits = (number: string): string => normaliseCardNumber(number).slice(-cardNumberGroup);

/** A card as reported by a register. */
export interface CardStatus {
  /** null or unknown: the register does not state the card's validity. */
  status: string | null;
  incident: string | null;
  expiresAt: string | null;
}

export type CardFault = "CARD_STATUS_EMPTY" | "CARD_INCIDENT" | "CARD_EXPIRED";

/** Reason why a card cannot be used at an instant (§8); undefined: it can. Expiry is computed from the time, not from the status. */
export function cardFault({ status, incident, expiresAt }: CardStatus, now: string): CardFault | undefined {
  if (!isCardState(status)) return "CARD_STATUS_EMPTY";
  if (status === "expired" || status === "replaced" || isOver(expiresAt, now)) return "CARD_EXPIRED";
  return status === "blocked" || incident !== null ? "CARD_INCIDENT" : undefined;
}

/**
 * Reason why a card could not have been loaded at an instant, as reported by a validator, possibly later: declarations and expiry
 * after the load do not matter.
 */
export function loadFault(card: CardStatus & { incidentAt: string | null }, loadedAt: string): CardFault | undefined {
  const fault = cardFault(card, loadedAt);
  const wasGood = card.incidentAt !== null && Date.parse(loadedAt) < Date.parse(card.incidentAt);
  return fault === "CARD_INCIDENT" && wasGood ? undefined : fault;
}

/** Whether a card can be unlinked from an account (§4): not during an incident, since its tickets move to the replacement. */
export const mayRemoveCard = (card: CardStatus, now: string): boolean => cardFault(card, now) !== "CARD_INCIDENT";

/** State of a card at an instant. */
export function cardStateAt({ status, expiresAt }: CardStatus, now: string): CardState {
  if (!isCardState(status)) return "active";
  return isOver(expiresAt, now) && status !== "replaced" ? "expired" : status;
}

const isOver = (expiresAt: string | null, now: string): boolean =>
  expiresAt !== null && Date.parse(expiresAt) <= Date.parse(now);
const isCardState = (status: string | null): status is CardState => status !== null && Object.hasOwn(states, status);
const states: Record<CardState, true> = { active: true, blocked: true, replaced: true, expired: true };

/** A card number in groups of four (§9). */
export const formatCardNumber = (number: string): string =>
  normaliseCardNumber(number)
    .match(new RegExp(`.{1,${cardNumberGroup}}`, "gu"))
    ?.join(" ") ?? "";

/** Whether a number passes the Luhn check (ISO/IEC 7812-1), for networks that use it. */
export function isLuhnNumber(text: string): boolean {
  const digits = normaliseCardNumber(text);
  if (!/^\d{2,}$/u.test(digits)) return false;
  const sum = [...digits].reverse().reduce((sofar, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2);
    return sofar + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
