import { cardNumberGroup } from "@guichet/contract/limits/transport-card-limits.ts";
import type { StateMachine, TransitionOf } from "./state-machine.ts";

export type CardState = "active" | "blocked" | "replaced" | "expired";

/** The life of a transport card (§4). */
export const cardMachine = {
  states: ["active", "blocked", "replaced", "expired"],
  births: {
    issue: "active",
    // The register knows it with an open incident.
    registerBlocked: "blocked",
  },
  transitions: {
    // Declared lost, stolen or defective.
    block: { from: ["active"], to: "blocked" },
    // Staff lift an incident that was declared by mistake.
    unblock: { from: ["blocked"], to: "active" },
    replace: { from: ["blocked"], to: "replaced" },
    // Nobody may use it any more. Its own last day only counts when it is read (`cardStateAt`).
    expire: { from: ["active"], to: "expired" },
    // Its last day is over, and its traveller has a new card.
    retire: { from: ["active", "expired"], to: "expired" },
  },
} as const satisfies StateMachine<CardState, string, string>;

export type CardTransition = TransitionOf<typeof cardMachine>;

/** A card's state on the wire, active or expired; an incident stands beside it. */
export const shownCardState = (state: CardState): "active" | "expired" =>
  state === "active" || state === "blocked" ? "active" : "expired";

/** A card number without the spaces and hyphens that people type, and with the digits that cards bear. */
export const tidyCardNumber = (text: string): string =>
  text.replace(/[\s\p{Pd}]/gu, "").replace(/[\u0660-\u0669\u06f0-\u06f9]/gu, (digit) => `${digit.charCodeAt(0) & 0xf}`);

/** What a card is called where its number is nobody's business: the last four digits. */
export const lastCardDigits = (number: string): string => tidyCardNumber(number).slice(-cardNumberGroup);

/** A card as a register answers it. */
export interface CardStatus {
  /** null, or anything that we do not know: the register does not say what the card is good for. */
  status: string | null;
  incident: string | null;
  expiresAt: string | null;
}

export type CardFault = "CARD_STATUS_EMPTY" | "CARD_INCIDENT" | "CARD_EXPIRED";

/** What stands in the way of using a card at an instant (§8); undefined: it is good. Expiry goes by the clock, not by a mark. */
export function cardFault({ status, incident, expiresAt }: CardStatus, now: string): CardFault | undefined {
  if (!isCardState(status)) return "CARD_STATUS_EMPTY";
  if (status === "expired" || status === "replaced" || isOver(expiresAt, now)) return "CARD_EXPIRED";
  return status === "blocked" || incident !== null ? "CARD_INCIDENT" : undefined;
}

/**
 * What stands in the way of having loaded a card at an instant, as a validator reports it, maybe later: what was declared after
 * the load stops it no more, and what ran out after it neither.
 */
export function loadFault(card: CardStatus & { incidentAt: string | null }, loadedAt: string): CardFault | undefined {
  const fault = cardFault(card, loadedAt);
  const wasGood = card.incidentAt !== null && Date.parse(loadedAt) < Date.parse(card.incidentAt);
  return fault === "CARD_INCIDENT" && wasGood ? undefined : fault;
}

/** May a card be taken out of an account (§4)? Not while an incident is open: its tickets move to the card that replaces it. */
export const mayRemoveCard = (card: CardStatus, now: string): boolean => cardFault(card, now) !== "CARD_INCIDENT";

/** The state that a card has at an instant. */
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
  tidyCardNumber(number)
    .match(new RegExp(`.{1,${cardNumberGroup}}`, "gu"))
    ?.join(" ") ?? "";

/** Does a number hold by Luhn (ISO/IEC 7812-1)? Only where the network says that its cards do. */
export function isLuhnNumber(text: string): boolean {
  const digits = tidyCardNumber(text);
  if (!/^\d{2,}$/u.test(digits)) return false;
  const sum = [...digits].reverse().reduce((sofar, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2);
    return sofar + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
