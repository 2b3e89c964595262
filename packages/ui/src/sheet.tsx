import type { ReactNode } from "react";

type SheetProps = {
  /** With an id, the title names the section. */
  title?: string;
  id?: string;
  /** Holds items, edge to edge. */
  list?: boolean;
  children: ReactNode;
};

/** A piece of plain paper that groups what belongs together. */
export function Sheet({ title, id, list, children }: SheetProps) {
  return (
    <section className={list ? "sheet" : "sheet stack"} data-list={list ? "" : undefined} aria-labelledby={title && id}>
      {title && <h2 id={id}>{title}</h2>}
      {children}
    </section>
  );
}
