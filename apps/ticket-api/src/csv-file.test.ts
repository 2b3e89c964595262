import { expect, test } from "vitest";
import { csvLine } from "./csv-file.ts";
import { csvRows } from "./transit-feed/csv.ts";

test.each([
  [["2026-000123", 'Pass "Mer", month', 5, "12.00", null], '2026-000123,"Pass ""Mer"", month",5,12.00,\r\n'],
  [["=SUM(A1)", "+33", "-1", "@x"], "'=SUM(A1),'+33,'-1,'@x\r\n"],
  [["two\nlines", -5], '"two\nlines",-5\r\n'],
])("%j is one line of CSV, and no formula of a spreadsheet", (fields, line) => {
  expect(csvLine(fields)).toBe(line);
  const [row] = csvRows(csvLine(fields));
  const read = fields.map((field) =>
    /^[=+\-@]/.test(`${field}`) && typeof field === "string" ? `'${field}` : `${field ?? ""}`,
  );
  expect(row).toMatchObject({ fields: read });
});
