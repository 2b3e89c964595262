import type { ReactNode } from "react";
import type { Ink } from "../ink.ts";
import { TextLink } from "../link.tsx";
import { VisuallyHidden } from "../visually-hidden.tsx";
import { Plate } from "./plate.tsx";

export type HeadingLevel = 1 | 2 | 3 | 4;

export type TicketFrame = {
  /** Layout: `shop` is horizontal on phones, `line` from 768 px, `own` always, `group` never; `blank` has no print. */
  form?: "shop" | "group" | "line" | "own" | "blank" | undefined;
  ink?: Ink | undefined;
  /** Whether it has a printed head, for a presented ticket or completed order. */
  band?: boolean | undefined;
  /** The hole of a validated or paid ticket; never decorative. */
  punched?: boolean | undefined;
  /** Makes the whole ticket a link. */
  href?: string | undefined;
  /** Whether a surrounding label or list already names the ticket. */
  quiet?: boolean | undefined;
};

/** A ticket: a body and a stub with a perforation between them. */
export function Ticket({ form, ink, band, punched, href, quiet, children }: TicketFrame & { children: ReactNode }) {
  const look = {
    className: "ticket",
    "data-form": form,
    "data-ink": ink,
    "data-band": band ? "" : undefined,
    "data-punched": punched ? "" : undefined,
  };
  if (href) {
    return (
      <TextLink href={href} {...look}>
        {children}
      </TextLink>
    );
  }
  const Element = quiet ? "div" : "article";
  return <Element {...look}>{children}</Element>;
}

/** Content of a ticket. */
export function TicketBody({ children }: { children: ReactNode }) {
  return <div className="ticket-body">{children}</div>;
}

/** Actions of a ticket. */
export function TicketStub({ children }: { children: ReactNode }) {
  return <div className="ticket-stub">{children}</div>;
}

/** Audience or kind; `category` is added for screen readers where only the icon shows it. */
export function TicketKind(props: {
  icon?: ReactNode;
  ink?: Ink | undefined;
  category?: string | undefined;
  children: ReactNode;
}) {
  return (
    <p className="ticket-kind">
      {props.icon && <Plate ink={props.ink}>{props.icon}</Plate>}
      <span>
        {props.category && <VisuallyHidden>{props.category}, </VisuallyHidden>}
        {props.children}
      </span>
    </p>
  );
}

export function TicketName({ level = 3, id, children }: { level?: HeadingLevel; id?: string; children: ReactNode }) {
  const Heading = `h${level}` as const;
  return (
    <Heading className={level === 1 ? undefined : "ticket-name"} id={id}>
      {children}
    </Heading>
  );
}

/** Main benefit in one line. */
export function TicketUse({ children }: { children: ReactNode }) {
  return <p className="ticket-use">{children}</p>;
}

export type Figure = { value: string; unit: string } | { icon: ReactNode };

/** The number that customers compare, or a pictogram. Hidden from screen readers, since the name contains it. */
export function TicketFigure({ figure }: { figure: Figure }) {
  return (
    <p className="ticket-figure" aria-hidden="true">
      {"icon" in figure ? (
        figure.icon
      ) : (
        <>
          <b>{figure.value}</b>
          {figure.unit}
        </>
      )}
    </p>
  );
}

/** Remaining time in a rosette; `label` contains all of it ("Encore 11 jours"). */
export function Rosette({ value, unit, label }: { value: string; unit: string; label: string }) {
  return (
    <div className="ticket-figure rosette">
      <VisuallyHidden>{label}</VisuallyHidden>
      <b aria-hidden="true">{value}</b>
      <span aria-hidden="true">{unit}</span>
    </div>
  );
}
