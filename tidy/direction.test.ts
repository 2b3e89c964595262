import { describe, expect, it } from "vitest";
import { files, occurrences, sources } from "./tree.ts";

const styles = files.filter((file) => file.endsWith(".css"));
const screens = sources.filter((file) => file.endsWith(".tsx"));

const physicalProperty =
  /(?:^|[\s;{"])(?:(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)(?:-\w+)*|left|right|border-(?:top|bottom)-(?:left|right)-radius)\s*:/;
const physicalValue = /\b(?:text-align|float|clear)\s*:\s*(?:left|right)\b/;
const physicalUtility =
  /["'`\s:](?:-?(?:ml|mr|pl|pr|left|right|scroll-ml|scroll-mr|scroll-pl|scroll-pr)-(?:\d|\[|px|auto|full)|text-(?:left|right)\b|float-(?:left|right)\b|(?:border|rounded)-(?:l|r|tl|tr|bl|br)(?:-|["'`\s]))/;
const physicalStyle = /\b(?:marginLeft|marginRight|paddingLeft|paddingRight|borderLeft|borderRight)\w*\s*:/;

/** The shop is right-to-left in Arabic: styles use start and end instead of left and right. */
describe("screens", () => {
  it("name no physical side in their styles", () => {
    expect(occurrences(styles, physicalProperty)).toEqual([]);
    expect(occurrences(styles, physicalValue)).toEqual([]);
  });

  it("use no physical utilities", () => {
    expect(occurrences(screens, physicalUtility)).toEqual([]);
    expect(occurrences(styles, /@apply[^;]*\s(?:ml|mr|pl|pr|left|right)-/)).toEqual([]);
  });

  it("set no physical side from the script", () => {
    expect(occurrences(screens, physicalStyle)).toEqual([]);
  });
});
