import type { SentFile } from "@guichet/client/wire.ts";
import type { ErrorCode } from "@guichet/contract/error-codes.ts";
import { uploadMaxBytes, uploadMaxMegabytes } from "@guichet/contract/limits/file-limits.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import { refusalText } from "../shell/refusals.ts";
import type { Translate } from "../shell/texts.tsx";

/** The chosen file of a form. */
export async function fileIn(form: FormData): Promise<Result<SentFile, "FIELD_REQUIRED" | "FILE_TOO_LARGE">> {
  const file = form.get("file");
  if (!(file instanceof File) || file.size === 0) return err("FIELD_REQUIRED", { field: "file" });
  if (file.size > uploadMaxBytes) return err("FILE_TOO_LARGE");
  return ok({ bytes: new Uint8Array(await file.arrayBuffer()), name: file.name });
}

/** Why a file of card numbers was refused as a whole, with the remedy; `field` is the one that is wrong. */
export function fileRefusalText(t: Translate, { code, field }: { code: ErrorCode; field?: unknown }): string {
  if (code === "FIELD_REQUIRED" && field === "file") return t("transport-cards.import.no-file");
  if (code === "FILE_TOO_LARGE") return t("transport-cards.import.too-large", { megabytes: uploadMaxMegabytes });
  if (code === "FILE_TYPE_NOT_ACCEPTED") return t("transport-cards.import.no-text");
  if (code === "FIELD_INVALID" && field === "digest") return t("transport-cards.import.changed");
  if (code === "FIELD_INVALID" && field === "file") return t("transport-cards.import.stale");
  return refusalText(t, code);
}
