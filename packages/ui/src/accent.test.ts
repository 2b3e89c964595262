import { readFileSync } from "node:fs";
import { wcagContrast as between } from "culori";
import fc from "fast-check";
import { expect, test } from "vitest";
import { accentCss, accentThemes, grounds, readable } from "./accent.ts";

const anyColour = fc
  .tuple(fc.nat(255), fc.nat(255), fc.nat(255))
  .map((bytes) => `#${bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("")}`);

// covers: colours are readable in both themes, whatever accent the operator chooses
test("for any colour, the accent is readable on the three backgrounds and its text on it, in both themes", () => {
  fc.assert(
    fc.property(anyColour, (colour) => {
      const themes = accentThemes(colour);
      for (const theme of ["light", "dark"] as const) {
        const { accent, onAccent, accentTint } = themes[theme];
        const { ground, paper, well, ink, inkSoft } = grounds[theme];
        for (const on of [ground, paper, well, accentTint])
          expect(between(accent, on)).toBeGreaterThanOrEqual(readable);
        for (const text of [ink, inkSoft]) expect(between(text, accentTint)).toBeGreaterThanOrEqual(readable);
        expect(between(onAccent, accent)).toBeGreaterThanOrEqual(readable);
      }
    }),
    { numRuns: 2000 },
  );
});

test("a readable colour is kept unchanged", () => {
  expect(accentThemes("#0b5a68").light.accent).toBe("#0b5a68");
  expect(accentThemes("#7a1f6b").light.accent).toBe("#7a1f6b");
  expect(accentThemes("#07c").light.accent).not.toBe("#ffffff");
});

test("a pale yellow darkens in light and stays yellow in dark", () => {
  const { light, dark } = accentThemes("#ffd400");
  expect(between(light.accent, "#ffffff")).toBeGreaterThan(readable);
  expect(dark.accent).toBe("#ffd400");
});

test("an invalid colour gives the standard accent", () => {
  for (const nothing of ["", "teal", "#12345", "#0b5a68;}body{display:none"]) {
    expect(accentThemes(nothing)).toEqual(accentThemes("#0b5a68"));
  }
  expect(accentCss("</style><script>")).toBe(accentCss("#0b5a68"));
});

test("the backgrounds for accents are those of the style sheet", () => {
  const css = readFileSync(new URL("./styles/tokens.css", import.meta.url), "utf8");
  const names = { ground: "ground", paper: "paper", well: "well", ink: "ink", inkSoft: "ink-soft" } as const;
  for (const [key, name] of Object.entries(names) as [keyof typeof names, string][]) {
    expect(css).toContain(`--${name}: light-dark(${grounds.light[key]}, ${grounds.dark[key]});`);
  }
});
