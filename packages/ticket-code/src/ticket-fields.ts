/** How long a ticket runs from its first use: a count of minutes, days, months or years of the network's calendar. */
export interface RunningTime {
  count: number;
  unit: "minute" | "day" | "month" | "year";
}

/**
 * What a ticket code says. Instants are ISO 8601 in UTC, kept to the second. The code is a statement about what was
 * sold, never about what happened since: neither activation, nor trips used, nor a block stands in it.
 */
export interface TicketFields {
  network: string;
  product: string;
  ticketId: string;
  /** First instant at which the ticket may be used. */
  validFrom: string;
  /** End, itself excluded. With `firstUse`: the latest end that any first use could give. */
  validUntil: string;
  /** Absent when the ticket names nobody. `initials` of 1 to 4 letters of any script; `birthYear` where it is asked. */
  traveller?: { initials: string; birthYear?: number };
  /** The ticket runs from its first use, which must come before `before` (excluded). */
  firstUse?: { before: string; runs: RunningTime };
  /** A carnet: how many trips it held when sold, and how long one trip may last with its changes. */
  carnet?: { trips: number; transferMinutes: number };
}

/** Thrown by `sign` for fields that no ticket code can carry; the message names the field. */
export class TicketFieldsRefused extends Error {
  readonly field: string;
  constructor(field: string, rule: string) {
    super(`${field}: ${rule}`);
    this.name = "TicketFieldsRefused";
    this.field = field;
  }
}

/**
 * The two letters that stand on a ticket instead of the name: the first of the first name and of the last name, as
 * capitals, in their own script. Empty when neither has a letter: then the ticket names nobody.
 */
export function initialsOf(firstName: string, lastName: string): string {
  const capitals = [firstName, lastName].flatMap((name) => {
    const first = name.normalize("NFC").match(/\p{L}/u)?.[0] ?? "";
    // Some capitals are several signs ("ǰ"), of which only letters are kept.
    return [...first.toUpperCase().normalize("NFC")].filter((sign) => /\p{L}/u.test(sign));
  });
  return capitals.slice(0, 4).join("");
}

/** The running time of an ISO 8601 duration with one unit (`PT60M`, `PT1H`, `P31D`, `P1W`, `P1M`, `P1Y`), else null. */
export function runningTime(duration: string): RunningTime | null {
  const [, date, dateUnit, time, timeUnit] = /^P(?:(\d{1,4})([DWMY])|T(\d{1,4})([HM]))$/.exec(duration) ?? [];
  if (time && timeUnit) return { count: Number(time) * (timeUnit === "H" ? 60 : 1), unit: "minute" };
  if (!date) return null;
  if (dateUnit === "M") return { count: Number(date), unit: "month" };
  if (dateUnit === "Y") return { count: Number(date), unit: "year" };
  return { count: Number(date) * (dateUnit === "W" ? 7 : 1), unit: "day" };
}
