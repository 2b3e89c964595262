import type { deleteDocument, uploadDocument } from "@guichet/contract/documents.ts";
import { err, ok } from "@guichet/contract/result.ts";
import { documentMachine } from "@guichet/rules/documents.ts";
import { born } from "@guichet/rules/state-machine.ts";
import { mayAccess, namedTraveller } from "../account-records/named-traveller.ts";
import { lockTraveller } from "../account-records/traveller-store.ts";
import type { Tx } from "../database/database.ts";
import type { Dependencies } from "../dependencies.ts";
import { checkScan } from "../files/check-scan.ts";
import { deleteFile, insertFile } from "../files/file-store.ts";
import type { Handler } from "../http/call-handler.ts";
import type { Upload } from "../http/multipart-form.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import type { UserSession } from "../sessions/session-store.ts";
import { ownDocument } from "./document-owner.ts";
import {
  currentDocuments,
  type DocumentRow,
  insertDocument,
  lockDocuments,
  markDeleted,
  readDocument,
  replaceDocuments,
} from "./document-store.ts";
import { documentView, isDraft, type ViewContext } from "./document-view.ts";
import { documentTypeOf } from "./validity.ts";

export const uploadHandler: Handler<typeof uploadDocument> = async (ctx) =>
  saveUpload(ctx, ctx.request.document_type, "document");

interface UploadContext {
  deps: Dependencies;
  network: LoadedNetwork;
  session: UserSession;
  request: { userId?: string | undefined };
  language: ViewContext["language"];
  upload: Upload | undefined;
}

/**
 * Saves an uploaded document as a draft, which is in no submission yet. Drafts and refused documents of the same type
 * are replaced; a valid one counts until another one is valid. A refused upload leaves nothing behind.
 */
export async function saveUpload(
  { deps, network, session, request, language, upload }: UploadContext,
  typeId: string,
  field: string,
) {
  if (documentTypeOf(network, typeId) === undefined) return err("DOCUMENT_TYPE_UNKNOWN");
  const traveller = await namedTraveller(deps.db, session, request.userId);
  if (!traveller.ok) return traveller;
  if (upload === undefined || upload.bytes.length === 0) return err("FIELD_REQUIRED", { field });
  const checked = await checkScan(deps, network.id, session.accountId, upload);
  if (!checked.ok) return checked;
  const now = deps.clock.iso();
  return deps.db.transaction().execute(async (tx) => {
    const locked = await lockTraveller(tx, network.id, session.accountId, traveller.value.id);
    if (locked === undefined) return err("NOT_FOUND");
    if (locked.deactivatedAt !== null) return err("PROFILE_DEACTIVATED");
    const id = deps.ids.uuid();
    const fileId = deps.ids.uuid();
    const owner = { networkId: network.id, accountId: session.accountId };
    await insertFile(tx, { id: fileId, ...owner, ...checked.value }, now);
    const { name } = checked.value;
    const document = { id, ...owner, travellerId: locked.id, documentTypeId: typeId, fileId, fileName: name };
    const before = await currentDocuments(tx, network.id, locked.id);
    await insertDocument(tx, { ...document, status: born(documentMachine, "upload") }, now);
    await replaceDrafts(tx, before, document, now);
    const created = await readDocument(tx, network.id, id);
    if (created === undefined) throw new Error("The saved document was not found");
    return ok({ document: documentView(created, { network, language, now }) });
  });
}

/** Replaces drafts and refused documents with a new one, and deletes the files of drafts that nobody examined. */
async function replaceDrafts(
  tx: Tx,
  before: readonly DocumentRow[],
  replacement: { id: string; documentTypeId: string },
  at: string,
): Promise<void> {
  const replaced = before.filter(
    (row) =>
      row.documentTypeId === replacement.documentTypeId &&
      (isDraft(row) || (row.status === "INVALID" && row.submissionId === null)),
  );
  await replaceDocuments(
    tx,
    replaced.map(({ id }) => id),
    replacement.id,
  );
  for (const row of replaced.filter(({ status }) => status === "PENDING")) await deleteDocumentFile(tx, row, at);
}

async function deleteDocumentFile(tx: Tx, { id, networkId, fileId }: DocumentRow, at: string): Promise<void> {
  await markDeleted(tx, id, at);
  if (fileId !== null) await deleteFile(tx, networkId, fileId);
}

/** Deletes a document: its file is removed, the row stays. Refused while it is in an open submission. */
export const deleteHandler: Handler<typeof deleteDocument> = async ({ deps, network, session, request, language }) => {
  const own = await ownDocument(deps.db, session, request.documentId);
  if (own === undefined) return err("NOT_FOUND");
  const now = deps.clock.iso();
  return deps.db.transaction().execute(async (tx) => {
    // A submission locks the traveller first, so its documents are seen here.
    await lockTraveller(tx, network.id, session.accountId, own.travellerId);
    const [locked] = await lockDocuments(tx, network.id, session.accountId, [own.id]);
    if (locked === undefined || locked.deletedAt !== null || !mayAccess(session, locked.travellerId))
      return err("NOT_FOUND");
    if (locked.submissionId !== null) return err("SUBMISSION_OPEN");
    await deleteDocumentFile(tx, locked, now);
    const deleted = { ...locked, deletedAt: now, fileId: null, fileName: null, contentType: null };
    return ok({ document: documentView(deleted, { network, language, now }) });
  });
};
