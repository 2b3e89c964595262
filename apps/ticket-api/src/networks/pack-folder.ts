import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { feedMaxBytes } from "@guichet/contract/limits/travel-limits.ts";
import { type Language, languages } from "@guichet/contract/locales.ts";
import { NetworkPack, PackCatalogue, PackNetwork, type TermsKind, termsKinds } from "@guichet/contract/network-pack.ts";
import { PackAgencies } from "@guichet/contract/packs/pack-agencies.ts";
import { PackVouchers } from "@guichet/contract/packs/pack-vouchers.ts";
import type { z } from "zod";
import { readUtf8, repeatedKeys } from "../transit-feed/text-file.ts";
import { canonicalJson } from "./canonical.ts";
import { pathByIds } from "./pack-paths.ts";

/** A fault of a pack: the file, and inside it the path of keys, with list entries by id (`articles.day-pass.price`). */
export interface PackFault {
  file: string;
  path: string;
  message: string;
}
export type PackResult = { ok: true; pack: NetworkPack } | { ok: false; faults: PackFault[] };

/** The JSON files of a pack and their schemas; `docs/schemas/<name>.json` describes each. */
export const packFiles = {
  network: PackNetwork,
  catalogue: PackCatalogue,
  agencies: PackAgencies,
  vouchers: PackVouchers,
} as const;
type PackFile = keyof typeof packFiles;
const packFileNames: readonly PackFile[] = ["network", "catalogue", "agencies", "vouchers"];
const packEntries = [...packFileNames.map((name) => `${name}.json`), "logo.svg", "gtfs.zip", "terms"];
const fileMaxBytes = 5_000_000;

/** Reads a network pack from its folder. Returns every fault, not only the first. */
export async function readPackFolder(folder: string): Promise<PackResult> {
  const faults: PackFault[] = [];
  const contents: Record<string, unknown> = {};
  for (const name of packFileNames) {
    const file = `${name}.json`;
    const text = await readText(folder, file, faults);
    if (text !== undefined) contents[name] = parseFile(packFiles[name], file, text, faults);
  }
  contents.logo = await readText(folder, "logo.svg", faults);
  contents.terms = await readTerms(folder, faults);
  const gtfs = await readFeedFile(folder, faults);
  if (gtfs !== undefined) contents.gtfs = gtfs;
  await refuseUnknownFiles(folder, packEntries, "", faults);
  if (faults.length > 0) return { ok: false, faults };
  const whole = NetworkPack.safeParse(contents);
  if (whole.success) return { ok: true, pack: whole.data };
  return { ok: false, faults: whole.error.issues.map((issue) => faultOf(String(issue.path[0]), issue)) };
}

/**
 * Writes a pack to a folder: the files that `readPackFolder` reads, always the same bytes for the same pack. Replaces
 * an older pack; throws if the folder contains anything else.
 */
export async function writePackFolder(folder: string, pack: NetworkPack): Promise<void> {
  await mkdir(folder, { recursive: true });
  const unknownFiles = (await entriesOf(folder)).filter((name) => !packEntries.includes(name));
  if (unknownFiles.length > 0) throw new Error(`${folder} is not a pack: it contains ${unknownFiles.join(", ")}`);
  for (const name of packFileNames) {
    await writeFile(join(folder, `${name}.json`), canonicalJson(packFiles[name], pack[name]));
  }
  await writeFile(join(folder, "logo.svg"), pack.logo);
  if (pack.gtfs === undefined) await rm(join(folder, "gtfs.zip"), { force: true });
  else await writeFile(join(folder, "gtfs.zip"), pack.gtfs);
  await rm(join(folder, "terms"), { recursive: true, force: true });
  for (const kind of termsKinds) {
    for (const language of languages) {
      const text = pack.terms[kind]?.[language];
      if (text === undefined) continue;
      await mkdir(join(folder, "terms", language), { recursive: true });
      await writeFile(join(folder, "terms", language, `${kind}.md`), text);
    }
  }
}

/** Describes a fault for a person: `catalogue.json, articles.3.price: ...`. */
export function describeFault(fault: PackFault): string {
  return fault.path === "" ? `${fault.file}: ${fault.message}` : `${fault.file}, ${fault.path}: ${fault.message}`;
}

async function readText(folder: string, file: string, faults: PackFault[]): Promise<string | undefined> {
  const bytes = await readFile(join(folder, file)).catch(() => undefined);
  if (bytes === undefined) faults.push({ file, path: "", message: "the file is missing or cannot be read" });
  else if (bytes.length > fileMaxBytes) faults.push({ file, path: "", message: `larger than ${fileMaxBytes} bytes` });
  else {
    const read = readUtf8(bytes);
    if ("text" in read) return read.text;
    faults.push({ file, path: "", message: read.fault });
  }
  return undefined;
}

/** Reads the optional timetable feed, which is stored byte for byte. */
async function readFeedFile(folder: string, faults: PackFault[]): Promise<Uint8Array | undefined> {
  const file = "gtfs.zip";
  const size = await stat(join(folder, file)).catch(() => undefined);
  if (size === undefined) return undefined;
  if (size.size <= feedMaxBytes) return readFile(join(folder, file));
  faults.push({ file, path: "", message: `larger than ${feedMaxBytes} bytes` });
  return undefined;
}

function parseFile(schema: z.ZodType, file: string, text: string, faults: PackFault[]): unknown {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    faults.push({ file, path: "", message: `not JSON: ${error instanceof Error ? error.message : error}` });
    return undefined;
  }
  for (const { key, line } of repeatedKeys(text))
    faults.push({ file, path: "", message: `line ${line}: the key ${key} stands twice in the same object` });
  const read = schema.safeParse(withoutSchemaKey(json));
  if (read.success) return read.data;
  const found = read.error.issues.map((issue) => faultOf(file, issue));
  faults.push(...found.map((fault) => ({ ...fault, path: pathByIds(fault.path, json) })));
  return undefined;
}

/** Removes `$schema`, which only helps an editor. */
function withoutSchemaKey(json: unknown): unknown {
  if (typeof json !== "object" || json === null || Array.isArray(json)) return json;
  return Object.fromEntries(Object.entries(json).filter(([key]) => key !== "$schema"));
}

function faultOf(file: string, issue: z.core.$ZodIssue): PackFault {
  const unknown = issue.code === "unrecognized_keys" ? issue.keys : [];
  const path = [...issue.path, ...unknown.slice(0, 1)].map(String).join(".");
  return { file, path, message: unknown.length > 0 ? `unknown key: ${unknown.join(", ")}` : issue.message };
}

async function readTerms(folder: string, faults: PackFault[]): Promise<NetworkPack["terms"]> {
  const terms: NetworkPack["terms"] = {};
  for (const language of await entriesOf(join(folder, "terms"))) {
    const known = languages.find((each) => each === language);
    if (known === undefined) {
      faults.push({ file: `terms/${language}`, path: "", message: `not one of ${languages.join(", ")}` });
      continue;
    }
    await readTermsIn(folder, known, terms, faults);
  }
  return terms;
}

async function readTermsIn(folder: string, language: Language, terms: NetworkPack["terms"], faults: PackFault[]) {
  const directory = `terms/${language}`;
  const present = await entriesOf(join(folder, directory));
  for (const kind of termsKinds.filter((each) => present.includes(`${each}.md`))) {
    const text = await readText(folder, `${directory}/${kind}.md`, faults);
    if (text !== undefined) terms[kind] = withText(terms, kind, language, text);
  }
  await refuseUnknownFiles(
    join(folder, directory),
    [...termsKinds.map((kind) => `${kind}.md`)],
    `${directory}/`,
    faults,
  );
}

function withText(terms: NetworkPack["terms"], kind: TermsKind, language: Language, text: string) {
  return { ...terms[kind], [language]: text };
}

async function refuseUnknownFiles(folder: string, known: string[], prefix: string, faults: PackFault[]): Promise<void> {
  for (const name of await entriesOf(folder)) {
    if (known.includes(name)) continue;
    faults.push({ file: `${prefix}${name}`, path: "", message: "not a file of a network pack" });
  }
}

async function entriesOf(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => !name.startsWith(".")).sort();
}
