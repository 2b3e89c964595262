import type { OrderTicket } from "@guichet/contract/office/order-money.ts";
import type { StaffOrder } from "@guichet/contract/office/orders.ts";
import { Figures } from "@guichet/ui/figures.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { isDayStart } from "@guichet/web/day-start.ts";
import { href } from "../paths.ts";
import { useFormats, useNetwork } from "../shell/page-context.tsx";
import { TableFrame } from "../shell/table-frame.tsx";
import { useT } from "../shell/texts.tsx";
import { TicketStamp } from "./ticket-stamp.tsx";

/** The tickets of an order, each with its number, state and validity. */
export function OrderTickets({ tickets }: Pick<StaffOrder, "tickets">) {
  const t = useT();
  if (tickets.length === 0) return null;
  return (
    <section>
      <h2>{t("order-money.tickets")}</h2>
      <TableFrame label={t("order-money.tickets")}>
        <thead>
          <tr>
            <th scope="col">{t("order-money.ticket")}</th>
            <th scope="col">{t("order-money.traveller")}</th>
            <th scope="col">{t("order-money.validity")}</th>
            <th scope="col">{t("order-money.state")}</th>
          </tr>
        </thead>
        <tbody>
          {tickets.map((ticket) => (
            <TicketRow key={ticket.ticketId} ticket={ticket} />
          ))}
        </tbody>
      </TableFrame>
    </section>
  );
}

function TicketRow({ ticket }: { ticket: OrderTicket }) {
  const t = useT();
  const formats = useFormats();
  const { name, serial, traveller, validFrom, validUntil, state } = ticket;
  return (
    <tr>
      <th scope="row">
        {name}
        <span className="fine act-note">
          <Figures>{serial}</Figures>
        </span>
      </th>
      <td>
        <bdi>{traveller ?? "–"}</bdi>
      </td>
      <td>
        {validFrom === null && validUntil === null && "–"}
        {validFrom !== null && t("order-money.valid-from", { at: formats.shortInstant(validFrom) })}
        {validUntil !== null && (
          <span className="act-note">
            {isDayStart(formats, validUntil)
              ? t("order-money.valid-until-day", { day: formats.lastDayOf(validUntil) })
              : t("order-money.valid-until", { at: formats.shortInstant(validUntil) })}
          </span>
        )}
      </td>
      <td>
        <TicketStamp state={state} />
      </td>
    </tr>
  );
}

/** Invoice and credit notes of an order, each opened as PDF. */
export function OrderDocuments({ order: { orderId, documents } }: { order: StaffOrder }) {
  const t = useT();
  const formats = useFormats();
  const network = useNetwork();
  const documentHref = (number: string) => href("orderDocument", { network: network.id, id: orderId, number });
  return (
    <section>
      <h2>{t("order-money.documents")}</h2>
      {documents.length === 0 ? (
        <p className="soft">{t("order-money.documents.none")}</p>
      ) : (
        <ul className="history">
          {documents.map(({ kind, number, issuedAt, total }) => (
            <li key={number}>
              <span>{formats.shortInstant(issuedAt)}</span>
              <span>
                <TextLink href={documentHref(number)} target="_blank">
                  {t(`order-money.document.${kind}`, { number })}
                </TextLink>{" "}
                · {formats.money(total)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
