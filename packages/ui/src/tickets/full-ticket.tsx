import type { ReactNode } from "react";
import type { Ink } from "../ink.ts";

type FullTicketProps = {
  ink: Ink;
  /** Id of one of several tickets in a page, which shows the one that its address names (`#id`). */
  targetId?: string;
  /** Leaves the full screen. */
  close: ReactNode;
  /** The current time, with seconds. */
  clock: ReactNode;
  /** Leads to everything else about the ticket. */
  details?: ReactNode;
  stamp: ReactNode;
  name: string;
  traveller: ReactNode;
  /** Place among several tickets: "1 sur 3". */
  position?: ReactNode;
  validity: ReactNode;
  /** A `TimeRing`. */
  ring?: ReactNode;
  /** An SVG drawing with an accessible name. */
  code: ReactNode;
  /** Serial number in groups, to read aloud. */
  serial: string;
  /** Hint below the number. */
  hint?: ReactNode;
  /** Previous and next ticket. */
  pager?: ReactNode;
  /** What was just done. */
  done?: ReactNode;
  /** The button that validates, within reach of the thumb. */
  action?: ReactNode;
  /** Content below the screen, for those who scroll. */
  children?: ReactNode;
};

/**
 * One ticket that fills the screen: the largest code that fits, on white in both themes, with a live clock in a moving
 * printed band. On a low screen it is wider than high: code at the start, words at the end.
 */
export function FullTicket(props: FullTicketProps) {
  const { ink, targetId, close, clock, details, stamp, name, traveller, validity, ring, code, serial } = props;
  const Element = targetId === undefined ? "main" : "section";
  const place = { id: targetId ?? "main", "data-target": targetId === undefined ? undefined : "" };
  const label = targetId === undefined ? undefined : name;
  return (
    <Element className="full-ticket-page" tabIndex={-1} aria-label={label} {...place}>
      <article className="full-ticket" data-ink={ink}>
        <div className="full-ticket-band">
          <span className="full-ticket-pattern" aria-hidden="true" />
          {close}
          {clock}
          <span className="full-ticket-band-end">{details}</span>
        </div>
        <div className="full-ticket-head">
          <div className="full-ticket-words">
            <h1>{name}</h1>
            <p className="full-ticket-traveller">
              {traveller}
              {props.position && <span className="full-ticket-position"> {props.position}</span>}
            </p>
            <p>{stamp}</p>
            <p className="full-ticket-validity">{validity}</p>
          </div>
          {ring}
        </div>
        <div className="full-ticket-code">
          <div className="full-ticket-plate">
            {code}
            <p>
              <bdi dir="ltr" className="serial">
                {serial}
              </bdi>
            </p>
          </div>
        </div>
        <div className="full-ticket-foot">
          {props.hint}
          {props.done}
          <div className="full-ticket-actions">
            {props.pager}
            <div className="full-ticket-action">{props.action}</div>
          </div>
        </div>
      </article>
      {props.children}
    </Element>
  );
}
