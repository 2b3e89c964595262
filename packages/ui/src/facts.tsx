import type { ReactNode } from "react";

export type Fact = { term: string; value: ReactNode };

/** Small print of a ticket: two columns of term and value. */
export function Facts({ facts }: { facts: Fact[] }) {
  return (
    <dl className="facts">
      {facts.map((fact) => (
        <div key={fact.term}>
          <dt>{fact.term}</dt>
          <dd>{fact.value}</dd>
        </div>
      ))}
    </dl>
  );
}
