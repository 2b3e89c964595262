import { Disclosure } from "@guichet/ui/disclosure.tsx";
import { type ReactNode, useId } from "react";
import { TableFrame } from "../shell/table-frame.tsx";
import { useT } from "../shell/texts.tsx";

interface PlotFigureProps {
  title: string;
  /** The plot; null: there is nothing to show. */
  plot: ReactNode;
  /** The same figures: the head and the rows of a table. */
  head: ReactNode;
  rows: ReactNode;
}

/** A plot with its heading, and its figures as a table that opens without a script. */
export function PlotFigure({ title, plot, head, rows }: PlotFigureProps) {
  const t = useT();
  const id = useId();
  return (
    <section className="plot-section" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {plot ?? <p className="soft">{t("overview.figures.none")}</p>}
      {plot !== null && (
        <Disclosure summary={t("overview.as-table")}>
          <TableFrame label={t("overview.table", { title })}>
            <thead>
              <tr>{head}</tr>
            </thead>
            <tbody>{rows}</tbody>
          </TableFrame>
        </Disclosure>
      )}
    </section>
  );
}
