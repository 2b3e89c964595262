import { Children, type ReactNode } from "react";

/** A list of tickets; `two`: in two columns from 768 px. */
export function Tickets({ two, label, children }: { two?: boolean; label?: string; children: ReactNode }) {
  return (
    <ul className="tickets" data-two={two ? "" : undefined} aria-label={label}>
      {Children.map(children, (ticket) => ticket && <li>{ticket}</li>)}
    </ul>
  );
}
