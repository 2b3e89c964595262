import { qualificationInputs } from "@guichet/contract/documents.ts";
import type { Typed } from "../forms/form-values.ts";
import { href } from "../paths.ts";
import type { RequestContext } from "../request-context/request-context.ts";
import { draftsFor } from "./ready-items.ts";
import { sendDocument } from "./upload.server.ts";

export type Done = { ok: true; told: string; to?: string } | { ok: false; code: string; field?: string };

/** One act on the documents of a traveller, by what the form says. */
export async function act(
  ctx: RequestContext,
  typed: Typed,
  form: FormData,
  asked: { userId: string | null; item: string | null },
): Promise<Done> {
  const whose = asked.userId === null ? {} : { userId: asked.userId };
  switch (typed.what) {
    case "remove": {
      const removed = await ctx.call("deleteDocument", { documentId: typed.document ?? "" });
      return removed.ok ? { ok: true, told: "removed" } : { ok: false, code: removed.code };
    }
    case "qualify":
      return qualify(ctx, typed, whose);
    case "submit": {
      const item = typed.item ?? "";
      const needed = await ctx.call("getDocuments", { item_id: item }, whose);
      if (!needed.ok) return { ok: false, code: needed.code };
      const ids = draftsFor(needed.value.documents, item);
      if (ids.length === 0) return { ok: false, code: "DOCUMENT_REQUIRED" };
      const made = await ctx.call("createDocumentsSubmission", { item_id: item, document_ids: ids });
      if (!made.ok) return { ok: false, code: made.code };
      const request = made.value.submission.submissionId;
      return { ok: true, told: "sent", to: href("submissions", undefined, { request, told: "sent" }) };
    }
    default: {
      const sent = await sendDocument(ctx, form);
      return sent.ok ? { ok: true, told: "kept" } : sent;
    }
  }
}

/** What was typed goes to the provider; nothing of it comes back to the page but what was wrong. */
export async function qualify(ctx: RequestContext, typed: Typed, whose: { userId?: string }): Promise<Done> {
  const inputs = Object.fromEntries(qualificationNames.flatMap((name) => (typed[name] ? [[name, typed[name]]] : [])));
  const made = await ctx.call(
    "createPaperwork",
    {
      paperworkTypeId: typed.type ?? "",
      qualificationProviderId: typed.provider ?? "",
      qualificationProviderInput: JSON.stringify({ consent: typed.consent ?? "no", ...inputs }),
    },
    whose,
  );
  if (made.ok) return { ok: true, told: "qualified" };
  const field = typeof made.details?.field === "string" ? `${typed.provider}-${made.details.field}` : undefined;
  return { ok: false, code: made.code, ...(field === undefined ? {} : { field }) };
}
const qualificationNames: readonly string[] = [...qualificationInputs, "by"];
