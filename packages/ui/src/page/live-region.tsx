import type { ReactNode } from "react";

type LiveRegionProps = { children?: ReactNode; urgent?: boolean; visible?: boolean };

/**
 * Announces changes of its content: totals, counts, progress (WCAG 4.1.3). It must be rendered before the change.
 * `urgent` interrupts and is for errors only.
 */
export function LiveRegion({ children, urgent = false, visible = false }: LiveRegionProps) {
  return (
    <div
      className={visible ? undefined : "visually-hidden"}
      role={urgent ? "alert" : "status"}
      aria-live={urgent ? "assertive" : "polite"}
    >
      {children}
    </div>
  );
}
