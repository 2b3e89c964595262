import type { Ticket } from "@guichet/contract/wallet.ts";
import { timeLeft } from "@guichet/rules/dates/time-left.ts";
import { isDayStart } from "@guichet/web/day-start.ts";
import type { Formats } from "../formats/formats.ts";
import type { Translate } from "../texts/texts.tsx";

/** The fields of a ticket that its validity texts need. */
export type TicketTimes = Pick<Ticket, "state" | "validFrom" | "validUntil" | "useBefore" | "tripsLeft" | "trips">;

/** The time or the trips left: a figure with its unit, the full text, and the fraction left (0 to 1). */
export interface Left {
  value: string;
  unit: string;
  label: string;
  part: number;
  barLabel: string;
}

/** The state of a ticket in one or two words: "Valable", "À venir". */
export function stateWords(t: Translate, { state, validFrom }: TicketTimes): string {
  if (state === "pending" && validFrom !== null) return t("wallet.state.later");
  return t(`wallet.state.${state}`);
}

/**
 * The validity of a ticket in one sentence. Ends are exclusive: an end at local midnight is shown as the day before.
 * `day` and `instant` of the formats are in the network's zone.
 */
export function validityWords(t: Translate, formats: Formats, ticket: TicketTimes): string {
  return validityParts(t, formats, ticket).join("");
}

/** The validity sentence in three parts, so that the middle one can be bold: before, when, after. */
export function validityParts(t: Translate, formats: Formats, ticket: TicketTimes): [string, string, string] {
  const [before = "", bold = "", after = ""] = sentence(t, formats, ticket).split(/<\/?b>/);
  return [before, bold, after];
}

function sentence(t: Translate, formats: Formats, ticket: TicketTimes): string {
  const { state, validFrom, validUntil, useBefore } = ticket;
  if (state === "expired") {
    const end = validUntil ?? useBefore;
    return end === null ? t("wallet.valid.unusable") : t("wallet.valid.ended", { day: formats.lastDayOf(end) });
  }
  if (state !== "active" && state !== "pending") return t("wallet.valid.unusable");
  if (validFrom === null) {
    if (useBefore === null) return t("wallet.valid.first-use");
    return t("wallet.valid.first-use-by", { day: dayOrInstant(formats, useBefore) });
  }
  if (state === "pending" && validUntil !== null) {
    const until = isDayStart(formats, validUntil)
      ? t("wallet.valid.included", { day: formats.lastDayOf(validUntil) })
      : formats.instant(validUntil);
    return t("wallet.valid.later", { from: dayOrInstant(formats, validFrom), until });
  }
  if (state === "pending") {
    return isDayStart(formats, validFrom)
      ? t("wallet.valid.from-day", { day: formats.dayOf(validFrom) })
      : t("wallet.valid.from", { instant: formats.instant(validFrom) });
  }
  if (validUntil === null) return t("wallet.valid.first-use");
  return isDayStart(formats, validUntil)
    ? t("wallet.valid.until-day", { day: formats.lastDayOf(validUntil) })
    : t("wallet.valid.until", { instant: formats.instant(validUntil) });
}

/** What is left of a usable ticket at `now` (milliseconds): trips of a carnet or time of a running ticket; else nothing. */
export function leftOf(t: Translate, formats: Formats, ticket: TicketTimes, now: number): Left | undefined {
  const { state, validFrom, validUntil, tripsLeft, trips } = ticket;
  if (state !== "active" && state !== "pending") return undefined;
  const until = validUntil === null ? null : Date.parse(validUntil);
  if (until !== null && until <= now) return undefined;
  if (tripsLeft !== null) return tripsLeft < 1 ? undefined : tripsLeftOf(t, formats, tripsLeft, trips ?? tripsLeft);
  if (state === "pending" || validFrom === null || validUntil === null || until === null) return undefined;
  const from = Date.parse(validFrom);
  if (until <= from) return undefined;
  return { ...timeLeftOf(t, until - now, isDayStart(formats, validUntil)), part: share(until - now, until - from) };
}

const tripsLeftOf = (t: Translate, formats: Formats, left: number, all: number): Left => ({
  value: formats.number(left),
  unit: t("wallet.unit.trips", { count: left }),
  label: t("wallet.left.trips", { count: left }),
  barLabel: t("wallet.left.trips-bar"),
  part: share(left, all),
});

function timeLeftOf(t: Translate, ms: number, endsWithDay: boolean): Omit<Left, "part"> {
  const { kind, count } = timeLeft(ms, endsWithDay);
  return {
    value: `${count}`,
    unit: t(`wallet.unit.${kind}`, { count }),
    label: t(`wallet.left.${kind}`, { count }),
    barLabel: t("wallet.left.time-bar"),
  };
}

const share = (left: number, all: number): number => Math.min(1, Math.max(0, left / all));

/** An instant, without its time if that is the start of a day. */
const dayOrInstant = (formats: Formats, instant: string): string =>
  isDayStart(formats, instant) ? formats.dayOf(instant) : formats.instant(instant);

/** The origin and destination of a ticket; undefined for a ticket that is valid everywhere. */
export const journeyWords = (t: Translate, { journey }: Pick<Ticket, "journey">): string | undefined =>
  journey && t("wallet.journey.pair", { origin: journey.origin.name, destination: journey.destination.name });

/** Whether a trip is in progress at `now` (milliseconds). */
export const isRunning = ({ tripUntil, state }: Pick<Ticket, "tripUntil" | "state">, now: number): boolean =>
  state === "active" && tripUntil !== null && now < Date.parse(tripUntil);

export const isUsable = ({ state }: Pick<Ticket, "state">): boolean => state === "active" || state === "pending";
