import type { ErrorCode } from "@guichet/contract/error-codes.ts";
import { uploadMaxBytes } from "@guichet/contract/limits/file-limits.ts";
import type { RequestContext } from "../request-context/request-context.ts";

export type Sent = { ok: true } | { ok: false; code: ErrorCode };

/** The file of a form that has one field for files and one for the camera: the one that was used. */
function fileOf(form: FormData): File | undefined {
  return form.getAll("document").find((part): part is File => part instanceof File && part.size > 0);
}

/** Passes a document on to the Ticket API, out of memory: nothing of it touches a disk here. */
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
