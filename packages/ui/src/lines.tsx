import type { ReactNode } from "react";

export type Line = {
  id: string;
  name: ReactNode;
  note?: ReactNode;
  /** An amount in `Figures`, or a word ("gratuit"). */
  value: ReactNode;
  /** Whether the name is bold, e.g. of an article. */
  strong?: boolean;
};

/** Lines of a receipt with their amounts. */
export function Lines({ lines }: { lines: Line[] }) {
  return (
    <dl className="lines">
      {lines.map((line) => (
        <div key={line.id}>
          <dt className={line.strong ? "line-name" : undefined}>
            {line.name}
            {line.note && <span className="line-note">{line.note}</span>}
          </dt>
          <dd>{line.value}</dd>
        </div>
      ))}
    </dl>
  );
}
