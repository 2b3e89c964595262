import type { ReactNode } from "react";

/** Between two ways of doing the same: "ou avec votre e-mail". */
export function Or({ children }: { children: ReactNode }) {
  return <p className="or">{children}</p>;
}
