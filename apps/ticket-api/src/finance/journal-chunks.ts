import type { NumberedEntry } from "./journal.ts";

const entriesPerChunk = 500;

interface FileFormat {
  /** The line above the entries. */
  head: string;
  linesOf(entry: NumberedEntry): string[];
  encode(text: string): Uint8Array;
}

/** A journal as a file in chunks of some hundred entries, so that a whole month is never in memory. */
export async function* inChunks(
  entries: AsyncIterable<NumberedEntry>,
  { head, linesOf, encode }: FileFormat,
): AsyncGenerator<Uint8Array, void> {
  let [text, count] = [head, 0];
  for await (const entry of entries) {
    text += linesOf(entry).join("");
    count += 1;
    if (count % entriesPerChunk !== 0) continue;
    yield encode(text);
    text = "";
  }
  if (text !== "") yield encode(text);
}
