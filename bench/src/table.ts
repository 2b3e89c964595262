export interface Figure {
  what: string;
  value: string;
  /** Compared with the bare server, measured in the same minute. */
  comparison: string;
  /** The target, and whether it was reached. */
  bar: string;
}

/** Formats a target with its result: reached or missed. */
export const reached = (bar: string, holds: boolean): string => `${bar}: ${holds ? "reached" : "MISSED"}`;

/** Prints figures as a Markdown table. */
export function printTable(title: string, figures: readonly Figure[]): void {
  const rows = [
    ["figure", "measured", "compared with hello", "bar"],
    ...figures.map((f) => [f.what, f.value, f.comparison, f.bar]),
  ];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  const [head, ...rest] = rows;
  console.log(`\n${title}\n`);
  console.log(line(head ?? []));
  console.log(`|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`);
  for (const row of rest) console.log(line(row));
}
