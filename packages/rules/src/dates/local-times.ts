const formats = new Map<string, Intl.DateTimeFormat>();

function localFormat(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const date = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
  const time = { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" } as const;
  const made = new Intl.DateTimeFormat("en-u-ca-iso8601-nu-latn", { timeZone, ...date, ...time });
  formats.set(timeZone, made);
  return made;
}

/** The local time of an instant in a time zone, `2026-11-22T09:00`: as a field of type `datetime-local` has it. */
export function localTimeIn(instant: string, timeZone: string): string {
  const at = Object.fromEntries(
    localFormat(timeZone)
      .formatToParts(new Date(instant))
      .map(({ type, value }) => [type, value]),
  );
  const seconds = at.second === "00" ? "" : `:${at.second}`;
  return `${at.year?.padStart(4, "0")}-${at.month}-${at.day}T${at.hour}:${at.minute}${seconds}`;
}

/**
 * The instant of a local time (`2026-11-22T09:00`) in a time zone, without fractions of a second; undefined: not a local time. Of a
 * time that exists twice, the first; one that the clocks skip is as many minutes later.
 */
export function instantAt(localTime: string, timeZone: string): string | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(localTime)) return undefined;
  const asUtc = Date.parse(`${localTime}Z`);
  if (Number.isNaN(asUtc) || !new Date(asUtc).toISOString().startsWith(localTime)) return undefined;
  const offsetAt = (instant: number) =>
    Date.parse(`${localTimeIn(new Date(instant).toISOString(), timeZone)}Z`) - instant;
  // The offsets of a day before and a day after are those before and after a change of the clocks.
  const [before, after] = [-86_400_000, 86_400_000].map((distance) => offsetAt(asUtc + distance));
  const candidates = [asUtc - (before ?? 0), asUtc - (after ?? 0)];
  const exact = candidates.filter((instant) => instant + offsetAt(instant) === asUtc);
  const instant = exact.length > 0 ? Math.min(...exact) : asUtc - (before ?? 0);
  return new Date(instant).toISOString().replace(/\.\d+Z$/, "Z");
}
