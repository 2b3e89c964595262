import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { languages as everyLanguage, type Language } from "@guichet/contract/languages.ts";
import { type CompiledMessage, compileMessageOrThrow } from "@lingui/message-utils/compileMessage";
import { parsePo } from "pofile-ts";

export type Catalogue = Record<string, CompiledMessage>;
export type ParameterKind = "number" | "string";
export type Parameters = Record<string, ParameterKind>;

export interface Texts {
  /** Empty for a language that the app does not have. */
  catalogues: Record<Language, Catalogue>;
  /** Ids in order, with the parameters of their messages. */
  parameters: Map<string, Parameters>;
}

/** Folder and languages of an app's texts. */
export interface TextFolder {
  /** Contains `<language>/<module>.po`. */
  folder: string;
  languages: readonly Language[];
}

/**
 * Reads the PO files of its languages (`<language>/<module>.po`, explicit ids, ICU messages) into one catalogue each.
 * Throws with all faults: an id that a language lacks, an empty or malformed message, parameters that differ.
 */
export function readTexts({ folder, languages }: TextFolder): Texts {
  const faults: string[] = [];
  const catalogues = Object.fromEntries(everyLanguage.map((language) => [language, {}])) as Record<Language, Catalogue>;
  const parameters = new Map<string, Parameters>();
  for (const language of languages) catalogues[language] = readCatalogue(folder, language, faults);
  const ids = [...new Set(languages.flatMap((language) => Object.keys(catalogues[language])))].sort();
  for (const id of ids) {
    for (const language of languages) {
      const message = catalogues[language][id];
      if (!message) {
        faults.push(`${language}: ${id} is missing`);
        continue;
      }
      const found = parametersOf(message);
      const known = parameters.get(id);
      if (!known) parameters.set(id, found);
      else if (parameterTypes(known) !== parameterTypes(found))
        faults.push(`${language}: ${id} takes ${parameterTypes(found)} elsewhere ${parameterTypes(known)}`);
    }
  }
  if (faults.length > 0) throw new Error(`Texts in ${folder}:\n${faults.join("\n")}`);
  return { catalogues, parameters };
}

function readCatalogue(folder: string, language: Language, faults: string[]): Catalogue {
  const catalogue: Catalogue = {};
  const files = readdirSync(join(folder, language)).filter((file) => file.endsWith(".po"));
  for (const file of files.sort()) {
    const module = file.slice(0, -".po".length);
    for (const item of parsePo(readFileSync(join(folder, language, file), "utf8")).items) {
      const id = item.msgid;
      const text = item.msgstr[0] ?? "";
      const place = `${language}/${file}: ${id}`;
      if (!id.startsWith(`${module}.`)) faults.push(`${place} does not begin with its module`);
      if (text.trim() === "") faults.push(`${place} is empty`);
      if (Object.hasOwn(catalogue, id)) faults.push(`${place} stands twice`);
      try {
        const message = compileMessageOrThrow(text);
        faults.push(...pluralFaults(message, language).map((fault) => `${place} ${fault}`));
        catalogue[id] = shortened(message);
      } catch (cause) {
        faults.push(`${place}: ${cause instanceof Error ? cause.message : cause}`);
      }
    }
  }
  return catalogue;
}

const numberKinds: ReadonlySet<string> = new Set(["plural", "selectordinal", "number"]);

function parametersOf(message: CompiledMessage): Parameters {
  const found: Parameters = {};
  for (const token of message) {
    if (typeof token === "string") continue;
    const [name, kind, choices] = token;
    if (name === "#") continue;
    const isNumber = kind !== undefined && numberKinds.has(kind);
    if (found[name] !== "number") found[name] = isNumber ? "number" : "string";
    for (const choice of choicesOf(choices)) {
      for (const [inner, innerKind] of Object.entries(parametersOf(choice))) {
        if (found[inner] !== "number") found[inner] = innerKind;
      }
    }
  }
  return Object.fromEntries(Object.entries(found).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A plural names every category of its language: Arabic has six, fr, it and es have `many`. */
function pluralFaults(message: CompiledMessage, language: Language): string[] {
  const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  return message.flatMap((token) => {
    if (typeof token === "string" || token[1] !== "plural") return [];
    const given = Object.keys(token[2] as object);
    const missing = needed.filter((category) => category !== "many" && !given.includes(category));
    const lacking = language === "ar" && !given.includes("many") ? [...missing, "many"] : missing;
    return lacking.length > 0 ? [`lacks the plural ${lacking.join(", ")}`] : [];
  });
}

const categories: ReadonlySet<string> = new Set(["zero", "one", "two", "few", "many"]);

/** Without the plurals that read like `other`, which is used for every missing category: half of an Arabic plural. */
function shortened(message: CompiledMessage): CompiledMessage {
  return message.map((token) => {
    if (typeof token === "string") return token;
    const [name, kind, choices] = token;
    if (kind !== "plural" || typeof choices !== "object" || choices === null) return token;
    const other = JSON.stringify(Reflect.get(choices, "other"));
    const told = Object.entries(choices).filter(
      ([category, choice]) => !categories.has(category) || JSON.stringify(choice) !== other,
    );
    return [name, kind, Object.fromEntries(told)];
  });
}

function choicesOf(choices: unknown): CompiledMessage[] {
  if (typeof choices !== "object" || choices === null) return [];
  return Object.values(choices).filter((choice): choice is CompiledMessage => Array.isArray(choice));
}

/** Parameters as a TypeScript type. */
export function parameterTypes(kinds: Parameters): string {
  const parts = Object.entries(kinds).map(([name, kind]) => `${name}: ${kind}`);
  return parts.length === 0 ? "Record<string, never>" : `{ ${parts.join("; ")} }`;
}

/** Modules with texts: one file per module and language. */
export function modulesOf({ parameters }: Texts): string[] {
  return [...new Set([...parameters.keys()].map((id) => id.slice(0, id.indexOf("."))))];
}

/** One module's part of a catalogue. */
export function moduleCatalogue(catalogue: Catalogue, module: string): Catalogue {
  return Object.fromEntries(Object.entries(catalogue).filter(([id]) => id.startsWith(`${module}.`)));
}
