/** A row of a CSV file: its line in the file, counted from 1, and its fields. */
export interface CsvRow {
  line: number;
  fields: string[];
}

/** What separates the fields of a line; spreadsheets of countries with a decimal comma write semicolons. */
export type CsvSeparator = "," | ";" | "\t";

/**
 * Parses CSV (RFC 4180: quotes, doubled quotes, line breaks inside quotes), with either
 * line end and with or without a byte-order mark. Empty lines are skipped; an unclosed quote yields a fault.
 */
export function* csvRows(
  text: string,
  separator: CsvSeparator = ",",
): Generator<CsvRow | { line: number; fault: string }> {
  let at = text.startsWith("\uFEFF") ? 1 : 0;
  let line = 1;
  while (at < text.length) {
    const startLine = line;
    const fields: string[] = [];
    for (;;) {
      const field = text[at] === '"' ? quotedField(text, at) : unquotedField(text, at, fieldEnds[separator]);
      if (field === null) return yield { line: startLine, fault: "a quote is opened and never closed" };
      fields.push(field.value);
      line += field.breaks;
      at = field.next;
      if (text[at] !== separator) break;
      at += 1;
    }
    const end = text[at];
    if (end !== undefined && end !== "\r" && end !== "\n") {
      return yield { line: startLine, fault: "something follows a closing quote" };
    }
    at += end === "\r" && text[at + 1] === "\n" ? 2 : 1;
    line += 1;
    if (fields.length > 1 || fields[0] !== "") yield { line: startLine, fields };
  }
}

interface Field {
  value: string;
  next: number;
  breaks: number;
}

const fieldEnds: Record<CsvSeparator, RegExp> = { ",": /[,\r\n]/g, ";": /[;\r\n]/g, "\t": /[\t\r\n]/g };

function unquotedField(text: string, at: number, fieldEnd: RegExp): Field {
  fieldEnd.lastIndex = at;
  const next = fieldEnd.exec(text)?.index ?? text.length;
  return { value: text.slice(at, next).trim(), next, breaks: 0 };
}

function quotedField(text: string, at: number): Field | null {
  let value = "";
  let from = at + 1;
  for (;;) {
    const close = text.indexOf('"', from);
    if (close < 0) return null;
    value += text.slice(from, close);
    if (text[close + 1] !== '"') {
      return { value: value.trim(), next: close + 1, breaks: value.split("\n").length - 1 };
    }
    value += '"';
    from = close + 2;
  }
}

/** The separator of a file: the one that its first line has most of; a comma where there is none. */
export function separatorOf(text: string): CsvSeparator {
  const first = /^[^\r\n]*/.exec(text)?.[0].replaceAll(/"[^"]*"?/g, "") ?? "";
  const counts = separators.map((one) => ({ one, count: first.split(one).length }));
  return counts.reduce((most, next) => (next.count > most.count ? next : most)).one;
}
const separators = [",", ";", "\t"] as const satisfies readonly CsvSeparator[];
