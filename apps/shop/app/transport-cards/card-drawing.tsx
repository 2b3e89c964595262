import { Figures } from "@guichet/ui/figures.tsx";
import { CardIcon } from "@guichet/ui/icons.tsx";
import type { ReactNode } from "react";
import "./card-drawing.css";

interface CardDrawingProps {
  network: string;
  /** In groups of four, or its end. */
  number: ReactNode;
  bearer: ReactNode;
  expiry?: ReactNode;
  /** It cannot be used any more. */
  over?: boolean;
}

/** A transport card as it lies in the hand; the number reads from left to right in every language. */
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
