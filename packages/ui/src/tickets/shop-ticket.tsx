import type { ReactNode } from "react";
import type { Ink } from "../ink.ts";
import { LinkButton } from "../link-button.tsx";
import { Price } from "../price.tsx";
import { VisuallyHidden } from "../visually-hidden.tsx";
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

export type ShopTicketProps = {
  ink: Ink;
  /** Pictogram and name of its category. */
  icon: ReactNode;
  category: string;
  /** Target audience ("18 à 27 ans"); default: the category. */
  kind?: string;
  name: string;
  use: ReactNode;
  figure?: Figure;
  /** Absent if the action states it. */
  price?: { from?: string; amount: string; per?: string; old?: { amount: string; label: string } };
  /** `hint` completes the label for screen readers: " Pass 31 jours, 18 à 27 ans". */
  action: { href: string; label: string; hint: string } | ReactNode;
  /** Questions that determine the article; changes of its price are announced. */
  choices?: ReactNode;
  /** Id of its name, as the target of links. */
  id?: string;
  level?: HeadingLevel;
};

/** An article for sale, or several of which one is chosen: name, audience, price, link. */
export function ShopTicket(props: ShopTicketProps) {
  const { ink, icon, category, kind, name, use, figure, price, action, choices, id, level = 2 } = props;
  return (
    <Ticket form={choices ? "group" : "shop"} ink={ink}>
      <TicketBody>
        <TicketKind ink={ink} icon={icon} category={kind ? category : undefined}>
          {kind ?? category}
        </TicketKind>
        <TicketName level={level} {...(id === undefined ? {} : { id })}>
          {name}
        </TicketName>
        <TicketUse>{use}</TicketUse>
        {figure && <TicketFigure figure={figure} />}
        {choices && <div className="across ticket-choices">{choices}</div>}
      </TicketBody>
      <TicketStub>
        {choices ? <div aria-live="polite">{price && <Price {...price} />}</div> : price && <Price {...price} />}
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
