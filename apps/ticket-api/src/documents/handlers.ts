import { pageSize } from "@guichet/contract/limits.ts";
import { done, refuse } from "@guichet/contract/outcome.ts";
import { applicationMachine, isCurrentApplication } from "@guichet/rules/documents.ts";
import { namedTraveller } from "../account-records/named-traveller.ts";
import { fileLink } from "../files/links.ts";
import type { RoomAnswers } from "../http/call-handler.ts";
import { cursorAfter, readCursor } from "../http/cursor.ts";
import { answerPaperwork } from "./paperwork.ts";
import { shownProviders } from "./qualification.ts";
import { neededDocuments, shownDocument, shownSubmission } from "./shown.ts";
import { documentsOfSubmissions, listDocuments, standingDocuments } from "./store.ts";
import { listSubmissions } from "./submission-store.ts";
import { answerCancel, answerCreate, answerUpdate } from "./submissions.ts";
import { answerDelete, answerUpload } from "./uploads.ts";
import { ownDocument, ownSubmission } from "./whose.ts";

export const documentsAnswers: RoomAnswers<
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
  uploadDocument: answerUpload,
  deleteDocument: answerDelete,
  createDocumentsSubmission: answerCreate,
  updateDocumentsSubmission: answerUpdate,
  cancelDocumentsSubmission: answerCancel,
  createPaperwork: answerPaperwork,
  getQualificationValidationConfiguration: async ({ network }) => done({ providers: shownProviders(network) }),

  getDocuments: async ({ house, network, session, request, language }) => {
    const traveller = await namedTraveller(house.db, session, request.userId);
    if (!traveller.ok) return traveller;
    const article = request.item_id === undefined ? null : network.articles.get(request.item_id);
    if (article === undefined) return refuse("ARTICLE_UNKNOWN");
    const standing = await standingDocuments(house.db, network.id, traveller.value.id);
    const reader = { network, language, now: house.clock.iso() };
    return done({ documents: neededDocuments(standing, reader, article?.requiredDocuments ?? null) });
  },

  getUserDocuments: async ({ house, network, session, request, language }) => {
    const before = readCursor(request.cursor);
    if (!before.ok) return before;
    const named =
      request.userId === undefined && session.isHolder ? null : await namedTraveller(house.db, session, request.userId);
    if (named !== null && !named.ok) return named;
    const limit = request.limit ?? pageSize;
    const found = await listDocuments(house.db, {
      networkId: network.id,
      accountId: session.accountId,
      travellerId: named?.value.id ?? null,
      before: before.value,
      limit: limit + 1,
    });
    const { page, nextCursor } = cursorAfter(found, limit);
    const reader = { network, language, now: house.clock.iso() };
    return done({
      items: page.map((row) => shownDocument(row, reader)),
      ...(nextCursor === undefined ? {} : { nextCursor }),
    });
  },

  getUserDocumentSubmissions: async ({ house, network, session, request, language }) => {
    const before = readCursor(request.cursor);
    if (!before.ok) return before;
    const reader = { network, language, now: house.clock.iso() };
    const { submission_id: one, scope } = request;
    if (one !== undefined) {
      const own = await ownSubmission(house.db, session, one);
      if (own === undefined) return refuse("NOT_FOUND");
      const documents = await documentsOfSubmissions(house.db, network.id, [own.id]);
      return done({ items: [shownSubmission(own, documents, reader)] });
    }
    const named =
      request.userId === undefined && session.isHolder ? null : await namedTraveller(house.db, session, request.userId);
    if (named !== null && !named.ok) return named;
    const limit = request.limit ?? pageSize;
    const found = await listSubmissions(house.db, {
      networkId: network.id,
      accountId: session.accountId,
      travellerId: named?.value.id ?? null,
      statuses: applicationMachine.states.filter(
        (status) => scope === undefined || isCurrentApplication(status) === (scope === "current"),
      ),
      before: before.value,
      limit: limit + 1,
    });
    const { page, nextCursor } = cursorAfter(found, limit);
    const ids = page.map(({ id }) => id);
    const documents = await documentsOfSubmissions(house.db, network.id, ids);
    return done({
      items: page.map((row) => shownSubmission(row, documents, reader)),
      ...(nextCursor === undefined ? {} : { nextCursor }),
    });
  },

  fileDownloadUrl: async ({ house, session, request }) => {
    const own = await ownDocument(house.db, session, request.documentId);
    if (own?.fileId == null || own.contentType === null) return refuse("NOT_FOUND");
    const link = { fileId: own.fileId, networkId: own.networkId, reader: "customer" as const, sessionId: session.id };
    return done({ url: fileLink(house, link), fileName: own.fileName ?? "", contentType: own.contentType });
  },
};
