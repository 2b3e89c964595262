import type { Ticket } from "@guichet/contract/wallet.ts";
import { RefreshIcon } from "@guichet/ui/icons.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { ToolLink } from "@guichet/ui/tool.tsx";
import { useFormats } from "../../formats/formats.ts";
import { href } from "../../paths.ts";
import { BoughtSubscription } from "../../subscriptions/bought-subscription.tsx";
import type { SubscriptionNote } from "../../subscriptions/subscriptions.server.ts";
import { useT } from "../../texts/texts.tsx";
import { CardLoadStatus } from "../card-load-status.tsx";
import { DisputedTicket } from "../disputed-ticket.tsx";
import { presentHref } from "../present/pager.tsx";
import { isRunning } from "../ticket-words.ts";
import { UnpaidTicket } from "../unpaid-ticket.tsx";
import { UnsettledTicket } from "../unsettled-ticket.tsx";
import { UseLocation } from "../use-location.tsx";
import type { WalletLink } from "../wallet-apps.server.ts";
import { WalletLinks } from "../wallet-links.tsx";
import { TicketActions } from "./ticket-actions.tsx";
import { TicketUses } from "./ticket-uses.tsx";

type TicketDetailsProps = {
  ticket: Ticket;
  /** The time of the server's response, in milliseconds. */
  now: number;
  /** Whether the barcode is shown. */
  shown: boolean;
  /** The use for which the user may share a location. */
  position: { useId: string; agreed: boolean | null } | null;
  /** The subscription that issued the ticket. */
  subscription: SubscriptionNote | null;
  walletLinks: readonly WalletLink[];
};

/** The notices about a ticket, its actions, and its uses. */
export function TicketDetails({ ticket, shown, now, position, subscription, walletLinks }: TicketDetailsProps) {
  return (
    <>
      {shown && <PresentLink ticket={ticket} />}
      <WalletLinks links={walletLinks} />
      <UnpaidTicket ticket={ticket} />
      <DisputedTicket ticket={ticket} />
      <UnsettledTicket ticket={ticket} />
      <CardLoadStatus ticket={ticket} />
      <UseLink ticket={ticket} now={now} />
      {position && <UseLocation {...position} />}
      {subscription && <BoughtSubscription note={subscription} />}
      <Refresh ticket={ticket} now={now} />
      <TicketActions ticket={ticket} shown={shown} />
      <TicketUses ticket={ticket} />
    </>
  );
}

/** Leads to the ticket on the whole screen. */
function PresentLink({ ticket }: { ticket: Ticket }) {
  const t = useT();
  return (
    <div className="no-print stack">
      <LinkButton variant="main" big href={presentHref(ticket.ticketId)}>
        {t("wallet.present")}
      </LinkButton>
    </div>
  );
}

function Refresh({ ticket, now }: { ticket: Ticket; now: number }) {
  const t = useT();
  const formats = useFormats();
  return (
    <p className="row small soft" data-ends="">
      <span>{t("wallet.refreshed", { instant: formats.instant(new Date(now).toISOString()) })}</span>
      <ToolLink href={href("wallet", undefined, { ticket: ticket.ticketId })} icon={<RefreshIcon size="s" />}>
        {t("wallet.refresh")}
      </ToolLink>
    </p>
  );
}

/** Link to use the ticket; a ticket on a card is validated with the card. */
function UseLink({ ticket, now }: { ticket: Ticket; now: number }) {
  const t = useT();
  if (ticket.punch === null && !isRunning(ticket, now)) return null;
  const to = href("wallet", undefined, { ticket: ticket.ticketId, use: "1" });
  return (
    <div className="no-print stack">
      <LinkButton big href={to}>
        {t(ticket.punch === null ? "wallet.use.change" : "wallet.present.validate")}
      </LinkButton>
    </div>
  );
}
