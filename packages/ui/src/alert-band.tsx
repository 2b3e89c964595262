import type { ReactNode } from "react";
import { AlertIcon } from "./icons.tsx";
import type { Tone } from "./ink.ts";

type AlertBandProps = {
  label: string;
  /** `bad`: red; `plain`: paper. Else, and as `wait`, the only yellow of the shop. */
  tone?: Tone | "plain";
  icon?: ReactNode;
  children: ReactNode;
};

/** An alert under the header. */
export function AlertBand({ label, tone, icon = <AlertIcon />, children }: AlertBandProps) {
  return (
    <aside className="alert-band" data-tone={tone} aria-label={label}>
      <div className="alert-band-in">
        {icon}
        <div>{children}</div>
      </div>
    </aside>
  );
}
