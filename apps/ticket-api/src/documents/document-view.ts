import type { Document, NeededDocument, Submission } from "@guichet/contract/documents.ts";
import { type Language, textIn } from "@guichet/contract/locales.ts";
import { documentsThatCount, shownDocumentStatus } from "@guichet/rules/documents.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import type { DocumentRow } from "./document-store.ts";
import type { SubmissionRow } from "./submission-store.ts";
import { documentTypeOf } from "./validity.ts";

/** For whom something is worded, and when. */
export interface Reader {
  network: LoadedNetwork;
  language: Language;
  now: string;
}

/** A document as the wire shows it (§3, decision 4 "paperwork status plus flags"). */
export function documentView(row: DocumentRow, { network, language, now }: Reader): Document {
  const type = documentTypeOf(network, row.documentTypeId);
  const { qualificationProviders, languages } = network.definition;
  const vouches = qualificationProviders.find(({ id }) => id === row.qualification?.providerId);
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
    qualifiedBy: row.qualification === null ? null : (vouches?.name ?? row.qualification.providerId),
    submissionId: row.submissionId,
    created_at: row.createdAt,
    starting_at: row.startingAt,
    expires_at: row.expiresAt,
  };
}

/** A request as the wire shows it, with those documents of it that are given. */
export function submissionView(row: SubmissionRow, documents: readonly DocumentRow[], reader: Reader): Submission {
  const { network, language } = reader;
  const article = network.articles.get(row.shopItemId);
  return {
    submissionId: row.id,
    number: row.number,
    status: row.status,
    userId: row.travellerId,
    shopItemId: row.shopItemId,
    itemName: article === undefined ? row.shopItemId : textIn(article.name, language, network.definition.languages),
    documents: documents.filter(({ id }) => row.documentIds.includes(id)).map((each) => documentView(each, reader)),
    reason: row.reason,
    remark: row.remark,
    created_at: row.createdAt,
    expected_on: row.expectedOn,
    events: row.events.map(({ at, event, author }) => ({ at, event, author })),
  };
}

/** A draft: sent in, and part of no request yet. */
export const isDraft = ({ status, submissionId, deletedAt, replacedBy }: DocumentRow): boolean =>
  (status === "PENDING" || status === "VALIDATING") &&
  submissionId === null &&
  deletedAt === null &&
  replacedBy === null;

/** The types of the network, or those that one article needs, with what a traveller has of each (§4). */
export function neededDocuments(
  standing: readonly DocumentRow[],
  reader: Reader,
  only: readonly string[] | null,
): NeededDocument[] {
  const { network, language, now } = reader;
  const { languages } = network.definition;
  const kept = standing.map((row) => ({ ...row, replaced: false, deleted: false }));
  const counting = documentsThatCount(kept, now);
  return network.documentTypes
    .filter(({ id }) => only === null || only.includes(id))
    .map((type): NeededDocument => {
      const found = counting.find(({ documentTypeId }) => documentTypeId === type.id);
      const status = found === undefined ? "missing" : shownDocumentStatus(found, now);
      const draft = kept.find((row) => row.documentTypeId === type.id && isDraft(row));
      return {
        document_type_id: type.id,
        name: textIn(type.name, language, languages),
        description: type.description === undefined ? null : textIn(type.description, language, languages),
        status: status === "modified" || status === "deleted" ? "missing" : status,
        document: found === undefined ? null : documentView(found, reader),
        draft: draft === undefined ? null : documentView(draft, reader),
        neededBy: [...network.articles.values()]
          .filter(({ requiredDocuments, tags }) => requiredDocuments.includes(type.id) && !tags.includes("hidden"))
          .map(({ id, name }) => ({ shopItemId: id, name: textIn(name, language, languages) })),
        qualificationProviderIds: type.qualifiedBy.map(({ provider }) => provider),
      };
    });
}
