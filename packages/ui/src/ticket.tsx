import type { ReactNode } from "react";
import type { Ink } from "./ink.ts";
import { TextLink } from "./link.tsx";
import { Plate } from "./plate.tsx";
import { VisuallyHidden } from "./visually-hidden.tsx";

export type HeadingLevel = 1 | 2 | 3 | 4;

export type TicketFrame = {
  /** How it lies: `shop` on its side on phones, `line` from 768 px, `own` always, `blank` with nothing printed yet. */
  form?: "shop" | "line" | "own" | "blank" | undefined;
  ink?: Ink | undefined;
  /** A printed head, for what is shown or settled. */
  band?: boolean | undefined;
  /** The hole of a validated or paid ticket; it is a statement, never decoration. */
  punched?: boolean | undefined;
  /** The whole ticket leads there. */
  href?: string | undefined;
  /** The ticket stands inside a label or a list that already names it. */
  quiet?: boolean | undefined;
};

/** The printed object of the shop: a body and a stub with a perforation between them. */
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

/** What it is. */
export function TicketBody({ children }: { children: ReactNode }) {
  return <div className="ticket-body">{children}</div>;
}

/** What you do with it. */
export function TicketStub({ children }: { children: ReactNode }) {
  return <div className="ticket-stub">{children}</div>;
}

/** For whom or which kind; `category` is said before it where the icon alone shows it. */
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

/** What it is good for, in one line. */
export function TicketUse({ children }: { children: ReactNode }) {
  return <p className="ticket-use">{children}</p>;
}

export type Figure = { value: string; unit: string } | { icon: ReactNode };

/** The number that people compare, or a pictogram. The name says it already: screen readers pass over it. */
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

/** The time left, in a rosette; `label` says the whole of it ("Encore 11 jours"). */
export function Rosette({ value, unit, label }: { value: string; unit: string; label: string }) {
  return (
    <div className="ticket-figure rosette">
      <VisuallyHidden>{label}</VisuallyHidden>
      <b aria-hidden="true">{value}</b>
      <span aria-hidden="true">{unit}</span>
    </div>
  );
}
