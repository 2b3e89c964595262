import { readFileSync } from "node:fs";
import { wcagContrast } from "culori";
import { expect, test } from "vitest";

const css = readFileSync(new URL("./tokens.css", import.meta.url), "utf8");
const text = 4.5;
const control = 3;

function pairs(): Map<string, { light: string; dark: string }> {
  const found = css.matchAll(/--([\w-]+): light-dark\((#\w+), (#\w+)\);/g);
  return new Map([...found].map(([, name = "", light = "", dark = ""]) => [name, { light, dark }]));
}

function plain(): Map<string, string> {
  const first = css.slice(css.indexOf(":root {"), css.indexOf("@supports"));
  return new Map([...first.matchAll(/--([\w-]+): (#\w+);/g)].map(([, name = "", value = ""]) => [name, value]));
}

function colour(name: string, theme: "light" | "dark"): string {
  const value = pairs().get(name)?.[theme] ?? plain().get(name);
  if (!value) throw new Error(`no colour --${name}`);
  return value;
}

const grounds = ["ground", "paper", "well"];
const readOn: [string, string[], number][] = [
  ["ink", [...grounds, "accent-tint", "ok-tint", "wait-tint", "bad-tint"], text],
  ["ink-soft", [...grounds, "accent-tint"], text],
  ["accent", [...grounds, "accent-tint"], text],
  ["on-accent", ["accent"], text],
  ["ground", ["ink"], text],
  ...["pass", "year", "social", "card"].map((ink): [string, string[], number] => [`print-${ink}`, ["paper"], text]),
  ...["print-pass", "print-year", "print-social", "print-card", "ok", "wait", "bad"].map(
    (ink): [string, string[], number] => ["on-print", [ink], text],
  ),
  ...["ok", "wait", "bad"].map((tone): [string, string[], number] => [tone, ["ground", "paper", `${tone}-tint`], text]),
  ["on-alert", ["alert"], text],
  ["code-ink", ["code"], 7],
  ["edge", ["ground", "paper"], control],
];

const table = (["light", "dark"] as const).flatMap((theme) =>
  readOn.flatMap(([name, on, least]) => on.map((ground) => ({ theme, name, ground, least }))),
);

test.each(table)("$theme: $name on $ground reaches $least to 1", ({ theme, name, ground, least }) => {
  expect(wcagContrast(colour(name, theme), colour(ground, theme))).toBeGreaterThanOrEqual(least);
});

test("an old browser gets exactly the light theme: every pair starts with the plain value", () => {
  expect(pairs().size).toBeGreaterThan(20);
  for (const [name, { light }] of pairs()) expect(`${name} ${plain().get(name)}`).toBe(`${name} ${light}`);
});

test("every colour of the light theme has its dark one, but for those that are the same in both", () => {
  const same = ["alert", "on-alert", "code", "code-ink", "state-blue"];
  expect([...plain().keys()].filter((name) => !pairs().has(name)).sort()).toEqual(same.sort());
});
