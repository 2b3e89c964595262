import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cutFonts } from "./subset-fonts.ts";

const firstView = 50 * 1024;
let folder = "";
let bytes: Record<string, number> = {};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "guichet-fonts-"));
  bytes = await cutFonts(folder);
});
afterAll(() => rm(folder, { recursive: true }));

test("a first view loads at most 50 KB of fonts, in Latin and in Arabic", () => {
  const weight = (...files: string[]) => files.reduce((sum, file) => sum + (bytes[file] ?? Number.NaN), 0);
  const latin = weight("inter.woff2", "vollkorn-600.woff2");
  expect(latin).toBeGreaterThan(20 * 1024);
  expect(latin + weight("noto-arabic-400.woff2", "noto-arabic-700.woff2")).toBeLessThanOrEqual(firstView);
});

test("letters of Vietnamese and of Latin's other languages add at most 20 KB to a page that has one of them", () => {
  for (const part of ["latin-ext", "vietnamese"]) {
    const own = (bytes[`inter-${part}.woff2`] ?? Number.NaN) + (bytes[`vollkorn-600-${part}.woff2`] ?? Number.NaN);
    expect(own).toBeGreaterThan(4 * 1024);
    expect(own).toBeLessThanOrEqual(20 * 1024);
  }
});

test("fonts that are up to date are not rebuilt", async () => {
  const before = await stat(join(folder, "inter.woff2"));
  expect(await cutFonts(folder)).toEqual(bytes);
  expect((await stat(join(folder, "inter.woff2"))).mtimeMs).toBe(before.mtimeMs);
});

test("a missing font is rebuilt", async () => {
  await rm(join(folder, "inter.woff2"));
  await cutFonts(folder);
  expect((await stat(join(folder, "inter.woff2"))).size).toBe(bytes["inter.woff2"]);
});
