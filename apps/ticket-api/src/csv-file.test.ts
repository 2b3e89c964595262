import { expect, test } from "vitest";
import { csvChunks, csvLine, csvRowsMax, rowPages } from "./csv-file.ts";
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

// covers: transport cards: the list of all blocked cards as a file, whatever their number
test("a list of any length is a file with every row, page by page", async () => {
  const count = csvRowsMax + 4_001;
  const longest = { page: 0 };
  const pages = rowPages<[number]>(async (after, limit) => {
    const from = (after?.[0] ?? 0) + 1;
    return Array.from({ length: Math.max(0, Math.min(limit, count - from + 1)) }, (_, at) => [from + at]);
  });
  let text = "";
  for await (const chunk of csvChunks(["number"], pages)) {
    text += new TextDecoder().decode(chunk);
    longest.page = Math.max(longest.page, chunk.length);
  }
  const lines = text.split("\r\n");
  expect([lines[0], lines[1], lines.at(-2), lines.length]).toEqual(["number", "1", `${count}`, count + 2]);
  expect(longest.page).toBeLessThan(20_000);
});
