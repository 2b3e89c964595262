/**
 * Subsets the open fonts to the shop's characters: Latin text and headings, Arabic text (§10).
 * Reads the font packages, writes `build/fonts/*.woff2` and a list of sizes; does nothing if all are up to date.
 */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";

type Cut = {
  file: string;
  source: string;
  text: string;
  keepFeatures: string[];
  weights?: { min: number; max: number };
};

const require = createRequire(import.meta.url);
const self = fileURLToPath(import.meta.url);
/** Folder in which the style sheet looks for the subset fonts. */
const fontsFolder = join(dirname(self), "../build/fonts");

/** All characters from `first` to `last`, both included. */
function range(first: number, last: number): string {
  return String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, index) => first + index));
}

const signs = "¡¿ªº«»°·©€–—‘’“”…−×\u00a0\u202f";
const latin = `${range(0x20, 0x7e)}${range(0xc0, 0xd6)}${range(0xd8, 0xf6)}${range(0xf8, 0xff)}ıŒœ${signs}`;
const headings = latin.replace(/[#$@<>^`{|}~\\"_*=[\]ÆæÐðØøÞþÿ©×ªº·]/gu, "");
/** Letters of Polish, Czech, Turkish, Romanian and their neighbours; loaded by pages that have one of them. */
const latinExtended = `${range(0x100, 0x17f)}ȘșȚțẞ`;
const vietnamese = `ĂăĐđĨĩŨũƠơƯư${range(0x1ea0, 0x1ef9)}`;
const arabic = `${range(0x621, 0x63a)}${range(0x640, 0x652)}\u0670${range(0x660, 0x669)}،؛؟٪٫`;

const cuts: Cut[] = [
  {
    file: "inter.woff2",
    source: "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
    text: latin,
    keepFeatures: ["kern", "tnum"],
    weights: { min: 400, max: 700 },
  },
  {
    file: "vollkorn-600.woff2",
    source: "@fontsource/vollkorn/files/vollkorn-latin-600-normal.woff2",
    text: headings,
    keepFeatures: ["kern", "tnum", "lnum"],
  },
  ...Object.entries({ "latin-ext": latinExtended, vietnamese }).flatMap(([part, text]) => [
    {
      file: `inter-${part}.woff2`,
      source: `@fontsource-variable/inter/files/inter-${part}-wght-normal.woff2`,
      text,
      keepFeatures: ["kern"],
      weights: { min: 400, max: 700 },
    },
    {
      file: `vollkorn-600-${part}.woff2`,
      source: `@fontsource/vollkorn/files/vollkorn-${part}-600-normal.woff2`,
      text,
      keepFeatures: ["kern"],
    },
  ]),
  ...["400", "700"].map((weight) => ({
    file: `noto-arabic-${weight}.woff2`,
    source: `@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic-${weight}-normal.woff2`,
    text: arabic,
    keepFeatures: ["init", "medi", "fina", "isol", "rlig", "ccmp", "mark", "mkmk"],
  })),
];

async function stamp(sources: Buffer[]): Promise<string> {
  const hash = createHash("sha256").update(await readFile(self));
  for (const source of sources) hash.update(source);
  return hash.digest("hex");
}

async function cut(one: Cut, source: Buffer, folder: string): Promise<number> {
  const font = await subsetFont(source, one.text, {
    targetFormat: "woff2",
    keepFeatures: one.keepFeatures,
    noHinting: true,
    dropTables: ["gasp", "STAT"],
    ...(one.weights ? { variationAxes: { wght: one.weights } } : {}),
  });
  await writeFile(join(folder, one.file), font);
  return font.length;
}

/** Subsets every font into `folder` and returns their sizes in bytes; fonts that are up to date are skipped. */
export async function cutFonts(folder = fontsFolder): Promise<Record<string, number>> {
  const sources = await Promise.all(cuts.map((one) => readFile(require.resolve(one.source))));
  const wanted = await stamp(sources);
  const list = join(folder, "fonts.json");
  const kept = existsSync(list) ? JSON.parse(await readFile(list, "utf8")) : {};
  if (kept.stamp === wanted && cuts.every((one) => existsSync(join(folder, one.file)))) return kept.bytes;
  await mkdir(folder, { recursive: true });
  const bytes: Record<string, number> = {};
  for (const [index, one] of cuts.entries()) {
    const source = sources[index];
    if (source) bytes[one.file] = await cut(one, source, folder);
  }
  await writeFile(list, `${JSON.stringify({ stamp: wanted, bytes }, null, 2)}\n`);
  return bytes;
}

if (import.meta.main) {
  for (const [file, bytes] of Object.entries(await cutFonts())) {
    console.log(`fonts: ${file} ${(bytes / 1024).toFixed(1)} KB`);
  }
}
