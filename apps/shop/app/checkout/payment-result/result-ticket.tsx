import { Figures } from "@guichet/ui/figures.tsx";
import type { Ink } from "@guichet/ui/ink.ts";
import { type Line, Lines } from "@guichet/ui/lines.tsx";
import { Ticket, TicketBody, TicketName, TicketStub } from "@guichet/ui/tickets/ticket.tsx";
import type { ReactNode } from "react";

type ResultTicketProps = {
  ink: Ink;
  /** True for a paid order, drawn as a punched hole. */
  punched?: boolean;
  stamp: ReactNode;
  title: string;
  lines: Line[];
  children: ReactNode;
};

/** Payment result, displayed as a printed ticket. */
export function ResultTicket({ ink, punched, stamp, title, lines, children }: ResultTicketProps) {
  return (
    <Ticket ink={ink} band punched={punched}>
      <TicketBody>
        <div className="across stack text-center" data-gap="m" role="status">
          <p>{stamp}</p>
          <TicketName level={1}>{title}</TicketName>
          {children}
        </div>
      </TicketBody>
      {lines.length > 0 && (
        <TicketStub>
          <Lines lines={lines} />
        </TicketStub>
      )}
    </Ticket>
  );
}

/** Order number, large enough to be read aloud. */
export function OrderNumber({ number }: { number: string }) {
  return (
    <span className="display text-title">
      <Figures>{number}</Figures>
    </span>
  );
}
