import type { ReactNode } from "react";
import type { Ink } from "../ink.ts";
import { Ticket, TicketBody, TicketKind, TicketStub, TicketUse } from "./ticket.tsx";

type OwnTicketProps = {
  ink: Ink;
  href: string;
  /** "Encore 11 jours" */
  state: ReactNode;
  name: string;
  /** Traveller and end, hidden on phones. */
  use?: ReactNode;
  /** Label of the link: "Présenter". */
  action: string;
};

/** A ticket in the wallet; the whole ticket is a link to its code. */
export function OwnTicket({ ink, href, state, name, use, action }: OwnTicketProps) {
  return (
    <Ticket form="own" ink={ink} href={href}>
      <TicketBody>
        <TicketKind>{state}</TicketKind>
        <p className="display ticket-name">{name}</p>
        {use && (
          <div className="from-tablet">
            <TicketUse>{use}</TicketUse>
          </div>
        )}
      </TicketBody>
      <TicketStub>
        <span className="button" data-variant="main">
          {action}
        </span>
      </TicketStub>
    </Ticket>
  );
}
