import { EncryptedPDFError, PDFDocument } from "@cantoo/pdf-lib";
import { uploadMaxPages } from "@guichet/contract/limits/file-limits.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import { looksActive } from "./pdf-actions.ts";
import { readsWithinLimits } from "./pdf-bytes.ts";

/**
 * Can a PDF be read, and does it only show pages? Refuses encrypted and broken ones and too many pages (`FILE_DAMAGED`),
 * what unfolds to more than any document (`FILE_TOO_COMPLEX`), and what runs, opens, sends or carries anything
 * (`FILE_MIXED`). Looks at the bytes first, then at the objects that a PDF reader finds in them.
 */
export async function checkPdf(
  bytes: Buffer,
): Promise<Result<true, "FILE_DAMAGED" | "FILE_MIXED" | "FILE_TOO_COMPLEX">> {
  const packed = await readsWithinLimits(bytes);
  if (!packed.ok) return packed;
  try {
    const read = await PDFDocument.load(bytes, {
      updateMetadata: false,
      throwOnInvalidObject: true,
      preserveXFA: true,
    });
    if (looksActive(read)) return err("FILE_MIXED");
    const pages = read.getPageCount();
    return pages > 0 && pages <= uploadMaxPages ? ok(true) : err("FILE_DAMAGED", { maxPages: uploadMaxPages });
  } catch (failure) {
    // No room for what it unfolds to, or for how deep it nests: the confined process has little of both.
    if (failure instanceof RangeError) return err("FILE_TOO_COMPLEX");
    return err("FILE_DAMAGED", failure instanceof EncryptedPDFError ? { encrypted: true } : {});
  }
}
