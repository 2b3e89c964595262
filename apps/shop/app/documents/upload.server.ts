import type { ErrorCode } from "@guichet/contract/error-codes.ts";
import { uploadMaxBytes } from "@guichet/contract/limits/file-limits.ts";
import type { RequestContext } from "../request-context/request-context.ts";

export type Sent = { ok: true } | { ok: false; code: ErrorCode };

/** Returns the uploaded file from whichever of the two inputs, file or camera, was used. */
function fileOf(form: FormData): File | undefined {
  return form.getAll("document").find((part): part is File => part instanceof File && part.size > 0);
}

/** Forwards a document to the Ticket API from memory; it is never written to disk here. */
export async function sendDocument(ctx: RequestContext, form: FormData): Promise<Sent> {
  const file = fileOf(form);
  if (file === undefined) return { ok: false, code: "FIELD_REQUIRED" };
  if (file.size > uploadMaxBytes) return { ok: false, code: "FILE_TOO_LARGE" };
  const bytes = new Uint8Array(await file.arrayBuffer());
  const userId = String(form.get("for") ?? "");
  const sent = await ctx.call(
    "uploadDocument",
    { document_type: String(form.get("type") ?? "") },
    { userId, file: { bytes, name: file.name } },
  );
  return sent.ok ? { ok: true } : { ok: false, code: sent.code };
}
