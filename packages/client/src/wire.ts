import { sign } from "@guichet/contract/signature.ts";

export type Values = Readonly<Record<string, unknown>>;

/** A serialised request: its query string or body, including the signature (§7). */
export interface Written {
  query: string;
  body: string | FormData | undefined;
}

/** A file sent with a call; its name is only informative. */
export interface SentFile {
  bytes: Uint8Array;
  name: string;
}

/** Writes the query of a GET or DELETE: values as text, lists comma-separated; the text that is sent is signed. */
export function writeQuery(values: Values, key: string, signedBeside: Values = {}): Written {
  const texts = textsOf(values);
  const query = new URLSearchParams({ ...texts, signature: sign({ ...texts, ...signedBeside }, key) });
  return { query: `?${query}`, body: undefined };
}

/** Writes the JSON body of a POST or PUT. */
export function writeBody(values: Values, key: string, signedBeside: Values = {}): Written {
  const body = JSON.stringify({ ...values, signature: sign({ ...values, ...signedBeside }, key) });
  return { query: "", body };
}

/** Writes the form of a call with a file: the other values are text parts, and only they are signed (§7). */
export function writeForm(
  values: Values,
  key: string,
  { part, file, ...signing }: { part: string; file: SentFile | undefined; signedBeside?: Values },
): Written {
  const texts = textsOf(values);
  const form = new FormData();
  const signature = sign({ ...texts, ...signing.signedBeside }, key);
  for (const [name, text] of Object.entries({ ...texts, signature })) form.set(name, text);
  if (file !== undefined) form.set(part, new Blob([new Uint8Array(file.bytes)]), file.name);
  return { query: "", body: form };
}

function textsOf(values: Values): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === null) continue;
    texts[name] = asText(value);
  }
  return texts;
}

function asText(value: unknown): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map(asText).join(",");
  if (typeof value === "object") return JSON.stringify(value);
  return String(value);
}
