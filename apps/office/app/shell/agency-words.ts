import type { AgencyDetails } from "@guichet/contract/office/agencies.ts";
import type { AuditChange } from "@guichet/contract/office/audit-log.ts";
import type { AgencyService } from "@guichet/contract/packs/pack-agencies.ts";
import { wordedMoment } from "@guichet/texts/moment-formats.ts";
import { formatLocale } from "@guichet/texts/translate.ts";
import { useFrame } from "@guichet/web/frame.tsx";
import { openingWords } from "@guichet/web/opening-hours.ts";
import { useFormats } from "./page-context.tsx";
import { useT } from "./texts.tsx";

/** Hours, days and services of an agency in words. */
export interface AgencyWords {
  /** The name of a weekday; 1 is Monday. */
  weekday(day: number): string;
  hours(hours: AgencyDetails["openingHours"]): string;
  /** `24 déc. 2026`, or `1er mai (chaque année)`. */
  closedDay(day: string): string;
  specialDay(row: AgencyDetails["specialHours"][number]): string;
  service(service: AgencyService): string;
  /** A value of a changed field, as the audit log has it. */
  changed(field: AuditChange["field"], value: string): string;
}

/** A Monday. */
const mondayMs = Date.UTC(2024, 0, 1);
const dayMs = 86_400_000;

export function useAgencyWords(): AgencyWords {
  const t = useT();
  const formats = useFormats();
  const { language } = useFrame();
  const locale = formatLocale(language);
  const named = new Intl.DateTimeFormat(locale, { weekday: "long", timeZone: "UTC" });
  const dayOfYear = new Intl.DateTimeFormat(locale, { day: "numeric", month: "long", timeZone: "UTC" });
  const weekday = (day: number) => named.format(mondayMs + (day - 1) * dayMs);
  const hours = (list: AgencyDetails["openingHours"]) => openingWords(list, language);
  const closedDay = (day: string) => {
    if (day.length > 5) return formats.shortDay(day);
    // A leap year has every day.
    return t("shell.agency.every-year", {
      day: wordedMoment(language, dayOfYear.format(new Date(`2024-${day}T00:00:00Z`))),
    });
  };
  const specialDay = ({ day, opens, closes }: AgencyDetails["specialHours"][number]) =>
    t("shell.agency.special-day", { day: formats.shortDay(day), opens, closes });
  const service = (name: AgencyService) => t(`shell.agency.service.${name}`);
  const listed = (value: string, word: (one: string) => string) => formats.list(value.split(", ").map(word));
  const changed = (field: AuditChange["field"], value: string): string => {
    if (field === "opening-hours") return hours(value.split(", ").flatMap(openingIn));
    if (field === "special-hours") return listed(value, (one) => specialIn(one).map(specialDay).join() || one);
    if (field === "closed-days") return listed(value, closedDay);
    if (field === "slot-minutes") return t("shell.agency.minutes", { count: Number(value) });
    if (field === "agency-services") return listed(value, (one) => (isService(one) ? service(one) : one));
    if (field === "agency-closed") return t(value === "yes" ? "shell.agency.closed-for-good" : "shell.agency.open");
    if (field !== "collection") return value;
    const [at = "", ...label] = value.split(" ");
    return t("shell.agency.slot-at", { at: formats.shortInstant(at), label: label.join(" ") });
  };
  return { weekday, hours, closedDay, specialDay, service, changed };
}

const isService = (name: string): name is AgencyService => name === "COLLECTION" || name === "COUNTER";

/** Reads `1 09:00-12:00`, as the audit log has an opening. */
function openingIn(text: string): AgencyDetails["openingHours"] {
  const [, weekday, opens, closes] = /^(\d) (\d\d:\d\d)-(\d\d:\d\d)$/u.exec(text) ?? [];
  return opens === undefined || closes === undefined ? [] : [{ weekday: Number(weekday), opens, closes }];
}

function specialIn(text: string): AgencyDetails["specialHours"] {
  const [, day, opens, closes] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d)-(\d\d:\d\d)$/u.exec(text) ?? [];
  return day === undefined || opens === undefined || closes === undefined ? [] : [{ day, opens, closes }];
}
