import type { OfficeAgency } from "@guichet/contract/office/agencies.ts";
import { type Fact, Facts } from "@guichet/ui/facts.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { href } from "../paths.ts";
import { useAgencyWords } from "../shell/agency-words.ts";
import { useFormats, useMay, useNetwork } from "../shell/page-context.tsx";
import { useT } from "../shell/texts.tsx";

/** Address, hours, days and slots of an agency. */
export function AgencyFacts({ agency: { details, changedAt, changedBy } }: { agency: OfficeAgency }) {
  const t = useT();
  const formats = useFormats();
  const words = useAgencyWords();
  const { addressRoute, addressPostalCode, addressCity, latitude, longitude, openingHours, specialHours } = details;
  const facts: Fact[] = [
    {
      term: t("agencies.address"),
      value: <bdi>{`${addressRoute}, ${addressPostalCode} ${addressCity}`}</bdi>,
      long: true,
    },
    ...(latitude === undefined || longitude === undefined
      ? []
      : [{ term: t("agencies.position"), value: <bdi dir="ltr">{`${latitude} ${longitude}`}</bdi> }]),
    {
      term: t("agencies.services"),
      value: formats.list(details.services.map(words.service)) || t("agencies.no-services"),
    },
    ...[1, 2, 3, 4, 5, 6, 7].map((day) => ({
      term: words.weekday(day),
      value: hoursOn(openingHours, day) || t("agencies.closed"),
    })),
    { term: t("agencies.slots"), value: t("shell.agency.minutes", { count: details.slotMinutes }) },
    { term: t("agencies.capacity"), value: t("agencies.orders", { count: details.slotCapacity }) },
    { term: t("agencies.index"), value: formats.number(details.index) },
    {
      term: t("agencies.source"),
      value:
        changedAt === null
          ? t("agencies.source.pack")
          : t("agencies.source.office", { by: changedBy ?? "–", at: formats.shortInstant(changedAt) }),
      long: true,
    },
  ];
  return (
    <>
      <Sheet id="facts" title={t("agencies.facts")}>
        <Facts facts={facts} />
      </Sheet>
      <Sheet id="days" title={t("agencies.days")}>
        {details.closedOn.length === 0 && specialHours.length === 0 ? (
          <p className="soft">{t("agencies.days.none")}</p>
        ) : (
          <Facts
            facts={[
              ...[...details.closedOn]
                .sort()
                .map((day) => ({ term: words.closedDay(day), value: t("agencies.closed") })),
              ...specialDays(specialHours).map(([day, hours]) => ({ term: formats.shortDay(day), value: hours })),
            ]}
          />
        )}
      </Sheet>
    </>
  );
}

const range = ({ opens, closes }: { opens: string; closes: string }) => `${opens}–${closes}`;

const hoursOn = (hours: OfficeAgency["details"]["openingHours"], day: number): string =>
  hours
    .filter(({ weekday }) => weekday === day)
    .map(range)
    .join(" / ");

/** The days with hours of their own, each once. */
const specialDays = (special: OfficeAgency["details"]["specialHours"]): [string, string][] =>
  [...new Set(special.map(({ day }) => day))].sort().map((day) => [
    day,
    special
      .filter((row) => row.day === day)
      .map(range)
      .join(" / "),
  ]);

/** What waits at an agency, with the lists that have it. */
export function AgencyWorkSheet({ agency: { agencyId, work, closedAt } }: { agency: OfficeAgency }) {
  const t = useT();
  const may = useMay();
  const formats = useFormats();
  const network = useNetwork();
  const orders = (state: string) =>
    `${href("orders", { network: network.id })}?${new URLSearchParams({ kind: "COLLECT", agency: agencyId, state })}`;
  const linked = (count: number, to: string, isOpen: boolean) =>
    count > 0 && isOpen ? <TextLink href={to}>{formats.number(count)}</TextLink> : formats.number(count);
  return (
    <Sheet id="work" title={t("agencies.work")}>
      <Facts
        facts={[
          {
            term: t("agencies.to-prepare"),
            value: linked(work.toPrepare, orders("TO_PROCESS"), may("orders.read")),
          },
          { term: t("agencies.ready"), value: linked(work.ready, orders("PROCESSING"), may("orders.read")) },
          {
            term: t("agencies.drawers"),
            value: linked(work.openDrawers, href("drawers", { network: network.id }), may("drawers.read")),
          },
        ]}
      />
      {closedAt !== null && work.openDrawers > 0 && <Notice tone="wait">{t("agencies.drawers.open")}</Notice>}
    </Sheet>
  );
}
