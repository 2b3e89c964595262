import { LiveRegion } from "../page/live-region.tsx";
import { Ticket, TicketBody, TicketStub } from "./ticket.tsx";

type LoadingTicketsProps = { label: string; count?: number };

/** Placeholders for tickets that are being loaded. */
export function LoadingTickets({ label, count = 1 }: LoadingTicketsProps) {
  return (
    <>
      <LiveRegion>{label}</LiveRegion>
      <div className="tickets" data-two={count > 1 ? "" : undefined} aria-hidden="true">
        {Array.from({ length: count }, (_, place) => place).map((place) => (
          <div key={place}>
            <Ticket form="blank" quiet>
              <TicketBody>
                <span className="unprinted" />
                <span className="unprinted" data-long="" />
                <span className="unprinted" />
              </TicketBody>
              <TicketStub>
                <span className="unprinted" />
              </TicketStub>
            </Ticket>
          </div>
        ))}
      </div>
    </>
  );
}
