import { qualificationInputs } from "@guichet/contract/documents.ts";
import type { Typed } from "../forms/form-values.ts";
import { href } from "../paths.ts";
import type { RequestContext } from "../request-context/request-context.ts";
import { draftsFor } from "./ready-items.ts";
import { sendDocument } from "./upload.server.ts";

export type Done = { ok: true; flash: string; to?: string } | { ok: false; code: string; field?: string };

/** Runs one action on a traveller's documents, selected by the form. */
export async function runDocumentAction(
  ctx: RequestContext,
  typed: Typed,
  form: FormData,
  asked: { userId: string | null; item: string | null },
): Promise<Done> {
  const traveller = asked.userId === null ? {} : { userId: asked.userId };
  switch (typed.what) {
    case "remove": {
      const removed = await ctx.call("deleteDocument", { documentId: typed.document ?? "" });
      return removed.ok ? { ok: true, flash: "removed" } : { ok: false, code: removed.code };
    }
    case "qualify":
      return qualify(ctx, typed, traveller);
    case "submit": {
      const item = typed.item ?? "";
      const needed = await ctx.call("getDocuments", { item_id: item }, traveller);
      if (!needed.ok) return { ok: false, code: needed.code };
      const ids = draftsFor(needed.value.documents, item);
      if (ids.length === 0) return { ok: false, code: "DOCUMENT_REQUIRED" };
      const made = await ctx.call("createDocumentsSubmission", { item_id: item, document_ids: ids });
      if (!made.ok) return { ok: false, code: made.code };
      const request = made.value.submission.submissionId;
      return { ok: true, flash: "sent", to: href("submissions", undefined, { request, flash: "sent" }) };
    }
    default: {
      const sent = await sendDocument(ctx, form);
      return sent.ok ? { ok: true, flash: "kept" } : sent;
    }
  }
}

/** Sends the entered values to the provider; only errors return to the page, not the values. */
export async function qualify(ctx: RequestContext, typed: Typed, traveller: { userId?: string }): Promise<Done> {
  const inputs = Object.fromEntries(qualificationNames.flatMap((name) => (typed[name] ? [[name, typed[name]]] : [])));
  const made = await ctx.call(
    "createPaperwork",
    {
      paperworkTypeId: typed.type ?? "",
      qualificationProviderId: typed.provider ?? "",
      qualificationProviderInput: JSON.stringify({ consent: typed.consent ?? "no", ...inputs }),
    },
    traveller,
  );
  if (made.ok) return { ok: true, flash: "qualified" };
  const field = typeof made.details?.field === "string" ? `${typed.provider}-${made.details.field}` : undefined;
  return { ok: false, code: made.code, ...(field === undefined ? {} : { field }) };
}
const qualificationNames: readonly string[] = [...qualificationInputs, "by"];
