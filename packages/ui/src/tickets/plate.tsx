import type { ReactNode } from "react";
import type { Ink } from "../ink.ts";

type PlateProps = { ink?: Ink | undefined; size?: "m" | "l"; children: ReactNode };

/** A pictogram on a square in its category's colour; grey without a category. */
export function Plate({ ink, size = "m", children }: PlateProps) {
  return (
    <span className="plate" data-ink={ink} data-size={size === "l" ? "l" : undefined} aria-hidden="true">
      {children}
    </span>
  );
}
