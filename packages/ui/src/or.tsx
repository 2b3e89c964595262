import type { ReactNode } from "react";

/** Separator between two alternatives: "ou avec votre e-mail". */
export function Or({ children }: { children: ReactNode }) {
  return <p className="or">{children}</p>;
}
