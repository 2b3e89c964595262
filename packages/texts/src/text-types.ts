import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parameterTypes, readTexts, type TextFolder, type Texts } from "./text-files.ts";

export const typesFileOf = ({ folder }: TextFolder): string => join(folder, "messages.gen.ts");

/** Generates the types that make a wrong id or parameter fail to compile. */
export function typesOf({ parameters }: Texts): string {
  const lines = [...parameters].map(([id, kinds]) => `  ${JSON.stringify(id)}: ${parameterTypes(kinds)};`);
  return [
    "// Written by `npm run texts` from the PO files; do not edit.",
    "/** Every text by its id, with the parameters that it takes. */",
    "export interface Messages {",
    ...lines,
    "}",
    "export type MessageId = keyof Messages;",
    "",
  ].join("\n");
}

/** Writes the types of an app's texts next to them, unless they are up to date. */
export function writeTextTypes(own: TextFolder): void {
  const file = typesFileOf(own);
  const types = typesOf(readTexts(own));
  if (!existsSync(file) || readFileSync(file, "utf8") !== types) writeFileSync(file, types);
}
