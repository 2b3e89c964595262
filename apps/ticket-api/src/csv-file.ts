/** A field of a line of CSV; null is empty. */
export type CsvField = string | number | null;

/** Rows of a file that the office downloads, at most. */
export const csvRowsMax = 100_000;

/** A file of CSV (RFC 4180) in UTF-8, with the byte-order mark by which spreadsheets recognise it. */
export function csvFile(header: readonly string[], rows: readonly (readonly CsvField[])[]): Uint8Array {
  return new TextEncoder().encode(`\uFEFF${csvLine(header)}${rows.map(csvLine).join("")}`);
}

/**
 * One line of CSV. A text that a spreadsheet would compute as a formula begins with an apostrophe (OWASP "CSV injection"), also
 * after a semicolon, a tab or a line break: where a semicolon separates fields, as in French, a cell of its own begins there.
 */
export function csvLine(fields: readonly CsvField[]): string {
  const texts = fields.map((field) => quotedField(typeof field === "string" ? withoutFormulas(field) : field));
  return `${texts.join(",")}\r\n`;
}

/** A field of a line of CSV, in quotes where it needs them. */
export function quotedField(field: CsvField): string {
  const text = String(field ?? "");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const withoutFormulas = (text: string) =>
  text.replace(/^(?=[=+\-@\t\r])/, "'").replaceAll(/([;\t\r\n]["\s]*)(?=[=+\-@])/g, "$1'");

/** A file of CSV in chunks, for a list of any length: its pages follow one after the other, and none stays in memory. */
export async function* csvChunks(
  header: readonly string[],
  pages: AsyncIterable<readonly (readonly CsvField[])[]>,
): AsyncGenerator<Uint8Array> {
  yield csvFile(header, []);
  for await (const rows of pages) yield new TextEncoder().encode(rows.map(csvLine).join(""));
}

/** Reads a list of any length page by page; `read` gets the last row of the page before. */
export async function* rowPages<Row>(
  read: (after: Row | undefined, limit: number) => Promise<Row[]>,
  pageRows = 2_000,
): AsyncGenerator<Row[]> {
  let after: Row | undefined;
  do {
    const page = await read(after, pageRows);
    if (page.length > 0) yield page;
    after = page.length < pageRows ? undefined : page.at(-1);
  } while (after !== undefined);
}

/** Reads every page of a list, up to `csvRowsMax` rows; `read` gets the last row of the page before. */
export async function everyRow<Row>(
  read: (after: Row | undefined, limit: number) => Promise<Row[]>,
  pageRows = 10_000,
): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const page of rowPages(read, pageRows)) {
    rows.push(...page);
    if (rows.length >= csvRowsMax) break;
  }
  return rows.slice(0, csvRowsMax);
}
