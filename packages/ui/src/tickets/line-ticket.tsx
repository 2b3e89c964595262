import type { ReactNode } from "react";
import type { Ink } from "../ink.ts";
import { Price } from "../price.tsx";
import {
  type Figure,
  type HeadingLevel,
  Ticket,
  TicketBody,
  TicketFigure,
  TicketKind,
  TicketName,
  TicketStub,
  TicketUse,
} from "./ticket.tsx";

type LineTicketProps = {
  ink: Ink;
  icon: ReactNode;
  category: string;
  kind?: string;
  name: string;
  /** Traveller, support, validity. */
  use: ReactNode;
  figure?: Figure;
  price: { amount: string; per?: string; old?: { amount: string; label: string } };
  /** Quantity and remove; absent on a page that only summarises. */
  actions?: ReactNode;
  /** Errors of this line, above its actions. */
  notice?: ReactNode;
  level?: HeadingLevel;
};

/** A line of the cart. */
export function LineTicket(props: LineTicketProps) {
  const { ink, icon, category, kind, name, use, figure, price, actions, notice, level = 2 } = props;
  return (
    <Ticket form="line" ink={ink}>
      <TicketBody>
        <TicketKind ink={ink} icon={icon} category={kind ? category : undefined}>
          {kind ?? category}
        </TicketKind>
        <TicketName level={level}>{name}</TicketName>
        <TicketUse>{use}</TicketUse>
        {notice && <div className="across">{notice}</div>}
        {figure && <TicketFigure figure={figure} />}
      </TicketBody>
      <TicketStub>
        {actions}
        <Price {...price} />
      </TicketStub>
    </Ticket>
  );
}
