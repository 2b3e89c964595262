import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const folder = fileURLToPath(new URL("..", import.meta.url));
const sheets = readdirSync(join(folder, "styles")).filter((file) => file.endsWith(".css"));
const read = (file: string) => readFileSync(join(folder, "styles", file), "utf8").replace(/\/\*[\s\S]*?\*\//g, "");

const physical = [
  /(^|[\s;{])(left|right|top|bottom)\s*:/,
  /(margin|padding|border|scroll-margin|scroll-padding)-(left|right|top|bottom)/,
  /border-(top|bottom)-(left|right)-radius/,
  /(text-align|float|clear)\s*:\s*(left|right)/,
  /(^|[\s;{])(min-|max-)?(width|height)\s*:/,
];

test("the check finds a physical property when there is one", () => {
  const faults = [
    "a{left:0}",
    "a{margin-left:1px}",
    "a{text-align:right}",
    "a{max-width:1px}",
    "a{border-top-left-radius:0}",
  ];
  for (const fault of faults) expect(physical.some((rule) => rule.test(fault))).toBe(true);
});

test.each(sheets)("%s uses no physical sides", (sheet) => {
  const declarations = read(sheet)
    .replace(/@media[^{]*/g, "")
    .split("\n");
  expect(declarations.filter((line) => physical.some((rule) => rule.test(line)))).toEqual([]);
});

test("letter spacing only uses the tracking token, which Arabic disables; nothing is in capitals or italics", () => {
  const latinOnly = ["-0.03em", "0.02em"];
  for (const sheet of sheets) {
    const css = read(sheet);
    expect(css).not.toMatch(/text-transform|font-style:\s*italic|font-variant-caps/);
    for (const [, value = ""] of css.matchAll(/letter-spacing:\s*([^;]+);/g)) {
      expect(["0", "inherit", "var(--tracking)", ...latinOnly]).toContain(value);
    }
  }
  expect(read("tokens.css")).toMatch(/:root\[dir="rtl"\] \{[^}]*--tracking: 0;/);
  expect(read("tokens.css")).toMatch(/:root\[dir="rtl"\] \{[^}]*--leading: 1\.7;/);
});

test("an application imports one style sheet, which imports all others", () => {
  const entry = read("guichet.css");
  for (const sheet of sheets.filter((file) => file !== "guichet.css")) expect(entry).toContain(`"./${sheet}"`);
});

test("no component writes a style attribute: a strict content policy would drop it", () => {
  for (const file of readdirSync(folder).filter((name) => /^[\w-]+\.tsx$/.test(name))) {
    expect(`${file} ${/\sstyle=\{/.test(readFileSync(join(folder, file), "utf8"))}`).toBe(`${file} false`);
  }
});
