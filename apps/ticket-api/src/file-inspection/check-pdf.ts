import { EncryptedPDFError, PDFDocument } from "@cantoo/pdf-lib";
import { uploadMaxPages } from "@guichet/contract/limits/file-limits.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import { isActiveDocument } from "./pdf-actions.ts";
import { readsWithinLimits } from "./pdf-bytes.ts";

/**
 * Checks that a PDF is readable and only shows pages. Refuses encrypted and broken ones and too many pages (`FILE_DAMAGED`), ones that
 * unpack to more than any document (`FILE_TOO_COMPLEX`), and ones that execute, open, send or embed anything (`FILE_MIXED`). Checks the
 * bytes first, then the objects that a PDF reader finds in them.
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
    if (isActiveDocument(read)) return err("FILE_MIXED");
    const pages = read.getPageCount();
    return pages > 0 && pages <= uploadMaxPages ? ok(true) : err("FILE_DAMAGED", { maxPages: uploadMaxPages });
  } catch (failure) {
    // Out of memory or stack while unpacking: the confined process has little of both.
    if (failure instanceof RangeError) return err("FILE_TOO_COMPLEX");
    return err("FILE_DAMAGED", failure instanceof EncryptedPDFError ? { encrypted: true } : {});
  }
}
