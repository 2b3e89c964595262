import { paper, type Sheet } from "./sheet.ts";

/** The bottom of the text area, above the foot, in points from the top. */
export const lastLine = paper.height - paper.margin - 12;

/** Returns `y`, or the top of a new page when fewer than `needed` points are left. */
export function endOfPage(sheet: Sheet, y: number, needed: number): number {
  if (y + needed <= lastLine) return y;
  sheet.addPage();
  return paper.margin;
}
