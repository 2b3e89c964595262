import { paper, type Sheet } from "./sheet.ts";

/** Below it nothing is written but the foot, in points from the top. */
export const lastLine = paper.height - paper.margin - 12;

/** `y`, or the top of a new page when `needed` points are not left. */
export function endOfPage(sheet: Sheet, y: number, needed: number): number {
  if (y + needed <= lastLine) return y;
  sheet.addPage();
  return paper.margin;
}
