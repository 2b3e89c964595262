/** Validity from the first use: a number of minutes, days, months or years of the network's calendar. */
export interface RunningTime {
  count: number;
  unit: "minute" | "day" | "month" | "year";
}

/**
 * Content of a ticket code. Instants are ISO 8601 in UTC, with a precision of seconds. The code states what was sold, and nothing
 * that happened later: no activation, used trips or block.
 */
export interface TicketFields {
  network: string;
  product: string;
  ticketId: string;
  /** First instant of validity. */
  validFrom: string;
  /** Exclusive end. With `firstUse`: the latest end possible for any first use. */
  validUntil: string;
  /** Absent on a ticket for anybody. `initials`: 1 to 4 letters of any script; `birthYear`: where it is required. */
  traveller?: { initials: string; birthYear?: number };
  /** Validity starts with the first use, which must be before `before` (exclusive). */
  firstUse?: { before: string; runs: RunningTime };
  /** Carnet: number of trips when sold, and maximum duration of a trip including transfers. */
  carnet?: { trips: number; transferMinutes: number };
}

/** Thrown by `sign` for fields that do not fit in a ticket code; the message names the field. */
export class TicketFieldsRefused extends Error {
  readonly field: string;
  constructor(field: string, rule: string) {
    super(`${field}: ${rule}`);
    this.name = "TicketFieldsRefused";
    this.field = field;
  }
}

/**
 * Initials printed on a ticket instead of the name: the first letters of first and last name, as capitals of their own
 * script. Empty if neither has a letter; the ticket then names nobody.
 */
export function initialsOf(firstName: string, lastName: string): string {
  const capitals = [firstName, lastName].flatMap((name) => {
    const first = name.normalize("NFC").match(/\p{L}/u)?.[0] ?? "";
    // Some capitals consist of several characters ("ǰ"); only the letters among them are used.
    return [...first.toUpperCase().normalize("NFC")].filter((sign) => /\p{L}/u.test(sign));
  });
  return capitals.slice(0, 4).join("");
}

/** Parses an ISO 8601 duration with one unit (`PT60M`, `PT1H`, `P31D`, `P1W`, `P1M`, `P1Y`); null for others. */
export function runningTime(duration: string): RunningTime | null {
  const [, date, dateUnit, time, timeUnit] = /^P(?:(\d{1,4})([DWMY])|T(\d{1,4})([HM]))$/.exec(duration) ?? [];
  if (time && timeUnit) return { count: Number(time) * (timeUnit === "H" ? 60 : 1), unit: "minute" };
  if (!date) return null;
  if (dateUnit === "M") return { count: Number(date), unit: "month" };
  if (dateUnit === "Y") return { count: Number(date), unit: "year" };
  return { count: Number(date) * (dateUnit === "W" ? 7 : 1), unit: "day" };
}
