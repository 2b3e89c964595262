import type { ReactNode } from "react";

export type Fact = {
  term: string;
  value: ReactNode;
  /** A number or an address that half a phone's width would break: it has a row of its own. */
  long?: boolean;
};

/** Details of a ticket: two columns of term and value; `wide` ones are stacked on a phone. */
export function Facts({ facts, wide }: { facts: Fact[]; wide?: boolean }) {
  return (
    <dl className="facts" data-wide={wide ? "" : undefined}>
      {facts.map((fact) => (
        <div key={fact.term} data-long={fact.long ? "" : undefined}>
          <dt>{fact.term}</dt>
          <dd>{fact.value}</dd>
        </div>
      ))}
    </dl>
  );
}
