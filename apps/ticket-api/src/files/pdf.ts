import { PDFArray, PDFDict, PDFDocument, PDFName, type PDFObject, PDFRawStream } from "@cantoo/pdf-lib";
import { uploadMaxPages } from "@guichet/contract/limits.ts";
import { done, type Outcome, refuse } from "@guichet/contract/outcome.ts";

/** Names of a PDF that make it do something, or carry another file (ISO 32000-1, 12.6.4 and 7.11.4). */
const acting = new Set(["JavaScript", "JS", "Launch", "EmbeddedFile", "EmbeddedFiles", "RichMedia", "XFA"]);
const deepest = 100;

/**
 * Can a PDF be read, and does it only show pages? Refuses encrypted and broken ones, too many pages (`FILE_DAMAGED`), and
 * what runs a script, starts a program or carries a file (`FILE_MIXED`).
 */
export async function checkPdf(bytes: Buffer): Promise<Outcome<true, "FILE_DAMAGED" | "FILE_MIXED">> {
  let read: PDFDocument;
  try {
    read = await PDFDocument.load(bytes, { updateMetadata: false, throwOnInvalidObject: true });
  } catch {
    return refuse("FILE_DAMAGED");
  }
  try {
    const objects = read.context.enumerateIndirectObjects();
    if (objects.some(([, object]) => acts(object, 0))) return refuse("FILE_MIXED");
    const pages = read.getPageCount();
    return pages > 0 && pages <= uploadMaxPages ? done(true) : refuse("FILE_DAMAGED", { maxPages: uploadMaxPages });
  } catch {
    return refuse("FILE_DAMAGED");
  }
}

function acts(object: PDFObject, depth: number): boolean {
  if (depth > deepest) return true;
  if (object instanceof PDFName) return acting.has(object.decodeText());
  if (object instanceof PDFArray) return object.asArray().some((part) => acts(part, depth + 1));
  const entries = object instanceof PDFRawStream ? object.dict : object;
  if (!(entries instanceof PDFDict)) return false;
  return entries.entries().some(([key, value]) => acting.has(key.decodeText()) || acts(value, depth + 1));
}
