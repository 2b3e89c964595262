import { EmptyState } from "@guichet/ui/empty-state.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { OwnTicket } from "@guichet/ui/tickets/own-ticket.tsx";
import { type Formats, useFormats } from "../formats/formats.ts";
import { href } from "../paths.ts";
import { type Translate, useT } from "../texts/texts.tsx";
import type { NextTicket } from "./account-overview.server.ts";

/** Next ticket to show, one tap from its barcode, or a link to buy a first one. */
export function NextTicketStrip({ ticket }: { ticket: NextTicket | undefined }) {
  const t = useT();
  const formats = useFormats();
  if (!ticket) {
    return (
      <EmptyState
        level={3}
        title={t("accounts.ticket.none")}
        action={<LinkButton href={href("home")}>{t("accounts.ticket.buy")}</LinkButton>}
      >
        {t("accounts.ticket.none.text")}
      </EmptyState>
    );
  }
  return (
    <OwnTicket
      ink={ticket.ink}
      href={href(
        "wallet",
        undefined,
        ticket.isPresentable ? { ticket: ticket.ticketId, present: "1" } : { ticket: ticket.ticketId },
      )}
      state={stateOf(ticket, t, formats)}
      name={ticket.name}
      traveller={ticket.traveller ?? undefined}
      action={t("accounts.ticket.show")}
    />
  );
}

/** Describes the remaining trips, the end or the start of validity: the first that applies. */
function stateOf(ticket: NextTicket, t: Translate, formats: Formats): string {
  if (ticket.tripsLeft !== null) return t("accounts.ticket.trips", { count: ticket.tripsLeft });
  if (ticket.state === "active" && ticket.validUntil) {
    return t("accounts.ticket.until", { day: formats.lastDayOf(ticket.validUntil) });
  }
  if (ticket.validFrom) return t("accounts.ticket.from", { day: formats.dayOf(ticket.validFrom) });
  return t("accounts.ticket.first-use");
}
