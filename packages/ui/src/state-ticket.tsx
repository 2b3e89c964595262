import type { ReactNode } from "react";
import type { Ink } from "./ink.ts";
import { type HeadingLevel, Ticket, TicketBody, TicketName, TicketStub, TicketUse } from "./ticket.tsx";

type StateTicketProps = {
  /** `bad` failed or refused, `wait` unresolved or offline, `ok` done; without ink the ticket is blank. */
  ink?: Ink;
  icon?: ReactNode;
  /** What happened, in two or three words. */
  kind?: string;
  title: string;
  level?: HeadingLevel;
  children: ReactNode;
  /** The next step first. */
  actions?: ReactNode;
};

/** A place that is empty, offline, failed or refused: what it is for, and the next step, on a ticket. */
export function StateTicket({ ink, icon, kind, title, level = 2, children, actions }: StateTicketProps) {
  return (
    <Ticket form={ink ? undefined : "blank"} ink={ink}>
      <TicketBody>
        {kind && (
          <p className="ticket-kind across">
            {icon}
            {kind}
          </p>
        )}
        <div className="across">
          <TicketName level={level}>{title}</TicketName>
        </div>
        <div className="across">
          <TicketUse>{children}</TicketUse>
        </div>
      </TicketBody>
      {actions && <TicketStub>{actions}</TicketStub>}
    </Ticket>
  );
}
