import { storedScanMaxSide } from "@guichet/contract/limits/file-limits.ts";
import { err, type Result } from "@guichet/contract/result.ts";
import { type FileRefusal, uploadTypes } from "@guichet/contract/uploads.ts";
import type { Dependencies } from "../dependencies.ts";
import type { Upload } from "../http/multipart-form.ts";
import { type CheckedFile, checkFile } from "./check.ts";
import { mayUpload } from "./uploads-per-hour.ts";

/** Checks an uploaded document of an account, a PDF or a picture, within its hourly limit. Stores nothing. */
export async function checkScan(
  deps: Dependencies,
  networkId: string,
  accountId: string,
  upload: Upload,
): Promise<Result<CheckedFile, FileRefusal | "TOO_MANY_REQUESTS">> {
  if (!(await mayUpload(deps, networkId, accountId))) return err("TOO_MANY_REQUESTS");
  return checkFile(deps, upload, { types: uploadTypes, maxSide: storedScanMaxSide }, accountId);
}
