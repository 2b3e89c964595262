import type { PreviewedTicket } from "@guichet/contract/office/refunds.ts";
import { Figures } from "@guichet/ui/figures.tsx";
import { TicketStamp } from "../order-money/ticket-stamp.tsx";
import { useFormats } from "../shell/page-context.tsx";
import { TableFrame } from "../shell/table-frame.tsx";
import { useT } from "../shell/texts.tsx";

interface PreviewOfTicketsProps {
  tickets: readonly PreviewedTicket[];
  /** Whether a refund was computed: otherwise nothing becomes of a ticket yet. */
  isPreview: boolean;
}

/** Each ticket of an order: what was paid, what its policy would give, what this refund gives, and what becomes of it. */
export function PreviewOfTickets({ tickets, isPreview }: PreviewOfTicketsProps) {
  const t = useT();
  if (tickets.length === 0) return <p className="soft">{t("refunds.no-tickets")}</p>;
  return (
    <section>
      <h2>{t("refunds.tickets")}</h2>
      <TableFrame label={t("refunds.tickets")}>
        <thead>
          <tr>
            <th scope="col">{t("refunds.ticket")}</th>
            <th scope="col">{t("refunds.state")}</th>
            <th scope="col" className="money">
              {t("refunds.paid")}
            </th>
            <th scope="col">{t("refunds.by-policy")}</th>
            <th scope="col">{t("refunds.becomes")}</th>
          </tr>
        </thead>
        <tbody>
          {tickets.map((ticket) => (
            <TicketRow key={ticket.ticketId} ticket={ticket} isPreview={isPreview} />
          ))}
        </tbody>
      </TableFrame>
    </section>
  );
}

function TicketRow({ ticket, isPreview }: { ticket: PreviewedTicket; isPreview: boolean }) {
  const t = useT();
  const formats = useFormats();
  const { name, serial, traveller, state, paid, left, refund, isCancelled } = ticket;
  return (
    <tr>
      <th scope="row">
        {name}
        <span className="fine act-note">
          <Figures>{serial}</Figures>
          {traveller && (
            <>
              {" · "}
              <bdi>{traveller}</bdi>
            </>
          )}
        </span>
      </th>
      <td>
        <TicketStamp state={state} />
      </td>
      <td className="money">
        {formats.money(paid)}
        {left.amount < paid.amount && (
          <span className="fine act-note">{t("refunds.left", { amount: formats.money(left) })}</span>
        )}
      </td>
      <td>
        <Policy ticket={ticket} />
      </td>
      <td>
        {!isPreview ? (
          "–"
        ) : (
          <>
            {t(isCancelled ? "refunds.becomes.cancelled" : "refunds.becomes.unchanged")}
            {refund !== null && (
              <span className="fine act-note">{t("refunds.refunded", { amount: formats.money(refund) })}</span>
            )}
          </>
        )}
      </td>
    </tr>
  );
}

/** What the customer would get today by the policy of the purchase, with what is deducted. */
function Policy({ ticket: { byPolicy } }: { ticket: PreviewedTicket }) {
  const t = useT();
  const formats = useFormats();
  const { used, fee, refund, refusal } = byPolicy;
  if (refusal !== null) return <span className="soft">{t(`refunds.refusal.${refusal}`)}</span>;
  return (
    <>
      {formats.money(refund)}
      {used.amount > 0 && <span className="fine act-note">{t("refunds.used", { amount: formats.money(used) })}</span>}
      {fee.amount > 0 && <span className="fine act-note">{t("refunds.fee", { amount: formats.money(fee) })}</span>}
    </>
  );
}
