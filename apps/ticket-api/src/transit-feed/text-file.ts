import { parseDocument } from "yaml";

/** The text of a file of a pack, or why it is none. A byte order mark at its beginning is not part of it. */
export function readUtf8(bytes: Uint8Array): { text: string } | { fault: string } {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    if (!text.includes("\0")) return { text: text.replaceAll("\r\n", "\n") };
  } catch {
    // Told below, as for a text that only looks like UTF-8.
  }
  return { fault: "not UTF-8: save the file with the encoding UTF-8" };
}

/** A key that an object of a JSON text has twice: a parser takes the last one, and says nothing. */
export interface RepeatedKey {
  key: string;
  /** Counted from 1. */
  line: number;
}

/** The repeated keys of a JSON text. JSON is read as the YAML that it is: of the two only that reader tells. */
export function repeatedKeys(text: string): RepeatedKey[] {
  const { errors } = parseDocument(text, { schema: "json", uniqueKeys: true, prettyErrors: true, logLevel: "silent" });
  return errors
    .filter(({ code }) => code === "DUPLICATE_KEY")
    .map(({ pos, linePos }) => ({
      key: /^"((?:[^"\\]|\\.)*)"/.exec(text.slice(pos[0]))?.[1] ?? "",
      line: linePos?.[0].line ?? 1,
    }));
}
