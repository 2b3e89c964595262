import { deflateSync } from "node:zlib";

/** A PDF object: its dictionary, and for a stream its packed bytes. */
export type PdfObject = string | { entries: string; bytes: Uint8Array };

const page = "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>";
const pages = "<< /Type /Pages /Kids [3 0 R] /Count 1 >>";

/**
 * A handwritten PDF of one page: `catalog` and `page` add entries to these objects, `more` adds objects from number 4 on. No library of
 * ours would write what the tests need.
 */
export function writtenPdf(
  parts: { catalog?: string; page?: string; more?: PdfObject[]; after?: string } = {},
): Buffer {
  const objects: PdfObject[] = [
    `<< /Type /Catalog /Pages 2 0 R ${parts.catalog ?? ""} >>`,
    pages,
    page.replace(">>", `${parts.page ?? ""} >>`),
    ...(parts.more ?? []),
  ];
  const written = objects.map((object, place) => writtenObject(place + 1, object));
  const trailer = `trailer << /Root 1 0 R /Size ${objects.length + 1} >>\nstartxref\n0\n%%EOF\n${parts.after ?? ""}`;
  return Buffer.concat([Buffer.from("%PDF-1.7\n"), ...written, Buffer.from(trailer, "latin1")]);
}

function writtenObject(number: number, object: PdfObject): Buffer {
  if (typeof object === "string") return Buffer.from(`${number} 0 obj\n${object}\nendobj\n`, "latin1");
  const head = `${number} 0 obj\n<< ${object.entries} /Length ${object.bytes.length} >>\nstream\n`;
  return Buffer.concat([Buffer.from(head, "latin1"), object.bytes, Buffer.from("\nendstream\nendobj\n")]);
}

/** An object packed in an object stream, as number 10. */
export function packedObject(object: string, { type = "/Type /ObjStm" } = {}): PdfObject {
  const table = "10 0 ";
  return {
    entries: `${type} /N 1 /First ${table.length} /Filter /FlateDecode`,
    bytes: deflateSync(Buffer.from(table + object, "latin1")),
  };
}
