import { cardNumberGroup } from "@guichet/contract/limits.ts";
import { type Moved, move, type StateMachine } from "./state-machine.ts";

export type CardState = "active" | "blocked" | "replaced" | "expired";

/** The life of a transport card (§4). */
export const cardMachine = {
  initial: ["active"],
  states: ["active", "blocked", "replaced", "expired"],
  moves: {
    block: { from: ["active"], to: "blocked" },
    replace: { from: ["blocked"], to: "replaced" },
    unblock: { from: ["blocked"], to: "active" },
    expire: { from: ["active", "blocked"], to: "expired" },
  },
} as const satisfies StateMachine<CardState, string>;

/** Declared lost, stolen or defective. */
export const blockCard = (state: CardState): Moved<CardState> => move(cardMachine, "block", state);
export const replaceCard = (state: CardState): Moved<CardState> => move(cardMachine, "replace", state);
/** Staff lift an incident that was declared by mistake. */
export const unblockCard = (state: CardState): Moved<CardState> => move(cardMachine, "unblock", state);
export const expireCard = (state: CardState): Moved<CardState> => move(cardMachine, "expire", state);

/** A card's state on the wire, active or expired; an incident stands beside it. */
export const shownCardState = (state: CardState): "active" | "expired" =>
  state === "active" || state === "blocked" ? "active" : "expired";

/** A card number without the spaces and hyphens that people type. */
export const tidyCardNumber = (text: string): string => text.replace(/[\s-]/gu, "");

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
