import type { Language } from "@guichet/contract/languages.ts";
import type { CollectSite } from "@guichet/contract/networks.ts";
import { formatLocale } from "@guichet/texts/translate.ts";

type Hours = CollectSite["openingHours"];

/** Monday, `2024-01-01`: weekday 1. */
const mondayMs = Date.UTC(2024, 0, 1);
const dayMs = 86_400_000;
/** Word joiner: prevents a line break after the dash of a range. */
const joined = "\u2060";

/** Formats opening hours in one line: `lun. – ven. 09:00–18:30, sam. 09:00–12:00`; days with equal hours are merged. */
export function openingWords(hours: Hours, language: Language): string {
  const weekday = new Intl.DateTimeFormat(formatLocale(language), { weekday: "short", timeZone: "UTC" });
  const name = (day: number) => weekday.format(mondayMs + (day - 1) * dayMs);
  const separator = language === "ar" ? "، " : ", ";
  return stretches(hours)
    .map(({ from, to, times }) => `${from === to ? name(from) : `${name(from)} – ${name(to)}`} ${times}`)
    .join(separator);
}

function stretches(hours: Hours): { from: number; to: number; times: string }[] {
  const found: { from: number; to: number; times: string }[] = [];
  for (let day = 1; day <= 7; day++) {
    const times = hours
      .filter(({ weekday }) => weekday === day)
      .map(({ opens, closes }) => `${opens}–${joined}${closes}`)
      .join(" / ");
    const last = found.at(-1);
    if (times === "") continue;
    if (last && last.to === day - 1 && last.times === times) last.to = day;
    else found.push({ from: day, to: day, times });
  }
  return found;
}
