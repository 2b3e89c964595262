import { expect, test } from "vitest";
import { csvLine } from "./csv-file.ts";
import { csvRows } from "./transit-feed/csv.ts";

test.each([
  [["2026-000123", 'Pass "Mer", month', 5, "12.00", null], '2026-000123,"Pass ""Mer"", month",5,12.00,\r\n'],
  [["=SUM(A1)", "+33", "-1", "@x"], "'=SUM(A1),'+33,'-1,'@x\r\n"],
  [
    ["x;=1+1", "a;\t@b", "x; -2", 'x;"=1', "\t=1", "a;b=c", "a\n=1"],
    `x;'=1+1,a;\t'@b,x; '-2,"x;""'=1",'\t'=1,a;b=c,"a\n'=1"\r\n`,
  ],
  [["two\nlines", -5], '"two\nlines",-5\r\n'],
])("%j is one line of CSV, and no formula of a spreadsheet", (fields, line) => {
  expect(csvLine(fields)).toBe(line);
  const [row] = csvRows(csvLine(fields));
  if (row === undefined || "fault" in row) throw new Error("The line is no CSV");
  const unmarked = row.fields.map((text, index) =>
    typeof fields[index] === "string" ? text.replaceAll("'", "") : text,
  );
  expect(unmarked).toEqual(fields.map((field) => `${field ?? ""}`));
});
