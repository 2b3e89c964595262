import { sign } from "@guichet/contract/signature.ts";

export type Values = Readonly<Record<string, unknown>>;

/** What goes out for a call: its query string or its body, with the signature beside the values (§7). */
export interface Written {
  query: string;
  body: string | FormData | undefined;
}

/** A file that goes out with a call; its name is only what its owner calls it. */
export interface SentFile {
  bytes: Uint8Array;
  name: string;
}

/** Query of a GET or DELETE: everything is text, a list is one comma-joined value, and what is signed is what is sent. */
export function writeQuery(values: Values, key: string, signedBeside: Values = {}): Written {
  const texts = textsOf(values);
  const query = new URLSearchParams({ ...texts, signature: sign({ ...texts, ...signedBeside }, key) });
  return { query: `?${query}`, body: undefined };
}

/** JSON body of a POST or PUT. */
export function writeBody(values: Values, key: string, signedBeside: Values = {}): Written {
  const body = JSON.stringify({ ...values, signature: sign({ ...values, ...signedBeside }, key) });
  return { query: "", body };
}

/** Form of a call that takes a file: values as text beside it, which alone are signed (§7). */
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
