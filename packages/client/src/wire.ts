import { sign } from "@guichet/contract/signature.ts";

export type Values = Readonly<Record<string, unknown>>;

/** What goes out for a call: its query string or its body, with the signature beside the values (§7). */
export interface Written {
  query: string;
  body: string | undefined;
}

/** Query of a GET or DELETE: everything is text, a list is one comma-joined value, and what is signed is what is sent. */
export function writeQuery(values: Values, key: string, signedBeside: Values = {}): Written {
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === null) continue;
    texts[name] = asText(value);
  }
  const query = new URLSearchParams({ ...texts, signature: sign({ ...texts, ...signedBeside }, key) });
  return { query: `?${query}`, body: undefined };
}

/** JSON body of a POST or PUT. */
export function writeBody(values: Values, key: string, signedBeside: Values = {}): Written {
  const body = JSON.stringify({ ...values, signature: sign({ ...values, ...signedBeside }, key) });
  return { query: "", body };
}

function asText(value: unknown): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map(asText).join(",");
  if (typeof value === "object") return JSON.stringify(value);
  return String(value);
}
