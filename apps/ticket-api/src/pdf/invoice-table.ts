import type { Direction } from "./reading-order.ts";
import { a4, ink, readAloud, type Sheet } from "./sheet.ts";

const padding = 5;

export interface Column {
  x: number;
  width: number;
  align: "start" | "end";
}

/** A cell's text, and a smaller second text below it. */
export interface Cell {
  text: string;
  below?: string;
}

/**
 * Computes columns from their shares of a width. Figures end at the right in every language, so that their units align: in a right-to-left
 * table that is where a column starts.
 */
export function columnsOf(direction: Direction, x: number, width: number, shares: number[]): Column[] {
  let at = x;
  return shares.map((share, i) => {
    const column = { x: at, width: width * share, align: i === 0 || direction === "rtl" ? "start" : "end" } as const;
    at += width * share;
    return column;
  });
}

/** Draws one row of a table; returns its bottom. `artifact`: drawn within an artifact. */
export function writeRow(
  sheet: Sheet,
  columns: Column[],
  cells: Cell[],
  top: number,
  tag: "TH" | "TD" | "artifact",
): number {
  const isHead = tag !== "TD";
  const settings = columns.map(({ x, width, align }, i) => ({
    x: x + (i === 0 ? 0 : padding),
    width: width - padding,
    align,
    size: isHead ? 8.5 : 9.5,
    colour: isHead ? ink.soft : ink.black,
    voice: isHead ? ("text" as const) : ("figures" as const),
  }));
  const below = { size: 8.5, colour: ink.soft, voice: "text" } as const;
  const heights = cells.map((cell, i) => {
    const setting = settings[i];
    if (!setting) return 0;
    const second = cell.below ? sheet.heightOf(cell.below, { ...setting, ...below }) : 0;
    return sheet.heightOf(cell.text, setting) + second;
  });
  const bottom = top + Math.max(...heights) + 2 * padding;
  const draw = () => {
    cells.forEach((cell, i) => {
      const setting = settings[i];
      if (!setting) return;
      const drawCell = () => {
        const y = isHead ? bottom - padding - (heights[i] ?? 0) : top + padding;
        const height = sheet.draw(cell.text, y, setting);
        if (cell.below) sheet.draw(cell.below, y + height, { ...setting, ...below });
      };
      const whole = cell.below ? `${cell.text}, ${cell.below}` : cell.text;
      if (tag === "artifact") drawCell();
      else sheet.leaf(tag, drawCell, { ...readAloud(whole), ...(tag === "TH" ? { scope: "Column" } : {}) });
    });
  };
  const left = columns[0]?.x ?? a4.margin;
  const width = columns.reduce((sum, column) => sum + column.width, 0);
  if (tag === "artifact") draw();
  else sheet.group("TR", draw);
  const line = () => sheet.rule(left, bottom, width, isHead ? ink.black : ink.rule, isHead ? 1 : 0.5);
  if (tag === "artifact") line();
  else sheet.artifact(line);
  return bottom;
}
