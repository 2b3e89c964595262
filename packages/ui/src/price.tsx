import type { ReactNode } from "react";
import { Figures } from "./figures.tsx";
import { VisuallyHidden } from "./visually-hidden.tsx";

type PriceProps = {
  /** "dès", before the lowest of several prices. */
  from?: string | undefined;
  /** Formatted for language and currency. */
  amount: string;
  /** "soit 23,50 € par mois", on a line of its own. */
  per?: string | undefined;
  /** The former price, with the words for screen readers instead of the strike-through ("au lieu de"). */
  old?: { amount: string; label: string } | undefined;
};

/** A price in large digits. */
export function Price({ from, amount, per, old }: PriceProps): ReactNode {
  return (
    <p className="price">
      {from && <small>{from} </small>}
      <Figures>{amount}</Figures>
      {old && (
        <small className="price-old">
          {" "}
          <VisuallyHidden>{old.label} </VisuallyHidden>
          <s>
            <Figures>{old.amount}</Figures>
          </s>
        </small>
      )}
      {per && <small className="price-per"> {per}</small>}
    </p>
  );
}
