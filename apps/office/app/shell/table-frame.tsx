import type { ReactNode } from "react";

/** Frame of a table that may be wider than the screen: it scrolls separately, also by keyboard. */
export function TableFrame({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable (WCAG 2.1.1)
    <section className="table-frame" aria-label={label} tabIndex={0}>
      <table className="table">{children}</table>
    </section>
  );
}
