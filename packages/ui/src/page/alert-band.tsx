import type { ReactNode } from "react";
import { AlertIcon } from "../icons.tsx";
import type { Tone } from "../ink.ts";

type AlertBandProps = {
  label: string;
  /** `bad`: red; `plain`: neutral; otherwise and for `wait`: yellow, the only use of this colour in the shop. */
  tone?: Tone | "plain";
  icon?: ReactNode;
  children: ReactNode;
};

/** An alert below the header. */
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
