import { a4, type Sheet } from "./sheet.ts";

/** The bottom of the text area, above the footer, in points from the top. */
export const lastLine = a4.height - a4.margin - 12;

/** Returns `y`, or the top of a new page when fewer than `needed` points are left. */
export function endOfPage(sheet: Sheet, y: number, needed: number): number {
  if (y + needed <= lastLine) return y;
  sheet.addPage();
  return a4.margin;
}
