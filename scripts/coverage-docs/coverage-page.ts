import type { Coverage } from "./covers-comments.ts";

/** The sections of the specification by their number, in order; undefined: beyond it. */
export const sections: ReadonlyMap<string | undefined, string> = new Map([
  ["§1", "§1 What it does"],
  ["§2", "§2 Screens and routes"],
  ["§3", "§3 Entities"],
  ["§4", "§4 States and transitions"],
  ["§5", "§5 Validation rules"],
  ["§6", "§6 Roles and permissions"],
  ["§7", "§7 Calls"],
  ["§8", "§8 Errors"],
  ["§9", "§9 Constants and limits"],
  [undefined, "Beyond the specification"],
]);

/** Writes docs/coverage.md: a table for each section, its rows in alphabetical order, each with all tests that cover it. */
export function coveragePage(coverages: readonly Coverage[]): string {
  const tables = [...sections].map(([section, title]) => {
    const rows = rowsOf(coverages.filter((coverage) => coverage.section === section));
    const lines = [...rows].map(([row, tests]) => `| ${cell(row)} | ${[...tests].join(", ")} |`);
    return ["", `## ${title}`, "", "| what | shown by |", "| --- | --- |", ...lines, ""].join("\n");
  });
  return `# What is built

Every route, entity, state, rule, call, error and constant, by section of the specification, with the tests that cover it.
\`npm run coverage-docs\` generates this page from the comments \`// covers §5: ...\` above the tests.
${tables.join("")}`;
}

function rowsOf(coverages: readonly Coverage[]): Map<string, Set<string>> {
  const rows = new Map<string, Set<string>>();
  for (const { row, file, test } of coverages.toSorted(byRow)) {
    const tests = rows.get(row) ?? new Set();
    rows.set(row, tests.add(codeCell(`${file} › ${test}`)));
  }
  return rows;
}

/** Orders rows without regard to case, quotes, code marks and a leading article; tests of one row by file. */
function byRow(a: Coverage, b: Coverage): number {
  return compare(sortKey(a.row), sortKey(b.row)) || compare(a.row, b.row) || compare(a.file, b.file);
}

const sortKey = (row: string) =>
  row
    .toLowerCase()
    .replace(/[`'"]/g, "")
    .replace(/^(an?|the) /, "");
const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));
const cell = (text: string) => text.replaceAll("|", "\\|");
/** Formats code in Markdown, in double backticks if the text itself contains one. */
const codeCell = (text: string) => cell(text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``);
