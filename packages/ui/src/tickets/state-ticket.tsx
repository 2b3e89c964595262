import type { ReactNode } from "react";
import type { Ink } from "../ink.ts";
import { type HeadingLevel, Ticket, TicketBody, TicketName, TicketStub, TicketUse } from "./ticket.tsx";

type StateTicketProps = {
  /** `bad`: failed or refused, `wait`: pending or offline, `ok`: done; without it the ticket is blank. */
  ink?: Ink;
  icon?: ReactNode;
  /** The event in two or three words. */
  kind?: string;
  title: string;
  level?: HeadingLevel;
  children: ReactNode;
  /** Actions, the next step first. */
  actions?: ReactNode;
};

/** A ticket for an empty, offline, failed or refused screen, with an explanation and the next step. */
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
