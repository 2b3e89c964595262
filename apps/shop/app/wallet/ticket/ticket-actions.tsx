import type { Ticket } from "@guichet/contract/wallet.ts";
import { Figures } from "@guichet/ui/figures.tsx";
import { ReceiptIcon } from "@guichet/ui/icons.tsx";
import { Item } from "@guichet/ui/item.tsx";
import { DownloadIcon, SwapIcon } from "@guichet/ui/more-icons.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { fileHref, href } from "../../paths.ts";
import { useT } from "../../texts/texts.tsx";

/** Actions on a ticket: PDF, attestation, transfer, receipt. */
export function TicketActions({ ticket, shown }: { ticket: Ticket; shown: boolean }) {
  const t = useT();
  const { ticketId, orderId, state } = ticket;
  const of = { ticket: ticketId };
  const isPrintable = ticket.support !== "MEDIA" && (shown || state === "expired" || state === "used-up");
  const isAttestable = ticket.validFrom !== null && ticket.validUntil !== null && ticket.traveller !== null;
  return (
    <div className="no-print">
      <Sheet list>
        <h2 className="visually-hidden">{t("wallet.actions")}</h2>
        {isPrintable && (
          <Item
            href={fileHref("ticketPdf", of)}
            icon={<DownloadIcon />}
            name={t("wallet.pdf")}
            note={t("wallet.pdf.note")}
          />
        )}
        {isAttestable && state !== "cancelled" && (
          <Item
            href={fileHref("attestationPdf", of)}
            icon={<DownloadIcon />}
            name={t("wallet.attestation")}
            note={t("wallet.attestation.note")}
          />
        )}
        {ticket.isTransferable && (
          <Item
            href={href("wallet", undefined, { ticket: ticketId, give: "1" })}
            icon={<SwapIcon />}
            name={t("wallet.give")}
            note={t("wallet.give.note")}
          />
        )}
        <Item
          href={href("invoices", undefined, { order: orderId })}
          icon={<ReceiptIcon />}
          name={t("wallet.receipt")}
          note={<Figures>{ticket.orderNumber}</Figures>}
        />
      </Sheet>
    </div>
  );
}
