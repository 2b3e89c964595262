/** A row of a file of comma-separated values: its line in the file, counted from 1, and its fields. */
export interface CsvRow {
  line: number;
  fields: string[];
}

/**
 * The rows of a text of comma-separated values (RFC 4180: quotes, doubled quotes, line breaks inside quotes), with either
 * line end and without a byte-order mark. Empty lines are passed over; a quote that never ends yields the fault.
 */
export function* csvRows(text: string): Generator<CsvRow | { line: number; fault: string }> {
  let at = text.startsWith("\uFEFF") ? 1 : 0;
  let line = 1;
  while (at < text.length) {
    const begun = line;
    const fields: string[] = [];
    for (;;) {
      const field = text[at] === '"' ? quoted(text, at) : plain(text, at);
      if (field === null) return yield { line: begun, fault: "a quote is opened and never closed" };
      fields.push(field.value);
      line += field.breaks;
      at = field.next;
      if (text[at] !== ",") break;
      at += 1;
    }
    const ended = text[at];
    if (ended !== undefined && ended !== "\r" && ended !== "\n") {
      return yield { line: begun, fault: "something follows a closing quote" };
    }
    at += ended === "\r" && text[at + 1] === "\n" ? 2 : 1;
    line += 1;
    if (fields.length > 1 || fields[0] !== "") yield { line: begun, fields };
  }
}

interface Field {
  value: string;
  next: number;
  breaks: number;
}

const ends = /[,\r\n]/g;

function plain(text: string, at: number): Field {
  ends.lastIndex = at;
  const next = ends.exec(text)?.index ?? text.length;
  return { value: text.slice(at, next).trim(), next, breaks: 0 };
}

function quoted(text: string, at: number): Field | null {
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
