import { parseDocument } from "yaml";

/** Decodes a UTF-8 file of a pack, or returns why it cannot. A byte order mark is removed. */
export function readUtf8(bytes: Uint8Array): { text: string } | { fault: string } {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    if (!text.includes("\0")) return { text: text.replaceAll("\r\n", "\n") };
  } catch {
    // The fault is returned below, as for a text that only looks like UTF-8.
  }
  return { fault: "not UTF-8: save the file with the encoding UTF-8" };
}

/** A duplicate key in an object of a JSON text: a parser silently takes the last one. */
export interface RepeatedKey {
  key: string;
  /** Counted from 1. */
  line: number;
}

/** The duplicate keys of a JSON text. The JSON is parsed as YAML, because only the YAML parser reports them. */
export function repeatedKeys(text: string): RepeatedKey[] {
  const { errors } = parseDocument(text, { schema: "json", uniqueKeys: true, prettyErrors: true, logLevel: "silent" });
  return errors
    .filter(({ code }) => code === "DUPLICATE_KEY")
    .map(({ pos, linePos }) => ({
      key: /^"((?:[^"\\]|\\.)*)"/.exec(text.slice(pos[0]))?.[1] ?? "",
      line: linePos?.[0].line ?? 1,
    }));
}
