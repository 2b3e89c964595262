import type { ReactNode } from "react";
import type { Tone } from "../ink.ts";

/** A state in one or two words with its icon, never by colour alone. */
export function Stamp({ tone, icon, children }: { tone?: Tone; icon?: ReactNode; children: ReactNode }) {
  return (
    <span className="stamp" data-tone={tone}>
      {icon}
      {children}
    </span>
  );
}
