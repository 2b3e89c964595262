import { expect, test } from "vitest";
import { changedParagraphs } from "./changed-paragraphs.ts";

const shown = (former: string, text: string) =>
  changedParagraphs(former, text).map(({ is, text: paragraph }) => `${is} ${paragraph}`);

test("a changed, an added and a removed paragraph are shown with the paragraphs next to them, and nothing else", () => {
  const former = ["# Terms", "One.", "Two.", "Three.", "Four.", "Five.", "Six."].join("\n\n");
  const text = ["# Terms", "One.", "Two, changed.", "Three.", "Four.", "Five.", "Added.", "Six."].join("\n\n");
  expect(shown(former, text)).toEqual([
    "same One.",
    "removed Two.",
    "added Two, changed.",
    "same Three.",
    "same Five.",
    "added Added.",
    "same Six.",
  ]);
  expect(shown("# A\n\nB", "# A")).toEqual(["same # A", "removed B"]);
  expect(shown("# A\n\nB", "# A\n\n\nB\n")).toEqual([]);
});
