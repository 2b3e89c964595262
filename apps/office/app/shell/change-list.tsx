import { alertFlags, alertLevelNames } from "@guichet/contract/maintenance.ts";
import type { AuditChange } from "@guichet/contract/office/audit-log.ts";
import { StaffRole } from "@guichet/contract/staff-roles.ts";
import { Facts } from "@guichet/ui/facts.tsx";
import { useAgencyWords } from "./agency-words.ts";
import { useFormats } from "./page-context.tsx";
import { type Translate, useT } from "./texts.tsx";

/** Fields whose values are instants. */
const instants = ["alert-from", "alert-until", "alert-end"] as const;

const places = ["closed", "everywhere", ...alertFlags] as const;

function levelWord(t: Translate, value: string): string {
  const level = alertLevelNames.find((one) => one === value);
  return level === undefined ? value : t(`shell.changes.level.${level}`);
}

function placeWord(t: Translate, value: string): string {
  const place = places.find((one) => one === value);
  return place === undefined ? value : t(`shell.changes.place.${place}`);
}

/** Values before and after, by field. */
export function ChangeList({ changes }: { changes: readonly AuditChange[] }) {
  const t = useT();
  const formats = useFormats();
  const agencyWords = useAgencyWords();
  const roles = (names: string): string =>
    formats.list(
      names.split(", ").map((name) => {
        const role = StaffRole.safeParse(name).data;
        return role === undefined ? name : t(`shell.role.${role}`);
      }),
    );
  const inWords = (field: AuditChange["field"], value: string | null): string => {
    if (value === null) return "–";
    if (field === "birth-date") return formats.shortDay(value);
    if (instants.some((one) => one === field)) return formats.shortInstant(value);
    if (field === "alert-level") return levelWord(t, value);
    if (field === "alert-place") return formats.list(value.split(", ").map((place) => placeWord(t, place)));
    return field === "roles" ? roles(value) : agencyWords.changed(field, value);
  };
  return (
    <Facts
      facts={changes.map(({ field, before, after }) => ({
        term: t(`shell.changes.field.${field}`),
        value: <bdi>{t("shell.change", { before: inWords(field, before), after: inWords(field, after) })}</bdi>,
        long: true,
      }))}
    />
  );
}
