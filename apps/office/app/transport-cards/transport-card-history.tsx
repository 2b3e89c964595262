import type { StaffCard } from "@guichet/contract/office/transport-cards.ts";
import { useFormats } from "../shell/page-context.tsx";
import { TableFrame } from "../shell/table-frame.tsx";
import { type Translate, useT } from "../shell/texts.tsx";
import { auditEntryText, ticketState } from "./transport-card-texts.tsx";

/** The incidents declared for the card, and how each ended. */
export function Incidents({ incidents }: Pick<StaffCard, "incidents">) {
  const t = useT();
  const formats = useFormats();
  return (
    <section>
      <h2>{t("transport-cards.incidents")}</h2>
      {incidents.length === 0 && <p className="soft">{t("transport-cards.incidents.none")}</p>}
      <ol className="history">
        {incidents.map((incident) => (
          <li key={incident.declaredAt}>
            <span>{formats.shortInstant(incident.declaredAt)}</span>
            <span>
              {t("transport-cards.declared", {
                incident: t(`transport-cards.incident.${incident.kind}`),
                by: declaredBy(t, incident),
              })}
              {incident.note && <q className="act-note">{incident.note}</q>}
              {incident.liftedAt && (
                <>
                  <br />
                  {t("transport-cards.lifted", { at: formats.shortInstant(incident.liftedAt) })}
                  {incident.liftNote && <q className="act-note">{incident.liftNote}</q>}
                </>
              )}
              {incident.replacedAt && (
                <>
                  <br />
                  {t("transport-cards.replaced", { at: formats.shortInstant(incident.replacedAt) })}
                </>
              )}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function declaredBy(t: Translate, { declaredBy: by, staffName }: StaffCard["incidents"][number]): string {
  return by === "staff" ? t("transport-cards.by.staff", { name: staffName ?? "–" }) : t(`transport-cards.by.${by}`);
}

/** The tickets on the card. */
export function CardTickets({ tickets }: Pick<StaffCard, "tickets">) {
  const t = useT();
  const formats = useFormats();
  const validity = (from: string | null, until: string | null) => {
    if (from === null) return t("transport-cards.not-begun");
    if (until === null) return formats.shortInstant(from);
    return t("transport-cards.from-to", { from: formats.shortInstant(from), until: formats.shortInstant(until) });
  };
  return (
    <section>
      <h2>{t("transport-cards.tickets")}</h2>
      {tickets.length === 0 ? (
        <p className="soft">{t("transport-cards.tickets.none")}</p>
      ) : (
        <TableFrame label={t("transport-cards.tickets")}>
          <thead>
            <tr>
              <th scope="col">{t("transport-cards.ticket")}</th>
              <th scope="col">{t("transport-cards.state")}</th>
              <th scope="col">{t("transport-cards.valid")}</th>
              <th scope="col">{t("transport-cards.loaded")}</th>
            </tr>
          </thead>
          <tbody>
            {tickets.map(({ ticketId, name, status, validFrom, validUntil, loadedAt }) => (
              <tr key={ticketId}>
                <th scope="row">{name}</th>
                <td>{ticketState(t, status)}</td>
                <td>{validity(validFrom, validUntil)}</td>
                <td>{loadedAt === null ? t("transport-cards.loaded.not") : formats.shortInstant(loadedAt)}</td>
              </tr>
            ))}
          </tbody>
        </TableFrame>
      )}
    </section>
  );
}

/** The staff's actions on the card: who, what, when and why. */
export function AuditEntries({ acts }: Pick<StaffCard, "acts">) {
  const t = useT();
  const formats = useFormats();
  return (
    <section>
      <h2>{t("transport-cards.history")}</h2>
      {acts.length === 0 && <p className="soft">{t("transport-cards.history.none")}</p>}
      <ol className="history">
        {acts.map(({ act, by, at, reason }) => (
          <li key={`${at} ${act}`}>
            <span>{formats.shortInstant(at)}</span>
            <span>
              {auditEntryText(t, act, by ?? "–")}
              {reason && <q className="act-note">{reason}</q>}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
