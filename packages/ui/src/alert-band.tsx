import type { ReactNode } from "react";
import { AlertIcon } from "./icons.tsx";

/** A network alert under the header; the only yellow of the shop. */
export function AlertBand({ label, children }: { label: string; children: ReactNode }) {
  return (
    <aside className="alert-band" aria-label={label}>
      <div className="alert-band-in">
        <AlertIcon />
        <div>{children}</div>
      </div>
    </aside>
  );
}
