import type { ReactNode } from "react";
import type { Ink } from "./ink.ts";
import { LinkButton } from "./link-button.tsx";
import { Price } from "./price.tsx";
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
import { VisuallyHidden } from "./visually-hidden.tsx";

export type ShopTicketProps = {
  ink: Ink;
  /** The pictogram of its category, and the category in words. */
  icon: ReactNode;
  category: string;
  /** For whom ("18 à 27 ans"); without it the category is shown. */
  kind?: string;
  name: string;
  use: ReactNode;
  figure?: Figure;
  price: { from?: string; amount: string; per?: string; old?: { amount: string; label: string } };
  /** `hint` completes the label for screen readers: " Pass 31 jours, 18 à 27 ans". */
  action: { href: string; label: string; hint: string } | ReactNode;
  level?: HeadingLevel;
};

/** A product on sale: what it is, for whom, its price, one way on. */
export function ShopTicket(props: ShopTicketProps) {
  const { ink, icon, category, kind, name, use, figure, price, action, level = 2 } = props;
  return (
    <Ticket form="shop" ink={ink}>
      <TicketBody>
        <TicketKind ink={ink} icon={icon} category={kind ? category : undefined}>
          {kind ?? category}
        </TicketKind>
        <TicketName level={level}>{name}</TicketName>
        <TicketUse>{use}</TicketUse>
        {figure && <TicketFigure figure={figure} />}
      </TicketBody>
      <TicketStub>
        <Price {...price} />
        {isLink(action) ? (
          <LinkButton href={action.href}>
            {action.label}
            <VisuallyHidden> {action.hint}</VisuallyHidden>
          </LinkButton>
        ) : (
          action
        )}
      </TicketStub>
    </Ticket>
  );
}

function isLink(action: ShopTicketProps["action"]): action is { href: string; label: string; hint: string } {
  return typeof action === "object" && action !== null && "href" in action;
}
