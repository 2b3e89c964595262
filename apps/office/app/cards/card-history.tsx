import type { StaffCard } from "@guichet/contract/office/cards.ts";
import { useFormats } from "../shell/shell.tsx";
import { TableFrame } from "../shell/table-frame.tsx";
import { type Translate, useT } from "../shell/texts.tsx";
import { actText, ticketState } from "./card-words.tsx";

/** What was declared of the card, and how it ended. */
export function Incidents({ incidents }: Pick<StaffCard, "incidents">) {
  const t = useT();
  const formats = useFormats();
  return (
    <section>
      <h2>{t("cards.incidents")}</h2>
      {incidents.length === 0 && <p className="soft">{t("cards.incidents.none")}</p>}
      <ol className="history">
        {incidents.map((incident) => (
          <li key={incident.declaredAt}>
            <span>{formats.shortInstant(incident.declaredAt)}</span>
            <span>
              {t("cards.declared", { incident: t(`cards.incident.${incident.kind}`), by: declaredBy(t, incident) })}
              {incident.note && <q className="act-note">{incident.note}</q>}
              {incident.liftedAt && (
                <>
                  <br />
                  {t("cards.lifted", { at: formats.shortInstant(incident.liftedAt) })}
                  {incident.liftNote && <q className="act-note">{incident.liftNote}</q>}
                </>
              )}
              {incident.replacedAt && (
                <>
                  <br />
                  {t("cards.replaced", { at: formats.shortInstant(incident.replacedAt) })}
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
  return by === "staff" ? t("cards.by.staff", { name: staffName ?? "–" }) : t(`cards.by.${by}`);
}

/** What is on the card. */
export function CardTickets({ tickets }: Pick<StaffCard, "tickets">) {
  const t = useT();
  const formats = useFormats();
  const validity = (from: string | null, until: string | null) => {
    if (from === null) return t("cards.not-begun");
    if (until === null) return formats.shortInstant(from);
    return t("cards.from-to", { from: formats.shortInstant(from), until: formats.shortInstant(until) });
  };
  return (
    <section>
      <h2>{t("cards.tickets")}</h2>
      {tickets.length === 0 ? (
        <p className="soft">{t("cards.tickets.none")}</p>
      ) : (
        <TableFrame label={t("cards.tickets")}>
          <thead>
            <tr>
              <th scope="col">{t("cards.ticket")}</th>
              <th scope="col">{t("cards.state")}</th>
              <th scope="col">{t("cards.valid")}</th>
              <th scope="col">{t("cards.loaded")}</th>
            </tr>
          </thead>
          <tbody>
            {tickets.map(({ ticketId, name, status, validFrom, validUntil, loadedAt }) => (
              <tr key={ticketId}>
                <th scope="row">{name}</th>
                <td>{ticketState(t, status)}</td>
                <td>{validity(validFrom, validUntil)}</td>
                <td>{loadedAt === null ? t("cards.loaded.not") : formats.shortInstant(loadedAt)}</td>
              </tr>
            ))}
          </tbody>
        </TableFrame>
      )}
    </section>
  );
}

/** Who of the staff did what, when and why. */
export function Acts({ acts }: Pick<StaffCard, "acts">) {
  const t = useT();
  const formats = useFormats();
  return (
    <section>
      <h2>{t("cards.history")}</h2>
      {acts.length === 0 && <p className="soft">{t("cards.history.none")}</p>}
      <ol className="history">
        {acts.map(({ act, by, at, reason }) => (
          <li key={`${at} ${act}`}>
            <span>{formats.shortInstant(at)}</span>
            <span>
              {actText(t, act, by ?? "–")}
              {reason && <q className="act-note">{reason}</q>}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
