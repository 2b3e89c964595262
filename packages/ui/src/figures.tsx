import type { ReactNode } from "react";

/** A price, number, code or e-mail inside text: from left to right in every language, in tabular figures. */
export function Figures({ children }: { children: ReactNode }) {
  return (
    <bdi dir="ltr" className="figures">
      {children}
    </bdi>
  );
}
