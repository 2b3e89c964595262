import type { ReactNode } from "react";
import type { Ink } from "../ink.ts";
import { Ticket, TicketBody, TicketKind, TicketStub, TicketUse } from "./ticket.tsx";

type OwnTicketProps = {
  ink: Ink;
  href: string;
  /** "Encore 11 jours" */
  state: ReactNode;
  name: string;
  /** The traveller, on every screen. */
  traveller?: string | undefined;
  /** The end, hidden on phones. */
  use?: ReactNode;
  /** Label of the link: "Présenter". */
  action?: string | undefined;
};

/** A ticket in the wallet; the whole ticket is a link to its code. */
export function OwnTicket({ ink, href, state, name, traveller, use, action }: OwnTicketProps) {
  return (
    <Ticket form="own" ink={ink} href={href}>
      <TicketBody>
        <TicketKind>{state}</TicketKind>
        <p className="display ticket-name">
          <bdi>{name}</bdi>
        </p>
        {traveller && (
          <p className="ticket-traveller">
            <bdi>{traveller}</bdi>
          </p>
        )}
        {use && (
          <div className="from-tablet">
            <TicketUse>{use}</TicketUse>
          </div>
        )}
      </TicketBody>
      <TicketStub>
        {action && (
          <span className="button" data-variant="main">
            {action}
          </span>
        )}
      </TicketStub>
    </Ticket>
  );
}
