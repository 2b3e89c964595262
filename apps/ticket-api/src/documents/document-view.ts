import type { Document, NeededDocument, Submission } from "@guichet/contract/documents.ts";
import { type Language, textIn } from "@guichet/contract/locales.ts";
import { documentsThatCount, shownDocumentStatus } from "@guichet/rules/documents.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import type { DocumentRow } from "./document-store.ts";
import type { SubmissionRow } from "./submission-store.ts";
import { documentTypeOf } from "./validity.ts";

/** The language and time for which something is rendered. */
export interface ViewContext {
  network: LoadedNetwork;
  language: Language;
  now: string;
}

/** A document in the wire format (§3, decision 4 "paperwork status plus flags"). */
export function documentView(row: DocumentRow, { network, language, now }: ViewContext): Document {
  const type = documentTypeOf(network, row.documentTypeId);
  const { qualificationProviders, languages } = network.definition;
  const provider = qualificationProviders.find(({ id }) => id === row.qualification?.providerId);
  return {
    documentId: row.id,
    document_type_id: row.documentTypeId,
    documentTypeName: type === undefined ? row.documentTypeId : textIn(type.name, language, languages),
    userId: row.travellerId,
    status: row.status,
    expired: shownDocumentStatus({ ...row, replaced: false, deleted: false }, now) === "expired",
    replaced: row.replacedBy !== null,
    deleted: row.deletedAt !== null,
    reason: row.reason,
    remark: row.remark,
    fileName: row.fileName,
    contentType: row.contentType,
    qualifiedBy: row.qualification === null ? null : (provider?.name ?? row.qualification.providerId),
    submissionId: row.submissionId,
    created_at: row.createdAt,
    starting_at: row.startingAt,
    expires_at: row.expiresAt,
  };
}

/** A submission in the wire format, with those of the given documents that it includes. */
export function submissionView(row: SubmissionRow, documents: readonly DocumentRow[], ctx: ViewContext): Submission {
  const { network, language } = ctx;
  const article = network.articles.get(row.shopItemId);
  return {
    submissionId: row.id,
    number: row.number,
    status: row.status,
    userId: row.travellerId,
    shopItemId: row.shopItemId,
    itemName: article === undefined ? row.shopItemId : textIn(article.name, language, network.definition.languages),
    documents: documents.filter(({ id }) => row.documentIds.includes(id)).map((each) => documentView(each, ctx)),
    reason: row.reason,
    remark: row.remark,
    created_at: row.createdAt,
    expected_on: row.expectedOn,
    events: row.events.map(({ at, event, author }) => ({ at, event, author })),
  };
}

/** A draft: uploaded, but in no submission yet. */
export const isDraft = ({ status, submissionId, deletedAt, replacedBy }: DocumentRow): boolean =>
  (status === "PENDING" || status === "VALIDATING") &&
  submissionId === null &&
  deletedAt === null &&
  replacedBy === null;

/** The document types of the network, or those that one article requires, with the traveller's documents (§4). */
export function neededDocuments(
  rows: readonly DocumentRow[],
  ctx: ViewContext,
  only: readonly string[] | null,
): NeededDocument[] {
  const { network, language, now } = ctx;
  const { languages } = network.definition;
  const current = rows.map((row) => ({ ...row, replaced: false, deleted: false }));
  const effective = documentsThatCount(current, now);
  return network.documentTypes
    .filter(({ id }) => only === null || only.includes(id))
    .map((type): NeededDocument => {
      const found = effective.find(({ documentTypeId }) => documentTypeId === type.id);
      const status = found === undefined ? "missing" : shownDocumentStatus(found, now);
      const draft = current.find((row) => row.documentTypeId === type.id && isDraft(row));
      return {
        document_type_id: type.id,
        name: textIn(type.name, language, languages),
        description: type.description === undefined ? null : textIn(type.description, language, languages),
        status: status === "modified" || status === "deleted" ? "missing" : status,
        document: found === undefined ? null : documentView(found, ctx),
        draft: draft === undefined ? null : documentView(draft, ctx),
        neededBy: [...network.articles.values()]
          .filter(({ requiredDocuments, tags }) => requiredDocuments.includes(type.id) && !tags.includes("hidden"))
          .map(({ id, name }) => ({ shopItemId: id, name: textIn(name, language, languages) })),
        qualificationProviderIds: type.qualifiedBy.map(({ provider }) => provider),
      };
    });
}
