import type { ReactNode } from "react";
import { type Fact, Facts } from "../facts.tsx";
import type { Ink } from "../ink.ts";
import { ProgressBar } from "../progress-bar.tsx";
import { type HeadingLevel, Rosette, Ticket, TicketBody, TicketName, TicketStub } from "./ticket.tsx";

type PresentedTicketProps = {
  ink: Ink;
  /** Whether it was validated: shows the punched hole. */
  punched?: boolean;
  stamp: ReactNode;
  name: string;
  level?: HeadingLevel;
  /** Remaining time: number, bar from 0 to 1, and labels for both. */
  left?: { value: string; unit: string; label: string; part: number; barLabel: string };
  /** "Valable jusqu’au mardi 1er décembre, 08:12" */
  validity: ReactNode;
  /** A code plate, or the reason for its absence. */
  code: ReactNode;
  facts: Fact[];
};

/** A ticket to present to an inspector: state, remaining time, code and number fit in the first view of a phone. */
export function PresentedTicket(props: PresentedTicketProps) {
  const { ink, punched, stamp, name, level = 1, left, validity, code, facts } = props;
  return (
    <Ticket ink={ink} band punched={punched}>
      <TicketBody>
        <div className={left ? "stack" : "stack across"} data-gap="s">
          <p>{stamp}</p>
          <TicketName level={level}>{name}</TicketName>
        </div>
        {left && <Rosette value={left.value} unit={left.unit} label={left.label} />}
        <div className="time-left across">
          <p>{validity}</p>
          {left && <ProgressBar label={left.barLabel} value={left.part} />}
        </div>
        <div className="across">{code}</div>
      </TicketBody>
      <TicketStub>
        <Facts facts={facts} />
      </TicketStub>
    </Ticket>
  );
}
