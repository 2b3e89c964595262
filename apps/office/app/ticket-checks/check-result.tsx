import { Facts } from "@guichet/ui/facts.tsx";
import { Figures } from "@guichet/ui/figures.tsx";
import { AlertIcon, CheckIcon, ClockIcon } from "@guichet/ui/icons.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { LiveRegion } from "@guichet/ui/page/live-region.tsx";
import { href } from "../paths.ts";
import { useFormats, useMay, useNetwork } from "../shell/page-context.tsx";
import { useT } from "../shell/texts.tsx";
import { type ShownCheck, type ShownTicket, toneOf } from "./shown-check.ts";

const icons = { ok: CheckIcon, wait: ClockIcon, bad: AlertIcon };

/** The result of a check, readable at arm's length: by colour, drawing and word, with the reason and the ticket. */
export function CheckResult({ check }: { check: ShownCheck }) {
  const t = useT();
  const formats = useFormats();
  const { outcome, reasons, ticket, checkedAt, isOffline } = check;
  const tone = toneOf[outcome];
  const Icon = icons[tone];
  return (
    <section className="check-result" data-tone={tone} aria-labelledby="check-outcome">
      <h2 id="check-outcome" className="check-outcome">
        <Icon />
        {t(`ticket-checks.outcome.${outcome}`)}
      </h2>
      {reasons.map((reason) => (
        <p key={reason} className="check-reason">
          {t(`ticket-checks.reason.${reason}`)}
        </p>
      ))}
      {isOffline && <p className="check-reason">{t("ticket-checks.offline.result")}</p>}
      {ticket && <TicketFacts ticket={ticket} />}
      <p className="fine">{t("ticket-checks.checked-at", { at: formats.shortInstant(checkedAt) })}</p>
    </section>
  );
}

/** In the place of a result while the next ticket is checked: nothing of the previous one. */
export function CheckRunning() {
  const t = useT();
  return (
    <section className="check-result" aria-busy="true">
      <p className="check-outcome">{t("ticket-checks.busy")}</p>
    </section>
  );
}

/** Announces each result, also one that reads like the one before: it is mounted before the first, and each has an element of its own. */
export function AnnouncedResult({ check }: { check: ShownCheck | null }) {
  const t = useT();
  if (check === null) return <LiveRegion />;
  const { checkId, checkedAt, outcome, reasons, isOffline } = check;
  return (
    <LiveRegion>
      <span key={`${checkId} ${checkedAt} ${reasons}`}>
        {[
          t(`ticket-checks.outcome.${outcome}`),
          ...reasons.map((reason) => t(`ticket-checks.reason.${reason}`)),
          ...(isOffline ? [t("ticket-checks.offline.result")] : []),
        ].join(" ")}
      </span>
    </LiveRegion>
  );
}

function TicketFacts({ ticket }: { ticket: ShownTicket }) {
  const t = useT();
  const formats = useFormats();
  const { name, serial, traveller, birthDate, birthYear, validFrom, validUntil, tripUntil } = ticket;
  const born = birthDate === null ? birthYear && `${birthYear}` : formats.shortDay(birthDate);
  const facts = [
    { term: t("ticket-checks.article"), value: name },
    { term: t("ticket-checks.traveller"), value: <bdi>{traveller || t("ticket-checks.anybody")}</bdi> },
    ...(born ? [{ term: t("ticket-checks.born"), value: born }] : []),
    {
      term: t("ticket-checks.from"),
      value: validFrom === null ? t("ticket-checks.first-use") : formats.shortInstant(validFrom),
    },
    ...(validUntil === null ? [] : [{ term: t("ticket-checks.until"), value: formats.shortInstant(validUntil) }]),
    ...(tripUntil === null ? [] : [{ term: t("ticket-checks.trip"), value: formats.shortInstant(tripUntil) }]),
    ...(serial === null ? [] : [{ term: t("ticket-checks.serial"), value: <Figures>{serial}</Figures> }]),
  ];
  return <Facts facts={facts} />;
}

/** Other times at which the ticket was shown: it may be on two phones. */
export function OtherChecks({ checks }: { checks: ShownCheck["otherChecks"] }) {
  const t = useT();
  const formats = useFormats();
  if (checks.length === 0) return null;
  return (
    <Notice tone="wait" role="alert" title={t("ticket-checks.repeated")}>
      <p>{t("ticket-checks.repeated.text")}</p>
      <ul>
        {checks.map(({ checkedAt, by }) => (
          <li key={checkedAt}>
            {by === null
              ? t("ticket-checks.repeated.here", { at: formats.shortInstant(checkedAt) })
              : t("ticket-checks.repeated.by", { at: formats.shortInstant(checkedAt), name: by })}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** The order of a ticket, for those who may see it. */
export function OrderOfTicket({ check: { known } }: { check: ShownCheck }) {
  const t = useT();
  const network = useNetwork();
  if (!useMay()("orders.read") || known === null) return null;
  return (
    <p>
      <TextLink href={href("order", { network: network.id, id: known.orderId })}>
        {t("ticket-checks.order", { number: known.orderNumber })}
      </TextLink>
    </p>
  );
}
