import { createHash } from "node:crypto";
import { cardBatchNameMaxLength, cardFileLinesMax } from "@guichet/contract/limits/transport-card-limits.ts";
import type { CardFileFault, CardFileFaultReason } from "@guichet/contract/office/cards/card-stock.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import type { Upload } from "../http/multipart-form.ts";
import { csvRows, separatorOf } from "../transit-feed/csv.ts";
import { turns } from "./turns.ts";

/** The columns of a file, each with the folded names that it may have there, in the order of a file without names. */
export type Columns<Column extends string> = Readonly<Record<Column, readonly string[]>>;

/** A line of a file with the fields of its columns; a column that the file lacks is empty. */
export interface CardLine<Column extends string> {
  line: number;
  fields: Readonly<Record<Column, string>>;
}

/** What a file says, and what is wrong with its form. */
export interface CardFile<Column extends string> {
  /** SHA-256 of its bytes, in hexadecimal. */
  digest: string;
  /** How many lines have a card, wrong ones included. */
  lineCount: number;
  /** Those whose form is right. */
  lines: CardLine<Column>[];
  faults: CardFileFault[];
}

/** Characters of a wrong field that a fault repeats. */
const shownMaxLength = 60;

export const fault = (line: number, reason: CardFileFaultReason, value = "", known = ""): CardFileFault => ({
  line,
  reason,
  value: shortened(value),
  known: shortened(known),
});

const shortened = (text: string): string => text.replaceAll(/\p{Cc}+/gu, " ").slice(0, shownMaxLength);

/** What a file is called: its name without folder and extension, or the beginning of its digest. */
export function nameOfFile(upload: Upload | undefined, digest: string): string {
  const stem = (upload?.name ?? "").replace(/^.*[/\\]/, "").replace(/\.\w+$/, "");
  const name = stem
    .replaceAll(/\p{Cc}+/gu, " ")
    .trim()
    .slice(0, cardBatchNameMaxLength)
    .trim();
  return name || digest.slice(0, 12);
}

/**
 * What a confirmation states: the digest of the file and of what its check found. If anything of that is otherwise by then, the file is checked
 * again before anything happens.
 */
export const checkedDigest = (fileDigest: string, found: unknown): string =>
  createHash("sha256")
    .update(`${fileDigest} ${JSON.stringify(found)}`)
    .digest("hex");

/** Reads an uploaded file of card numbers. Refuses what is no text; every other fault is listed with its line. */
export async function readCardFile<Column extends string>(
  upload: Upload | undefined,
  columns: Columns<Column>,
): Promise<Result<CardFile<Column>, "FIELD_REQUIRED" | "FILE_TYPE_NOT_ACCEPTED">> {
  if (upload === undefined || upload.bytes.length === 0) return err("FIELD_REQUIRED", { field: "file" });
  // A workbook, a PDF or a text in UTF-16: read as CSV each would be nothing but faults.
  if (upload.bytes.includes(0) || upload.bytes.subarray(0, 5).toString("latin1") === "%PDF-")
    return err("FILE_TYPE_NOT_ACCEPTED");
  const digest = createHash("sha256").update(upload.bytes).digest("hex");
  // Not strict: a line in another encoding is a fault of that line.
  const text = new TextDecoder("utf-8").decode(upload.bytes);
  return ok({ digest, ...(await readLines(text, columns)) });
}

async function readLines<Column extends string>(
  text: string,
  columns: Columns<Column>,
): Promise<Omit<CardFile<Column>, "digest">> {
  const turn = turns();
  const lines: CardLine<Column>[] = [];
  const faults: CardFileFault[] = [];
  let header: Header<Column> | undefined;
  let lineCount = 0;
  for (const row of csvRows(text, separatorOf(text))) {
    if (turn.isOver()) await turn.next();
    if ("fault" in row) {
      faults.push(fault(row.line, "quote"));
      break;
    }
    const { line, fields } = row;
    // What a spreadsheet leaves of cells that were emptied.
    if (fields.every((field) => field.trim() === "")) continue;
    if (header === undefined) {
      if (fields.some((field) => field.includes(replacement)))
        return { lines, lineCount, faults: [fault(line, "encoding", fields.join(" "))] };
      if (fields.length > fieldsMax)
        return {
          lines,
          lineCount,
          faults: [fault(line, "field-count", `${fields.length}`, `${columnsOf(columns).length}`)],
        };
      header = headerOf(fields, columns);
      const wrong = headerFaults(line, header, columns);
      if (wrong.length > 0) return { lines, lineCount, faults: wrong };
      if (header.isNamed) continue;
    }
    if (lineCount === cardFileLinesMax) {
      faults.push(fault(line, "too-many-lines", "", `${cardFileLinesMax}`));
      break;
    }
    lineCount += 1;
    const { names } = header;
    if (fields.some((field) => field.includes(replacement))) faults.push(fault(line, "encoding", fields.join(" ")));
    else if (fields.length !== names.length)
      faults.push(fault(line, "field-count", `${fields.length}`, `${names.length}`));
    else lines.push({ line, fields: fieldsOf(fields, names, columns) });
  }
  return { lines, lineCount, faults };
}

/** Fields of a first line that are compared with the names of columns; a file with more has another form. */
const fieldsMax = 50;

/** What a decoder writes in the place of bytes that are no UTF-8. */
const replacement = "\uFFFD";

interface Header<Column extends string> {
  /** Whether the first line has names; if not, it is a card. */
  isNamed: boolean;
  /** The columns of the file in its order; undefined where a name is unknown. */
  names: (Column | undefined)[];
  /** The names as they are written. */
  written: readonly string[];
}

const columnsOf = <Column extends string>(columns: Columns<Column>): Column[] => Object.keys(columns) as Column[];

function headerOf<Column extends string>(fields: readonly string[], columns: Columns<Column>): Header<Column> {
  const all = columnsOf(columns);
  // A list of numbers may begin with its first card. With more columns, nobody could tell one from another.
  if (/^\d[\d\s-]*$/.test(fields[0] ?? "")) {
    return {
      isNamed: false,
      names: fields.length === 1 ? all.slice(0, 1) : fields.map(() => undefined),
      written: fields,
    };
  }
  const names = fields.map((name) => all.find((column) => columns[column].includes(foldedName(name))));
  return { isNamed: true, names, written: fields };
}

/** A name in a file without case, accents and separators. */
export const foldedName = (name: string): string =>
  name
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, " ")
    .trim();

function headerFaults<Column extends string>(
  line: number,
  { names, written, isNamed }: Header<Column>,
  columns: Columns<Column>,
): CardFileFault[] {
  const [first = "number"] = columnsOf(columns);
  if (!isNamed && names.length > 1) return [fault(line, "column-missing", "", first)];
  const wrong = names.flatMap((name, place) => {
    const text = isNamed ? (written[place] ?? "") : `${place + 1}`;
    if (name === undefined) return [fault(line, "column-unknown", text, columnsOf(columns).join(", "))];
    return names.indexOf(name) === place ? [] : [fault(line, "column-repeated", text)];
  });
  return names.some((name) => name === first) || wrong.some(({ reason }) => reason === "column-repeated")
    ? wrong
    : [...wrong, fault(line, "column-missing", "", first)];
}

function fieldsOf<Column extends string>(
  fields: readonly string[],
  names: readonly (Column | undefined)[],
  columns: Columns<Column>,
): Record<Column, string> {
  const values = Object.fromEntries(columnsOf(columns).map((column) => [column, fields[names.indexOf(column)] ?? ""]));
  return values as Record<Column, string>;
}
