import type { ReactNode } from "react";

/** A price, number, code or e-mail inside any text: read from left to right in every language, in figures of one width. */
export function Figures({ children }: { children: ReactNode }) {
  return (
    <bdi dir="ltr" className="figures">
      {children}
    </bdi>
  );
}
