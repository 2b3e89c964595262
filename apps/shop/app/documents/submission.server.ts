import type { NeededDocument, Submission } from "@guichet/contract/documents.ts";
import type { Typed } from "../forms/form-values.ts";
import type { RequestContext } from "../request-context/request-context.ts";
import type { Done } from "./document-actions.server.ts";
import { sendDocument } from "./upload.server.ts";

/** Reads one submission and the documents that its article requires; undefined if the account has no such submission. */
export async function readOne(ctx: RequestContext, id: string) {
  const found = await ctx.call("getUserDocumentSubmissions", { submission_id: id });
  const submission = found.ok ? found.value.items[0] : undefined;
  if (submission === undefined) return undefined;
  const { shopItemId, userId } = submission;
  const needed = await ctx.call("getDocuments", { item_id: shopItemId }, { userId });
  const account = await ctx.session.account();
  const traveller = account?.profiles.find((profile) => profile.userId === userId)?.userName ?? "";
  const documents = needed.ok ? needed.value.documents : [];
  return { submission, traveller, documents, lacking: lackingOf(submission, documents) };
}

/** Returns the document types for which staff requested a replacement that is not uploaded yet. */
function lackingOf(submission: Submission, documents: readonly NeededDocument[]): string[] {
  if (submission.status !== "to complete") return [];
  return submission.documents
    .filter(({ status }) => status === "INVALID")
    .map((document) => document.document_type_id)
    .filter((type) => !documents.some((each) => each.document_type_id === type && each.draft !== null));
}

/** Runs one action on a submission, selected by the form. */
export async function actOn(ctx: RequestContext, id: string, typed: Typed, form: FormData): Promise<Done> {
  if (typed.what === "cancel") {
    const cancelled = await ctx.call("cancelDocumentsSubmission", { submission_id: id });
    return cancelled.ok ? { ok: true, flash: "cancelled" } : { ok: false, code: cancelled.code };
  }
  if (typed.what === "complete") {
    const found = await readOne(ctx, id);
    if (found === undefined) return { ok: false, code: "NOT_FOUND" };
    const ids = found.submission.documents.flatMap((document) => {
      if (document.status !== "INVALID") return [document.documentId];
      const needed = found.documents.find((each) => each.document_type_id === document.document_type_id);
      return needed?.draft?.documentId ?? [];
    });
    if (ids.length === 0) return { ok: false, code: "DOCUMENT_REQUIRED" };
    const updated = await ctx.call("updateDocumentsSubmission", { submission_id: id, document_ids: ids });
    return updated.ok ? { ok: true, flash: "completed" } : { ok: false, code: updated.code };
  }
  const sent = await sendDocument(ctx, form);
  return sent.ok ? { ok: true, flash: "kept" } : sent;
}
