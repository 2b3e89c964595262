import { pageSize } from "@guichet/contract/limits/request-limits.ts";
import { err, ok } from "@guichet/contract/result.ts";
import { applicationMachine, isCurrentApplication } from "@guichet/rules/documents.ts";
import { namedTraveller } from "../account-records/named-traveller.ts";
import { fileLink } from "../files/links.ts";
import type { ModuleHandlers } from "../http/call-handler.ts";
import { cursorAfter, readCursor } from "../http/cursor.ts";
import { ownDocument, ownSubmission } from "./document-owner.ts";
import { currentDocuments, documentsOfSubmissions, listDocuments } from "./document-store.ts";
import { documentView, neededDocuments, submissionView } from "./document-view.ts";
import { submitPaperwork } from "./paperwork.ts";
import { qualificationProvidersOf } from "./qualification.ts";
import { listSubmissions } from "./submission-store.ts";
import { cancelHandler, createHandler, updateHandler } from "./submissions.ts";
import { deleteHandler, uploadHandler } from "./uploads.ts";

export const documentsHandlers: ModuleHandlers<
  | "uploadDocument"
  | "getDocuments"
  | "getUserDocuments"
  | "deleteDocument"
  | "fileDownloadUrl"
  | "createDocumentsSubmission"
  | "updateDocumentsSubmission"
  | "cancelDocumentsSubmission"
  | "getUserDocumentSubmissions"
  | "getQualificationValidationConfiguration"
  | "createPaperwork"
> = {
  uploadDocument: uploadHandler,
  deleteDocument: deleteHandler,
  createDocumentsSubmission: createHandler,
  updateDocumentsSubmission: updateHandler,
  cancelDocumentsSubmission: cancelHandler,
  createPaperwork: submitPaperwork,
  getQualificationValidationConfiguration: async ({ network }) => ok({ providers: qualificationProvidersOf(network) }),

  getDocuments: async ({ deps, network, session, request, language }) => {
    const traveller = await namedTraveller(deps.db, session, request.userId);
    if (!traveller.ok) return traveller;
    const article = request.item_id === undefined ? null : network.articles.get(request.item_id);
    if (article === undefined) return err("ARTICLE_UNKNOWN");
    const current = await currentDocuments(deps.db, network.id, traveller.value.id);
    const reader = { network, language, now: deps.clock.iso() };
    return ok({ documents: neededDocuments(current, reader, article?.requiredDocuments ?? null) });
  },

  getUserDocuments: async ({ deps, network, session, request, language }) => {
    const before = readCursor(request.cursor);
    if (!before.ok) return before;
    const traveller =
      request.userId === undefined && session.isHolder ? null : await namedTraveller(deps.db, session, request.userId);
    if (traveller !== null && !traveller.ok) return traveller;
    const limit = request.limit ?? pageSize;
    const found = await listDocuments(deps.db, {
      networkId: network.id,
      accountId: session.accountId,
      travellerId: traveller?.value.id ?? null,
      before: before.value,
      limit: limit + 1,
    });
    const { page, nextCursor } = cursorAfter(found, limit);
    const reader = { network, language, now: deps.clock.iso() };
    return ok({
      items: page.map((row) => documentView(row, reader)),
      ...(nextCursor === undefined ? {} : { nextCursor }),
    });
  },

  getUserDocumentSubmissions: async ({ deps, network, session, request, language }) => {
    const before = readCursor(request.cursor);
    if (!before.ok) return before;
    const reader = { network, language, now: deps.clock.iso() };
    const { submission_id: submissionId, scope } = request;
    if (submissionId !== undefined) {
      const own = await ownSubmission(deps.db, session, submissionId);
      if (own === undefined) return err("NOT_FOUND");
      const documents = await documentsOfSubmissions(deps.db, network.id, [own.id]);
      return ok({ items: [submissionView(own, documents, reader)] });
    }
    const traveller =
      request.userId === undefined && session.isHolder ? null : await namedTraveller(deps.db, session, request.userId);
    if (traveller !== null && !traveller.ok) return traveller;
    const limit = request.limit ?? pageSize;
    const found = await listSubmissions(deps.db, {
      networkId: network.id,
      accountId: session.accountId,
      travellerId: traveller?.value.id ?? null,
      statuses: applicationMachine.states.filter(
        (status) => scope === undefined || isCurrentApplication(status) === (scope === "current"),
      ),
      before: before.value,
      limit: limit + 1,
    });
    const { page, nextCursor } = cursorAfter(found, limit);
    const ids = page.map(({ id }) => id);
    const documents = await documentsOfSubmissions(deps.db, network.id, ids);
    return ok({
      items: page.map((row) => submissionView(row, documents, reader)),
      ...(nextCursor === undefined ? {} : { nextCursor }),
    });
  },

  fileDownloadUrl: async ({ deps, session, request }) => {
    const own = await ownDocument(deps.db, session, request.documentId);
    if (own?.fileId == null || own.contentType === null) return err("NOT_FOUND");
    const link = { fileId: own.fileId, networkId: own.networkId, reader: "customer" as const, sessionId: session.id };
    return ok({ url: fileLink(deps, link), fileName: own.fileName ?? "", contentType: own.contentType });
  },
};
