import { read } from "./tree.ts";

/** Ids and texts of a PO file; both may span several quoted lines. */
export function poEntries(file: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const block of read(file).split(/\n\s*\n/)) {
    const [, id] = /^msgid ((?:"(?:[^"\\]|\\.)*"\s*)+)/m.exec(block) ?? [];
    const [, text] = /^msgstr ((?:"(?:[^"\\]|\\.)*"\s*)+)/m.exec(block) ?? [];
    const key = unquoted(id);
    if (key !== "") found.set(key, unquoted(text));
  }
  return found;
}

const unquoted = (text: string | undefined) =>
  [...(text ?? "").matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, part]) => part).join("");
