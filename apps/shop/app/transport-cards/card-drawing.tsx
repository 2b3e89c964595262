import { Figures } from "@guichet/ui/figures.tsx";
import { CardIcon } from "@guichet/ui/icons.tsx";
import type { ReactNode } from "react";
import "./card-drawing.css";

interface CardDrawingProps {
  network: string;
  /** The card number in groups of four, or its last digits. */
  number: ReactNode;
  bearer: ReactNode;
  expiry?: ReactNode;
  /** Whether the card can no longer be used. */
  over?: boolean;
}

/** Drawing of a transport card; the number reads from left to right in every language. */
export function CardDrawing({ network, number, bearer, expiry, over }: CardDrawingProps) {
  return (
    <div className="transport-card" data-over={over ? "" : undefined}>
      <div className="transport-card-top">
        <bdi>{network}</bdi>
        <CardIcon />
      </div>
      <div className="transport-card-number">
        <Figures>{number}</Figures>
      </div>
      <div className="transport-card-foot">
        <span className="transport-card-bearer">{bearer}</span>
        {expiry && <span className="small">{expiry}</span>}
      </div>
    </div>
  );
}
