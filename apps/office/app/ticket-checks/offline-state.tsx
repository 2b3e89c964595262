import { checkListOldHours } from "@guichet/contract/limits/ticket-check-limits.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Joined } from "@guichet/ui/joined.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { href } from "../paths.ts";
import { useFormats, useNetwork } from "../shell/page-context.tsx";
import { useT } from "../shell/texts.tsx";
import type { CheckList } from "./offline/check-list.ts";
import type { LateFinding, QueuedCheck } from "./offline/check-queue.ts";
import type { ServerClock } from "./offline/server-clock.ts";
import type { useReports } from "./use-reports.ts";

type Reports = ReturnType<typeof useReports>;

/** How old the list is by which this browser checks without a connection, and whether its clock can be trusted. */
export function ListAge({ list, clock }: { list: CheckList | undefined; clock: ServerClock }) {
  const t = useT();
  const formats = useFormats();
  if (list === undefined) return <p className="fine soft">{t("ticket-checks.list.none")}</p>;
  const { now, isClockWrong } = clock.read(list);
  if (isClockWrong) {
    return (
      <Notice tone="bad" role="alert" title={t("ticket-checks.clock")}>
        {t("ticket-checks.clock.text")}
      </Notice>
    );
  }
  const hours = (Date.parse(now) - Date.parse(list.asOf)) / 3_600_000;
  const isToday = formats.dayOf(list.asOf) === formats.dayOf(now);
  const at = isToday ? formats.time(list.asOf) : formats.shortInstant(list.asOf);
  const text = t("ticket-checks.list", { at, count: list.stopped.length });
  if (hours < checkListOldHours) return <p className="fine soft">{text}</p>;
  return (
    <Notice tone="wait" title={text}>
      {t("ticket-checks.list.old")}
    </Notice>
  );
}

/** Checks that are not reported yet, and why. */
export function Unreported({ reports: { stored, isSignedOut, isFull } }: { reports: Reports }) {
  const t = useT();
  const network = useNetwork();
  const count = stored.queue.length;
  if (isFull) {
    return (
      <Notice tone="bad" role="alert">
        {t("ticket-checks.queue.full")}
      </Notice>
    );
  }
  if (count === 0) return null;
  const next = new URLSearchParams({ next: href("ticketCheck", { network: network.id }) });
  return (
    <Notice tone="wait" role="status" title={t("ticket-checks.queue", { count })}>
      {isSignedOut ? (
        <TextLink href={`${href("signIn")}?${next}`}>{t("ticket-checks.queue.sign-in")}</TextLink>
      ) : (
        t("ticket-checks.queue.text")
      )}
    </Notice>
  );
}

/** What the report of earlier checks found, until somebody has read it. */
export function LateFindings({ reports: { stored, clearFindings } }: { reports: Reports }) {
  const t = useT();
  const count = stored.findings.length + stored.refused.length;
  if (count === 0) return null;
  return (
    <Notice tone="bad" role="alert" title={t("ticket-checks.late", { count })}>
      <ul className="check-late">
        {stored.findings.map((one) => (
          <Finding key={one.checkId} finding={one} />
        ))}
        {stored.refused.map((one) => (
          <Refused key={one.checkId} check={one} />
        ))}
      </ul>
      <Button type="button" onClick={clearFindings}>
        {t("ticket-checks.late.read")}
      </Button>
    </Notice>
  );
}

function Refused({ check: { checkedAt, outcome } }: { check: QueuedCheck }) {
  const t = useT();
  const formats = useFormats();
  return (
    <li>
      <b>{formats.shortInstant(checkedAt)}</b>
      <p>{t("ticket-checks.late.refused", { shown: t(`ticket-checks.outcome.${outcome}`) })}</p>
    </li>
  );
}

function Finding({ finding }: { finding: LateFinding }) {
  const t = useT();
  const formats = useFormats();
  const { checkedAt, name, serial, shown, outcome, reasons, otherChecks } = finding;
  return (
    <li>
      <b>
        <Joined parts={[formats.shortInstant(checkedAt), name, serial]} />
      </b>
      {outcome !== shown && (
        <p>
          {t("ticket-checks.late.differs", {
            shown: t(`ticket-checks.outcome.${shown}`),
            outcome: t(`ticket-checks.outcome.${outcome}`),
          })}{" "}
          {reasons.map((reason) => t(`ticket-checks.reason.${reason}`)).join(" ")}
        </p>
      )}
      {otherChecks.map((other) => (
        <p key={other.checkedAt}>
          {t("ticket-checks.late.repeated", { at: formats.shortInstant(other.checkedAt), name: other.by })}
        </p>
      ))}
    </li>
  );
}
