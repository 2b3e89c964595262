import type { ReactNode } from "react";

export type Fact = { term: string; value: ReactNode };

/** Details of a ticket: two columns of term and value; `wide` ones are stacked on a phone. */
export function Facts({ facts, wide }: { facts: Fact[]; wide?: boolean }) {
  return (
    <dl className="facts" data-wide={wide ? "" : undefined}>
      {facts.map((fact) => (
        <div key={fact.term}>
          <dt>{fact.term}</dt>
          <dd>{fact.value}</dd>
        </div>
      ))}
    </dl>
  );
}
