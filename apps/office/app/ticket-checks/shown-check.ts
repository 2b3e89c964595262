import type {
  CheckedTicket,
  CheckOutcome,
  CheckReason,
  TicketCheckResult,
} from "@guichet/contract/office/ticket-checks.ts";
import { type CodeCheck, findingOfCode } from "@guichet/rules/inspection/ticket-checks.ts";
import { ticketSerial } from "@guichet/rules/search/search-keys.ts";
import type { TicketFields } from "@guichet/ticket-code/ticket-fields.ts";

/** The ticket of a result on the screen: by the server, or as far as its code states it. */
export interface ShownTicket {
  name: string;
  serial: string | null;
  /** The name; without a connection only the initials. */
  traveller: string | null;
  /** The birth date; without a connection only the year. */
  birthDate: string | null;
  birthYear: number | null;
  validFrom: string | null;
  validUntil: string | null;
  tripUntil: string | null;
}

/** A result on the screen. */
export interface ShownCheck {
  checkId: string;
  /** What was scanned or typed. */
  text: string;
  checkedAt: string;
  outcome: CheckOutcome;
  reasons: readonly (CheckReason | "clock")[];
  ticket: ShownTicket | null;
  otherChecks: readonly { checkedAt: string; by: string | null }[];
  /** Made in the browser, without a connection. */
  isOffline: boolean;
  /** The ticket as the server knows it, which can be blocked. */
  known: CheckedTicket | null;
}

export type Tone = "ok" | "wait" | "bad";

export const toneOf: Record<CheckOutcome, Tone> = {
  valid: "ok",
  "not-yet-valid": "wait",
  expired: "bad",
  used: "bad",
  blocked: "bad",
  forged: "bad",
  "other-network": "bad",
  unknown: "wait",
};

/** A result of the server as it is shown. */
export function shownResult({ ticket, ...check }: TicketCheckResult, text: string): ShownCheck {
  const shown = ticket && { ...ticket, birthYear: null };
  return { ...check, text, ticket: shown, isOffline: false, known: ticket };
}

/** A check by the code alone, with the name of its product. */
export function shownCode(
  made: Pick<ShownCheck, "checkId" | "text" | "checkedAt">,
  checked: CodeCheck & { ticket?: TicketFields },
  nameOf: (productId: string) => string,
): ShownCheck {
  const isNumber = checked.status === "malformed" && ticketSerial(made.text) !== null;
  if (isNumber) return unknownOffline(made);
  const { ticket } = checked;
  const shown = ticket && {
    ...{ name: nameOf(ticket.product), serial: null, tripUntil: null, birthDate: null },
    traveller: ticket.traveller?.initials ?? null,
    birthYear: ticket.traveller?.birthYear ?? null,
    // A ticket that starts with its first use states the longest possible validity.
    validFrom: ticket.firstUse === undefined ? ticket.validFrom : null,
    validUntil: ticket.firstUse === undefined ? ticket.validUntil : null,
  };
  return { ...made, ...findingOfCode(checked), ticket: shown ?? null, otherChecks: [], isOffline: true, known: null };
}

/** The result where only the server could tell. */
export const unknownOffline = (made: Pick<ShownCheck, "checkId" | "text" | "checkedAt">): ShownCheck => ({
  ...made,
  ...{ outcome: "unknown", reasons: ["needs-connection"], ticket: null, otherChecks: [], isOffline: true, known: null },
});

/** The result for what is too long for a ticket. */
export const unreadable = (made: Pick<ShownCheck, "checkId" | "text" | "checkedAt">): ShownCheck => ({
  ...unknownOffline(made),
  ...{ reasons: ["unreadable"], isOffline: false },
});

/** A result by a wrong clock: whether a validity runs now cannot be told; everything else stays. */
export function withoutClock(check: ShownCheck): ShownCheck {
  const isByClock = check.outcome === "valid" || check.reasons[0] === "not-begun";
  return isByClock ? { ...check, outcome: "unknown", reasons: ["clock"] } : check;
}
