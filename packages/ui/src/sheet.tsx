import type { ReactNode } from "react";

type SheetProps = {
  /** Title; with an id it labels the section. */
  title?: string;
  id?: string;
  /** Whether it contains items, edge to edge. */
  list?: boolean;
  children: ReactNode;
};

/** A card that groups related content. */
export function Sheet({ title, id, list, children }: SheetProps) {
  return (
    <section className={list ? "sheet" : "sheet stack"} data-list={list ? "" : undefined} aria-labelledby={title && id}>
      {title && <h2 id={id}>{title}</h2>}
      {children}
    </section>
  );
}
