import type { ReactNode } from "react";
import { StateTicket } from "./tickets/state-ticket.tsx";
import type { HeadingLevel } from "./tickets/ticket.tsx";

type EmptyStateProps = { title: string; children: ReactNode; action?: ReactNode; level?: HeadingLevel };

/** An empty list: a blank ticket that explains the list and offers the next step. */
export function EmptyState({ title, children, action, level = 2 }: EmptyStateProps) {
  return (
    <StateTicket title={title} level={level} actions={action}>
      {children}
    </StateTicket>
  );
}
